package dev.coppice.app.health;

import java.util.function.Supplier;

/**
 * A named question about the process. It is asked by every probe, on the probe's thread: the answer
 * comes from memory, never from a call.
 */
public record HealthCheck(String name, Supplier<Health> question) {

  /** The answer of this instant. */
  public Health ask() {
    return question.get();
  }
}
