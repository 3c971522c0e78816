package dev.coppice.faults;

import java.util.List;
import java.util.stream.Stream;

/** All flows that there are. */
public final class Flows {

  /** Those of small sets first. */
  public static final List<Flow> ALL =
      Stream.of(
              StandaloneFlows.ALL,
              TreeFlows.ALL,
              TeardownFlows.ALL,
              HealingFlows.ALL,
              UpdateFlows.ALL,
              TrainingFlows.ALL,
              ExclusiveFlows.ALL)
          .flatMap(List::stream)
          .toList();

  private Flows() {}

  /** The one of a name. */
  public static Flow of(String name) {
    return ALL.stream()
        .filter(flow -> flow.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no flow %s; there are %s".formatted(name, ALL.stream().map(Flow::name).toList())));
  }
}
