package dev.coppice.kube.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.history.Cut;
import dev.coppice.kube.history.Question.Sort;
import dev.coppice.kube.history.UnheardWrites.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnheardWritesTest {

  private static final String PODS = "/api/v1/pods";
  private static final Question WATCH =
      new Question(Sort.WATCH, PODS, PODS + "?limit=1", OptionalLong.of(100));

  private final ClusterHistory history = new ClusterHistory();
  private final List<Alarm> alarms = new ArrayList<>();
  private final List<String> looks = new ArrayList<>();
  private Optional<Waiting> waiting = Optional.empty();
  private boolean answers = true;
  private final ScheduledExecutorService timer = timer();
  private final UnheardWrites unheard = new UnheardWrites(history, timer, PODS, () -> waiting);

  private record Alarm(Duration after, Runnable ring) {}

  private ScheduledExecutorService timer() {
    return new ScheduledThreadPoolExecutor(0) {
      @Override
      public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        alarms.add(new Alarm(Duration.of(delay, unit.toChronoUnit()), action));
        return super.schedule(() -> {}, delay, unit);
      }
    };
  }

  @BeforeEach
  void watch() {
    history.watchBegan(WATCH);
    history.lookBy(
        new ClusterHistory.Looks() {
          @Override
          public CompletableFuture<Boolean> now(String list) {
            looks.add(list);
            return CompletableFuture.completedFuture(answers);
          }

          @Override
          public void soon(String list, long from) {}
        });
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private void write(long revision) {
    waiting = Optional.of(new Waiting(revision, Duration.ZERO, 100));
    unheard.begin();
  }

  /** Time passes until the alarm rings. */
  private void ring() {
    Alarm alarm = alarms.removeFirst();
    waiting =
        waiting.map(
            write -> new Waiting(write.written(), write.age().plus(alarm.after()), write.heard()));
    alarm.ring().run();
  }

  private Optional<Cut> cut() {
    return Optional.ofNullable(history.cut().toCompletableFuture().getNow(null));
  }

  @Test
  void a_write_that_a_whole_watch_does_not_bring_back_for_thirty_seconds_is_a_cut() {
    write(120);

    Duration waited = alarms.getFirst().after();
    ring();
    assertThat(looks).containsExactly(PODS + "?limit=1");
    assertThat(cut()).isEmpty();
    waited = waited.plus(alarms.getFirst().after());
    ring();

    assertThat(waited).isEqualTo(Duration.ofSeconds(30));
    assertThat(cut()).contains(new Cut.Unheard(PODS, 120, 100));
    assertThat(alarms).isEmpty();
  }

  @Test
  void a_write_that_the_API_server_does_not_know_of_is_found_by_the_look() {
    write(120);
    ring();

    history.answered(PODS, history.seen(), 119);

    assertThat(cut()).contains(new Cut.Older(PODS, 120, 119));
  }

  @Test
  void what_has_been_brought_back_costs_nothing_more() {
    write(120);
    waiting = Optional.empty();

    ring();

    assertThat(looks).isEmpty();
    assertThat(alarms).isEmpty();
  }

  @Test
  void one_alarm_is_set_however_many_writes_there_are_and_goes_by_the_last() {
    write(120);
    write(121);
    assertThat(alarms).hasSize(1);
    waiting = Optional.of(new Waiting(150, Duration.ofSeconds(4).minusSeconds(15), 140));

    ring();

    assertThat(looks).isEmpty();
    assertThat(alarms).singleElement().returns(Duration.ofSeconds(11), Alarm::after);
  }

  @Test
  void the_time_begins_anew_where_the_API_server_does_not_answer() {
    answers = false;
    write(120);
    ring();
    ring();
    ring();
    assertThat(cut()).isEmpty();
    answers = true;

    ring();
    ring();

    assertThat(cut()).isPresent();
  }

  @Test
  void the_time_begins_anew_where_the_watch_has_begun_anew_or_cannot_begin() {
    write(120);
    ring();
    history.watchBegan(WATCH);
    ring();
    history.watchFailed(WATCH);
    ring();
    ring();
    assertThat(cut()).isEmpty();
    history.watchBegan(WATCH);

    ring();
    assertThat(cut()).isEmpty();
    ring();

    assertThat(cut()).isPresent();
  }

  @Test
  void the_time_begins_anew_with_another_write() {
    write(120);
    ring();
    waiting = Optional.of(new Waiting(160, Duration.ofSeconds(3), 155));

    ring();

    assertThat(cut()).isEmpty();
    assertThat(looks).hasSize(2);
  }
}
