package dev.coppice.kube.client;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.lost;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MeteredWritesTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @ParameterizedTest(name = "{1}")
  @MethodSource("replies")
  void counts_writes_by_what_came_of_them(Reply reply, String outcome) {
    FakeApiServer api = new FakeApiServer().on(Verb.UPDATE, "/x/status", reply);

    new MeteredWrites(api, registry).send(call(Verb.UPDATE));

    assertThat(
            registry
                .get("coppice.api.writes")
                .tags("verb", "update", "resource", "pods/status", "outcome", outcome)
                .counter()
                .count())
        .isEqualTo(1);
  }

  static Stream<Arguments> replies() {
    return Stream.of(
        Arguments.of(answer(200, ""), "done"),
        Arguments.of(answer(404, ""), "absent"),
        Arguments.of(answer(409, ""), "conflict"),
        Arguments.of(answer(422, ""), "refused"),
        Arguments.of(answer(500, ""), "refused"),
        Arguments.of(lost(), "unknown"));
  }

  @Test
  void does_not_count_reads() {
    FakeApiServer api = new FakeApiServer().on(Verb.GET, "/x/status", answer(200, ""));

    new MeteredWrites(api, registry).send(call(Verb.GET));

    assertThat(registry.find("coppice.api.writes").counters()).isEmpty();
    assertThat(registry.get("coppice.api.write").timers()).allMatch(timer -> timer.count() == 0);
  }

  @Test
  void counts_writes_of_one_sort_together_and_takes_their_time() {
    FakeApiServer api =
        new FakeApiServer().on(Verb.UPDATE, "/x/status", answer(200, ""), answer(200, ""));
    MockClock clock = new MockClock();
    MeterRegistry timed = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    MeteredWrites writes =
        new MeteredWrites(
            call -> {
              clock.add(Duration.ofMillis(30));
              return api.send(call);
            },
            timed);

    writes.send(call(Verb.UPDATE));
    writes.send(call(Verb.UPDATE));

    assertThat(timed.get("coppice.api.writes").counters())
        .singleElement()
        .returns(2.0, Counter::count);
    assertThat(timed.get("coppice.api.write").tag("verb", "update").timer())
        .returns(2L, Timer::count)
        .returns(60.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  private static Call call(Verb verb) {
    return new Call(verb, "pods/status", "/x/status", "application/json", "{}", false);
  }
}
