package dev.coppice.benchmark.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MedianTest {

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.argumentSet("one value is its own", List.of(7.0), 7.0),
        Arguments.argumentSet("the middle one of three", List.of(9.0, 1.0, 4.0), 4.0),
        Arguments.argumentSet(
            "the mean of the two in the middle", List.of(8.0, 1.0, 3.0, 4.0), 3.5),
        Arguments.argumentSet("whatever one round does", List.of(2.0, 1_000.0, 1.0), 2.0));
  }

  @ParameterizedTest
  @MethodSource("values")
  void takes_the_middle(List<Double> values, double median) {
    assertThat(Median.of(values)).isEqualTo(median);
  }

  @Test
  void refuses_to_tell_the_middle_of_nothing() {
    assertThatThrownBy(() -> Median.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
