package dev.coppice.kube.clock;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServerClockTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private final Logger logger = (Logger) LoggerFactory.getLogger(ServerClock.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private Instant machine = NOON;
  private long ticks;
  private final ServerClock clock = new ServerClock(clockOf(() -> machine), () -> ticks);

  private static Clock clockOf(InstantSource source) {
    return source.withZone(ZoneOffset.UTC);
  }

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void shows_this_machine_s_time_before_the_first_answer_and_knows_no_offset() {
    machine = NOON.plusSeconds(300);

    assertThat(clock.instant()).isEqualTo(machine);
    assertThat(clock.offset()).isEmpty();
    assertThat(gauge()).isNaN();
  }

  @Test
  void a_jump_of_this_machine_s_clock_changes_nothing_but_the_offset() {
    answer(NOON);

    pass(Duration.ofSeconds(1));
    machine = machine.plusSeconds(300);

    assertThat(clock.instant()).isBetween(NOON.plusMillis(999), NOON.plusSeconds(1));
    assertThat(gauge()).isBetween(300.0, 300.001);
  }

  @Test
  void an_offset_is_told_once_and_again_when_it_comes_back() {
    answer(NOON);
    machine = machine.minusSeconds(300);
    answersForThreeSeconds(NOON);
    answer(NOON.plusSeconds(3));
    machine = machine.plusSeconds(300);
    answer(NOON.plusSeconds(3));
    machine = machine.plusSeconds(6);
    answersForThreeSeconds(NOON.plusSeconds(3));

    assertThat(told())
        .containsExactly("WARN offsetSeconds=-300", "INFO offsetSeconds=0", "WARN offsetSeconds=6");
  }

  @Test
  void an_answer_that_is_read_late_is_not_worth_a_word() {
    machine = NOON.plusSeconds(8);
    answer(NOON);
    pass(Duration.ofSeconds(2));
    answer(NOON.plusSeconds(10));

    assertThat(told()).isEmpty();
  }

  private void answersForThreeSeconds(Instant date) {
    answer(date);
    pass(Duration.ofSeconds(3));
    answer(date.plusSeconds(3));
  }

  @Test
  void five_seconds_are_not_worth_a_word() {
    machine = NOON.plusSeconds(5);
    answer(NOON);

    assertThat(told()).isEmpty();
  }

  private void answer(Instant date) {
    clock.answered(date);
  }

  private void pass(Duration time) {
    machine = machine.plus(time);
    ticks += time.toNanos();
  }

  private double gauge() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    clock.showOffset(registry);
    return registry.get("coppice.clock.offset").gauge().value();
  }

  private List<String> told() {
    return lines.list.stream()
        .map(line -> "%s %s".formatted(line.getLevel(), line.getKeyValuePairs().getFirst()))
        .map(line -> line.replace("\"", ""))
        .toList();
  }
}
