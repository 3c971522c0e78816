package dev.coppice.kube.history;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.coppice.core.history.Cut;
import dev.coppice.core.history.History;
import dev.coppice.kube.history.Question.Sort;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ClusterHistoryTest {

  private static final String PODS = "/api/v1/pods";
  private static final String SETS = "/apis/grove.io/v1alpha1/podcliquesets";

  private final Logger logger = (Logger) LoggerFactory.getLogger(ClusterHistory.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final ClusterHistory history = new ClusterHistory();
  private final List<String> due = new ArrayList<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.setAdditive(false);
    logger.addAppender(lines);
    history.lookBy(
        new ClusterHistory.Looks() {
          @Override
          public CompletableFuture<Boolean> now(String list) {
            return CompletableFuture.completedFuture(true);
          }

          @Override
          public void soon(String list, long from) {
            due.add(list);
          }
        });
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
  }

  private void watchBegins(String subject, long from) {
    history.watchBegan(watch(subject, from));
  }

  private static Question watch(String subject, long from) {
    return new Question(Sort.WATCH, subject, subject + "?limit=1", OptionalLong.of(from));
  }

  private Optional<Cut> cut() {
    return Optional.ofNullable(history.cut().toCompletableFuture().getNow(null));
  }

  @Test
  void an_answer_that_is_older_than_where_a_watch_goes_on_is_told_once_with_both_revisions() {
    watchBegins(PODS, 1412);
    assertThat(figure()).isZero();

    history.answered(PODS, history.seen(), 1201);
    history.answered(PODS, history.seen(), 1202);

    assertThat(cut()).contains(new Cut.Older(PODS, 1412, 1201));
    assertThat(figure()).isEqualTo(1);
    assertThat(lines.list)
        .singleElement()
        .satisfies(line -> {
          assertThat(line.getFormattedMessage())
              .startsWith("The history of the API server's store");
          assertThat(line.getKeyValuePairs().toString()).contains(PODS, "1412", "1201");
        });
  }

  private double figure() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    history.showCuts(registry);
    return registry.get("coppice.history.cuts").functionCounter().count();
  }

  @Test
  void what_was_seen_while_a_request_was_under_way_proves_nothing() {
    watchBegins(PODS, 100);
    History before = history.seen();
    history.answered(PODS, before, 150);

    history.answered(PODS, before, 120);

    assertThat(cut()).isEmpty();
    assertThat(history.seen()).isEqualTo(History.NONE.with(PODS, 150));
  }

  @Test
  void many_requests_at_once_against_a_store_that_only_grows_never_show_a_cut() throws Exception {
    AtomicLong store = new AtomicLong(1);
    watchBegins(PODS, 1);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> requests = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        requests.add(
            threads.submit(() -> {
              for (int i = 0; i < 5_000; i++) {
                History before = history.seen();
                long answer = store.incrementAndGet();
                history.answered(PODS, before, answer);
              }
            }));
      }
      for (Future<?> request : requests) {
        request.get();
      }
    }

    assertThat(cut()).isEmpty();
    assertThat(history.seen()).isEqualTo(History.NONE.with(PODS, store.get()));
  }

  @Test
  void the_first_watch_of_something_needs_no_look_and_one_that_goes_on_does() {
    watchBegins(PODS, 100);
    watchBegins(SETS, 100);
    assertThat(due).isEmpty();

    watchBegins(PODS, 130);

    assertThat(due).containsExactly(PODS + "?limit=1");
    assertThat(history.seen().cut(PODS, 129)).isPresent();
  }

  @Test
  void what_had_come_further_than_a_look_at_something_else_is_looked_at_itself() {
    watchBegins(PODS, 9_000);
    watchBegins(SETS, 70);

    assertThat(history.listsAhead(history.seen(), 80)).containsExactly(PODS + "?limit=1");
    assertThat(history.listsAhead(history.seen(), 9_000)).isEmpty();
  }

  @Test
  void a_watch_that_is_refused_fails_until_it_begins() {
    watchBegins(PODS, 100);
    history.watchFailed(watch(PODS, 100));
    assertThat(history.watchesOf(PODS)).singleElement().matches(ClusterHistory.Watched::fails);

    watchBegins(PODS, 100);

    assertThat(history.watchesOf(PODS)).singleElement().matches(watch -> !watch.fails());
  }
}
