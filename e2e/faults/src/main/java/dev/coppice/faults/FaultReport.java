package dev.coppice.faults;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;

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
    return results.stream().filter(RunResult::isKill).count();
  }

  /** A line for each flow with its share, and one that sums up. */
  public String summary() {
    return results.stream()
            .collect(groupingBy(RunResult::flow, LinkedHashMap::new, toList()))
            .entrySet()
            .stream()
            .map(flow -> "%-22s %s%n".formatted(flow.getKey(), of(flow.getValue()).counts()))
            .collect(joining())
        + counts();
  }

  private static FaultReport of(List<RunResult> results) {
    return new FaultReport(
        results, results.stream().map(RunResult::duration).reduce(Duration.ZERO, Duration::plus));
  }

  private String counts() {
    return "%d runs in %d s: the fault struck in %d, of which %d kills; %d went wrong"
        .formatted(results.size(), duration.toSeconds(), struck(), kills(), broken().size());
  }

  /** A line for each run, and the summary. */
  @Override
  public String toString() {
    return results.stream().map(result -> result + "\n").collect(joining()) + summary() + "\n";
  }
}
