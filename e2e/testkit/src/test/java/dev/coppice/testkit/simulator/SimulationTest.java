package dev.coppice.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short form; {@code hack/simulate} is the long one. */
class SimulationTest {

  private static final int STEPS = 1000;
  private static final long SEEDS = 60;

  @Test
  void nothing_is_broken_in_any_life_of_a_set() {
    assertThat(
            LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> Walk.run(Subject.production(), seed, STEPS))
                .flatMap(run -> run.violation().stream()))
        .isEmpty();
  }

  @Test
  void a_life_can_be_repeated_from_its_script() {
    Run life = Walk.run(Subject.production(), 1, STEPS);

    Script read = Script.parse(life.script().toString());

    assertThat(read).isEqualTo(life.script());
    assertThat(Run.of(Subject.production(), read, line -> {})).isEqualTo(life);
  }

  /** Scripts that broke a rule once. */
  @ParameterizedTest
  @MethodSource("scripts")
  void what_was_mended_stays_mended(Path script) throws IOException {
    Run run = Run.of(Subject.production(), Script.parse(Files.readString(script)), line -> {});

    assertThat(run.violation()).isEmpty();
  }

  static List<Path> scripts() throws IOException, URISyntaxException {
    Path folder =
        Path.of(Objects.requireNonNull(SimulationTest.class.getResource("/simulator")).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
