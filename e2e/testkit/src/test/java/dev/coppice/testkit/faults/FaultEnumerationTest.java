package dev.coppice.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultEnumerationTest {

  @Test
  void spreads_a_sample_over_all_places() {
    assertThat(FaultEnumeration.places(14, 3, 0)).containsExactly(1, 5, 10);
  }

  @Test
  void takes_other_places_for_another_fault() {
    assertThat(FaultEnumeration.places(14, 3, 5)).containsExactly(6, 10, 1);
  }

  @Test
  void takes_each_place_once_when_there_are_fewer_than_wanted() {
    assertThat(FaultEnumeration.places(2, 5, 1)).containsExactly(2, 1);
  }
}
