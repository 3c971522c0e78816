package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacesTest {

  @Test
  void spreads_a_sample_over_all_places() {
    assertThat(new Places.Spread(3).of(14, 0)).containsExactly(1, 5, 10);
  }

  @Test
  void takes_other_places_for_another_fault() {
    assertThat(new Places.Spread(3).of(14, 5)).containsExactly(6, 10, 1);
  }

  @Test
  void takes_each_place_once_when_there_are_fewer_than_wanted() {
    assertThat(new Places.Spread(5).of(2, 1)).containsExactly(2, 1);
  }
}
