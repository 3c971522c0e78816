package dev.coppice.app.health;

/** Whether one part of the process is as it should be. */
public sealed interface Health {

  /** It is. */
  record Ok() implements Health {}

  /** It is, and will not be unless somebody does something about this. */
  record Noticing(String notice) implements Health {}

  /** It is not, and this is why. */
  record Failing(String reason) implements Health {}

  /** The answer of a part that has nothing to complain of. */
  static Health ok() {
    return new Ok();
  }

  /** The answer of a part that will not go on as it is. */
  static Health noticing(String notice) {
    return new Noticing(notice);
  }

  /** The answer of a part that is not as it should be. */
  static Health failing(String reason) {
    return new Failing(reason);
  }
}
