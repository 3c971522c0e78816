package dev.coppice.simulator;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The delays that a user chooses from; short, so that many of them pass in one run. */
final class Delays {

  private static final String NONE = "";
  private static final List<String> CHOICE =
      List.of(NONE, "100ms", "500ms", "1s", "2s", "3s", "10s");

  private Delays() {}

  /** One of them, or none. */
  static @Nullable String choose(int number) {
    String chosen = CHOICE.get(Math.floorMod(number, CHOICE.size()));
    return chosen.equals(NONE) ? null : chosen;
  }

  /** One of them, or none. */
  static @Nullable String choose(Random random) {
    return choose(random.nextInt(CHOICE.size()));
  }
}
