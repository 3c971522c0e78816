package dev.coppice.testkit.faults;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All runs of an enumeration.
 *
 * @param results in the order of the runs
 * @param duration from the first run's start to the last one's end
 */
public record FaultReport(List<RunResult> results, Duration duration) {

  public FaultReport {
    results = List.copyOf(results);
  }

  /** The runs that went wrong. */
  public List<RunResult> broken() {
    return results.stream().filter(RunResult::isBroken).toList();
  }

  /** How many runs the fault struck in. */
  public long struck() {
    return results.stream().filter(result -> result.struck().isPresent()).count();
  }

  /** How many runs killed the operator. */
  public long kills() {
    return results.stream()
        .filter(result -> result.struck().isPresent())
        .filter(result ->
            result.kind() == FaultKind.KILL_BEFORE || result.kind() == FaultKind.KILL_AFTER)
        .count();
  }

  /** One line that sums it up. */
  public String summary() {
    return "%d runs in %d s: the fault struck in %d, of which %d kills; %d went wrong"
        .formatted(results.size(), duration.toSeconds(), struck(), kills(), broken().size());
  }

  /** A line for each run, and the summary. */
  @Override
  public String toString() {
    return results.stream().map(result -> result + "\n").collect(Collectors.joining())
        + summary()
        + "\n";
  }
}
