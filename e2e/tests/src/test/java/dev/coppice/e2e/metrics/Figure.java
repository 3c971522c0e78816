package dev.coppice.e2e.metrics;

import java.util.Set;

/**
 * A figure as it is documented.
 *
 * @param labels the names of its labels
 */
record Figure(String name, String type, Set<String> labels) {

  /** Whether a line of this name is one of the figure's. */
  boolean owns(String series) {
    return switch (type) {
      case "histogram" -> series.matches(name + "_(bucket|count|sum)");
      case "summary" -> series.matches(name + "_(count|sum)");
      default -> series.equals(name);
    };
  }
}
