package dev.coppice.testkit.process;

/** A process that ended, or took too long, before it was ready; the message shows its log's end. */
public final class StartFailure extends RuntimeException {

  private static final int LOG_LINES = 15;

  StartFailure(RecordedProcess process, String what) {
    super(
        "%s %s; the end of %s:%n%s"
            .formatted(process.name(), what, process.launch().log(), process.logTail(LOG_LINES)));
  }
}
