package dev.coppice.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Calls, answers and events that are late by chance, and deaths of the operator at writes that
 * chance has chosen. The same seed chooses the same; who comes first is not its choice.
 */
final class Gusts implements Strikes {

  private static final int LONGEST_MILLIS = 250;

  private final Random random;
  private final Set<Integer> deaths;

  /**
   * Begins anew.
   *
   * @param kills how often the operator dies at most
   * @param among it dies at that many first writes
   */
  Gusts(long seed, int kills, int among) {
    random = new Random(seed);
    deaths = random.ints(1, among + 1).distinct().limit(kills).boxed().collect(Collectors.toSet());
  }

  @Override
  public Optional<Fault.OnWrite> atWrite(int number) {
    boolean reached = random.nextBoolean();
    if (deaths.contains(number)) {
      return Optional.of(reached ? new Fault.KillAfter(number) : new Fault.KillBefore(number));
    }
    return switch (random.nextInt(4)) {
      case 0 -> Optional.of(new Fault.Late(number, aWhile()));
      case 1 -> Optional.of(new Fault.Delay(number, aWhile()));
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<Fault.OnWatch> atEvent(int number) {
    return random.nextInt(10) == 0
        ? Optional.of(new Fault.DelayEvents(number, aWhile()))
        : Optional.empty();
  }

  private Duration aWhile() {
    return Duration.ofMillis(random.nextInt(LONGEST_MILLIS));
  }
}
