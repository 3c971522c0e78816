package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The estimate beside the heap itself. */
class HeldBytesTest {

  private static final String SHARED = "shared";

  private static List<MeasuredObjects.Line> measured = List.of();

  @BeforeAll
  static void measure() throws IOException, InterruptedException {
    measured = MeasuredObjects.run();
  }

  @Test
  void an_estimate_is_right_within_a_factor_of_two() {
    assertThat(measured)
        .filteredOn(line -> !line.name().equals(SHARED))
        .hasSize(9)
        .allSatisfy(line ->
            assertThat(line.other())
                .as(line.toString())
                .isBetween(line.measured() / 2, line.measured() * 2));
  }

  @Test
  void thousands_of_podcliques_of_one_template_take_less_with_their_podspec_held_once() {
    assertThat(measured)
        .filteredOn(line -> line.name().equals(SHARED))
        .singleElement()
        .satisfies(line ->
            assertThat(line.measured()).as(line.toString()).isLessThan(line.other() * 2 / 3));
  }
}
