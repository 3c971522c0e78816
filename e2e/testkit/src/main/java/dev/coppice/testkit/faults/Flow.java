package dev.coppice.testkit.faults;

/**
 * Something that users do, during which faults strike.
 *
 * @param name as reports and command lines call it
 * @param given what is there before; no fault strikes yet
 * @param when what the user does; each step waits for what it brings about, so that the flow ends
 *     where the user has what was asked for
 */
public record Flow(String name, Act given, Act when) {

  /** A user's doing. */
  @FunctionalInterface
  public interface Act {
    void in(Stage stage);
  }
}
