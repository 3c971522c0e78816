package dev.coppice.faults;

import dev.coppice.testkit.oracle.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs a flow once as it is, counting what the operator does, and then once for each fault at each
 * place. Every run must end as the first did, and break no rule on the way.
 */
public final class FaultEnumeration {

  private final FaultRig rig;
  private final List<FaultKind> kinds;
  private final Places places;
  private final Consumer<RunResult> listener;
  private final AtomicInteger namespaces = new AtomicInteger();

  /**
   * Prepares an enumeration.
   *
   * @param kinds the faults to try
   * @param places where to try each fault
   * @param listener is told of each run as soon as it is over
   */
  public FaultEnumeration(
      FaultRig rig, List<FaultKind> kinds, Places places, Consumer<RunResult> listener) {
    this.rig = rig;
    this.kinds = List.copyOf(kinds);
    this.places = places;
    this.listener = listener;
  }

  private record Undisturbed(EndState endState, int writes, int events) {}

  /** Enumerates flows. */
  public FaultReport run(List<Flow> flows) {
    long start = System.nanoTime();
    List<RunResult> results = new ArrayList<>();
    for (Flow flow : flows) {
      Undisturbed undisturbed = undisturbed(flow);
      for (FaultKind kind : kinds) {
        enumerate(flow, kind, undisturbed, results);
      }
    }
    return new FaultReport(results, Duration.ofNanos(System.nanoTime() - start));
  }

  private void enumerate(
      Flow flow, FaultKind kind, Undisturbed undisturbed, List<RunResult> results) {
    int known = kind.onWatch() ? undisturbed.events() : undisturbed.writes();
    switch (places) {
      case Places.Spread spread ->
          spread
              .of(known, kinds.indexOf(kind))
              .forEach(at -> results.add(disturbed(flow, kind, at, undisturbed.endState())));
      case Places.Only only ->
          only.numbers()
              .forEach(at -> results.add(disturbed(flow, kind, at, undisturbed.endState())));
      case Places.All _ -> {
        // A disturbed run may have more places than the undisturbed one.
        boolean strikes = true;
        for (int at = 1; at <= known || strikes; at++) {
          RunResult result = disturbed(flow, kind, at, undisturbed.endState());
          results.add(result);
          strikes = result.struck().isPresent();
        }
      }
    }
  }

  private Undisturbed undisturbed(Flow flow) {
    try (FaultRun run = FaultRun.open(rig, namespace(flow))) {
      FaultRun.Outcome outcome = run.play(flow, Optional.empty(), Optional.empty());
      if (!outcome.complaints().isEmpty()) {
        throw new IllegalStateException(
            "the flow %s fails without any fault: %s\n%s"
                .formatted(
                    flow.name(),
                    String.join("\n", outcome.complaints()),
                    rig.operator().logTail(20)));
      }
      return new Undisturbed(
          run.endState(outcome.recording()),
          outcome.plan().writes().size(),
          outcome.plan().events());
    }
  }

  private RunResult disturbed(Flow flow, FaultKind kind, int at, EndState expected) {
    long start = System.nanoTime();
    try (FaultRun run = FaultRun.open(rig, namespace(flow))) {
      FaultRun.Outcome outcome = run.play(flow, Optional.of(kind.at(at)), Optional.of(expected));
      Optional<String> struck = outcome.plan().struck();
      boolean broken = !outcome.complaints().isEmpty();
      RunResult result =
          new RunResult(
              flow.name(),
              kind,
              at,
              struck,
              broken
                  ? RunResult.Verdict.BROKEN
                  : struck.isPresent() ? RunResult.Verdict.SAME : RunResult.Verdict.NOT_STRUCK,
              String.join("\n", outcome.complaints()),
              broken
                  ? Optional.of(keep("%s-%s-%d".formatted(flow.name(), kind.label(), at), outcome))
                  : Optional.empty(),
              Duration.ofNanos(System.nanoTime() - start));
      listener.accept(result);
      return result;
    }
  }

  private String namespace(Flow flow) {
    return "faults-%s-%d".formatted(flow.name(), namespaces.incrementAndGet());
  }

  /** Writes what the operator wrote, what it logged last, and the recording to a file. */
  private Path keep(String name, FaultRun.Outcome outcome) {
    Path file = rig.directory().toAbsolutePath().resolve("recordings").resolve(name + ".txt");
    String writes =
        outcome.plan().writes().stream()
            .map(write -> "%3d %s\n".formatted(write.number(), write))
            .collect(Collectors.joining());
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          """
          # writes of the operator
          %s
          # recording
          %s
          # end of the operator's log
          %s
          """
              .formatted(writes, Transcript.of(outcome.recording()), rig.operator().logTail(40)));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the recording in " + file, e);
    }
  }
}
