package dev.coppice.benchmark.figure;

import java.util.Collection;
import java.util.List;

/** The middle of some values: what a disturbance of one round does not reach. */
public final class Median {

  private Median() {}

  /** The middle value, or the mean of the two in the middle. */
  public static double of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing has no median");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int upper = sorted.size() / 2;
    int lower = (sorted.size() - 1) / 2;
    return (sorted.get(lower) + sorted.get(upper)) / 2;
  }
}
