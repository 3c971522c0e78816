package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GustsTest {

  private static final int KILLS = 3;
  private static final int AMONG = 40;

  @Test
  void the_operator_dies_as_often_as_wanted_among_the_first_writes() {
    for (int seed = 0; seed < 50; seed++) {
      List<Integer> deaths =
          writes(seed).stream()
              .flatMap(Optional::stream)
              .filter(
                  fault -> fault instanceof Fault.KillBefore || fault instanceof Fault.KillAfter)
              .map(Fault::at)
              .toList();

      assertThat(deaths).hasSize(KILLS).allMatch(at -> at <= AMONG);
    }
  }

  @Test
  void some_writes_and_events_are_late_and_one_seed_chooses_the_same() {
    assertThat(writes(1)).isEqualTo(writes(1)).isNotEqualTo(writes(2));
    assertThat(writes(1))
        .contains(Optional.empty())
        .anyMatch(fault -> fault.filter(Fault.Late.class::isInstance).isPresent())
        .anyMatch(fault -> fault.filter(Fault.Delay.class::isInstance).isPresent());
    Gusts gusts = new Gusts(1, KILLS, AMONG);
    assertThat(IntStream.rangeClosed(1, 100).mapToObj(gusts::atEvent))
        .contains(Optional.empty())
        .anyMatch(Optional::isPresent);
  }

  private static List<Optional<Fault.OnWrite>> writes(int seed) {
    Gusts gusts = new Gusts(seed, KILLS, AMONG);
    return IntStream.rangeClosed(1, 2 * AMONG).mapToObj(gusts::atWrite).toList();
  }
}
