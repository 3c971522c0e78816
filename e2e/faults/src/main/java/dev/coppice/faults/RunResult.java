package dev.coppice.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of one run with a fault.
 *
 * @param flow name of the flow
 * @param kind the fault
 * @param at where it was to strike
 * @param struck what it struck; empty if the run had no such place
 * @param verdict how the run ended
 * @param complaint what is wrong, empty for nothing
 * @param recording the file with everything that happened, kept of a run that went wrong
 * @param duration how long the run took
 */
public record RunResult(
    String flow,
    FaultKind kind,
    int at,
    Optional<String> struck,
    Verdict verdict,
    String complaint,
    Optional<Path> recording,
    Duration duration) {

  /** How a run ended. */
  public enum Verdict {
    /** As the run without a fault, with no rule broken. */
    SAME,
    /** The same, but the operator made fewer calls this time and the fault did not strike. */
    NOT_STRUCK,
    BROKEN
  }

  public boolean isBroken() {
    return verdict == Verdict.BROKEN;
  }

  /** Whether the operator was killed in it. */
  public boolean isKill() {
    return struck.isPresent() && (kind == FaultKind.KILL_BEFORE || kind == FaultKind.KILL_AFTER);
  }

  /** One line; a second and more if something is wrong. */
  @Override
  public String toString() {
    return "%-22s %-15s %3d  %-10s %5.1f s  %s%s%s"
        .formatted(
            flow,
            kind.label(),
            at,
            verdict,
            duration.toMillis() / 1000.0,
            struck.orElse("-"),
            complaint.isEmpty() ? "" : "\n" + complaint.strip().indent(4).stripTrailing(),
            recording.map(file -> "\n    recording: " + file).orElse(""));
  }
}
