package dev.coppice.kube.client;

import java.util.List;
import java.util.stream.Stream;

/** A way into an object: names of fields, and indices of lists. */
record Place(List<Object> steps) {

  static final Place ROOT = new Place(List.of());

  Place child(Object step) {
    return new Place(Stream.concat(steps.stream(), Stream.of(step)).toList());
  }

  /** As Kubernetes writes it; keys of maps look like fields. */
  String path() {
    StringBuilder path = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer index) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step);
      }
    }
    return path.toString();
  }

  boolean isIn(String field) {
    return steps.getFirst().equals(field);
  }

  /** The JSON of what is below the first step, with a value at the end. */
  String json(String value) {
    String json = value;
    for (Object step : steps.subList(1, steps.size()).reversed()) {
      json = step instanceof Integer ? "[" + json + "]" : "{\"" + step + "\":" + json + "}";
    }
    return json;
  }
}
