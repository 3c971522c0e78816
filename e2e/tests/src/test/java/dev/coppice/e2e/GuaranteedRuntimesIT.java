package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.core.queue.Eviction;
import dev.coppice.e2e.GuardedCluster.Form;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.plane.SchedulerInPlace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What queues promise, with the stock scheduler and however often it looks again. {@code
 * hack/extender} runs it, on a machine that has nothing else to do.
 */
@OnOwnOperators
@EndsUnsettled("a gang that was evicted waits for room")
@EnabledIfEnvironmentVariable(named = "COPPICE_GUARANTEED_RUNTIMES", matches = "1")
class GuaranteedRuntimesIT extends GuaranteedRuntimes {

  private static final Duration SOON = Duration.ofSeconds(3);
  private static final Duration PROMISED = Duration.ofSeconds(30);

  /** A scheduler flushes every 30 s what has waited for five. */
  private static final Duration UNWOKEN = Duration.ofSeconds(65);

  private static final int NODES = 4;

  private int bystanders;

  private static QueuedGang victim(GuardedCluster cluster, OnePodNodes all) {
    return QueuedGang.of("gang", all).ofPods(NODES, NODES).in(cluster.queueName("patient"));
  }

  private static QueuedGang urgent(GuardedCluster cluster, Eviction kind, OnePodNodes place) {
    return cluster
        .urgent("urgent", place)
        .in(cluster.queueName(kind == Eviction.PREEMPT ? "patient" : "other"));
  }

  /**
   * Has the scheduler look again, by a pod that goes elsewhere, and again when it has been refused.
   *
   * @return when each refusal was seen
   */
  private List<Instant> lookAgainWhile(
      GuardedCluster cluster, OnePodNodes elsewhere, BooleanSupplier goesOn) {
    List<Instant> refusals = new ArrayList<>();
    while (goesOn.getAsBoolean()) {
      double before = cluster.refused();
      bystanders++;
      String name = "bystander-" + bystanders;
      kubectl.apply(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: %s}
          spec:
            nodeName: %s
            terminationGracePeriodSeconds: 0
            containers: [{name: main, image: "registry.example/bystander:1"}]
          """
              .formatted(name, elsewhere.names().getFirst()));
      kubectl.run("delete", "pod", name, "--now");
      await()
          .atMost(GuardedCluster.PATIENCE)
          .until(() -> cluster.refused() > before || !goesOn.getAsBoolean());
      if (cluster.refused() > before) {
        refusals.add(Instant.now());
      }
    }
    return refusals;
  }

  @ParameterizedTest
  @EnumSource(Eviction.class)
  void without_the_question_a_gang_dies_at_once(Eviction kind) {
    GuardedCluster cluster = install(Form.WOKEN);
    try (SchedulerInPlace _ = SchedulerInPlace.start(plane, directory, Optional.empty())) {
      promise(cluster, kind, "30s");
      OnePodNodes all = cluster.rooms("all", NODES);
      List<Pod> victims = cluster.start(victim(cluster, all));
      cluster.withoutGuard();
      Instant asked = Instant.now();
      cluster.want(urgent(cluster, kind, all));

      await().atMost(GuardedCluster.PATIENCE).until(() -> !deletes(cluster, victims).isEmpty());

      Instant died = deletes(cluster, victims).getFirst().received();
      report("control, %s: evicted after %s".formatted(kind, Duration.between(asked, died)));
      assertThat(died).isBefore(asked.plus(AT_ONCE));
    }
  }

  @ParameterizedTest
  @CsvSource({"RECLAIM, WOKEN", "PREEMPT, WOKEN", "RECLAIM, ASKED", "PREEMPT, ASKED"})
  void with_it_a_gang_on_all_nodes_runs_for_as_long_as_its_queue_says(Eviction kind, Form form) {
    GuardedCluster cluster = install(form);
    try (SchedulerInPlace _ = asking(cluster, Duration.ofSeconds(5))) {
      promise(cluster, kind, PROMISED.toSeconds() + "s");
      OnePodNodes all = cluster.rooms("all", NODES);
      OnePodNodes elsewhere = cluster.rooms("elsewhere", 1);
      QueuedGang victim = victim(cluster, all);
      List<Pod> victims = cluster.start(victim);
      Instant start = cluster.began(victim);
      Instant until = start.plus(PROMISED);
      QueuedGang urgent = urgent(cluster, kind, all);
      cluster.want(urgent);

      List<Instant> refusals =
          lookAgainWhile(cluster, elsewhere, () -> Instant.now().isBefore(until));
      Instant running = cluster.awaitRunning(urgent);

      report(
          ("%s, %s: %d refusals, the last %s after the start; first DELETE %s and running %s after"
                  + " protectedUntil")
              .formatted(
                  kind,
                  form,
                  refusals.size(),
                  Duration.between(start, refusals.getLast()),
                  Duration.between(until, deletes(cluster, victims).getFirst().received()),
                  Duration.between(until, running)));
      assertThat(refusals).hasSizeGreaterThanOrEqualTo(3);
      assertThat(refusals.getLast()).isAfter(start.plusSeconds(20));
      assertThat(deletes(cluster, victims))
          .isNotEmpty()
          .allMatch(delete -> delete.received().isAfter(until));
      assertThat(running).isBetween(until, until.plus(form == Form.WOKEN ? SOON : UNWOKEN));
    }
  }

  @Test
  void a_gang_that_is_never_evicted_goes_when_its_queue_says_so() {
    GuardedCluster cluster = install(Form.WOKEN);
    // By itself the scheduler would not look again before the test is over.
    try (SchedulerInPlace _ = asking(cluster, Duration.ofHours(1))) {
      promise(cluster, Eviction.RECLAIM, "\"-1\"");
      OnePodNodes all = cluster.rooms("all", NODES);
      OnePodNodes elsewhere = cluster.rooms("elsewhere", 1);
      List<Pod> victims = cluster.start(victim(cluster, all));
      QueuedGang urgent = urgent(cluster, Eviction.RECLAIM, all);
      Instant asked = Instant.now();
      cluster.want(urgent);

      List<Instant> refusals =
          lookAgainWhile(
              cluster, elsewhere, () -> Instant.now().isBefore(asked.plus(Duration.ofSeconds(90))));

      assertThat(refusals).hasSizeGreaterThanOrEqualTo(3);
      assertThat(refusals.getLast()).isAfter(asked.plusSeconds(80));
      assertThat(deletes(cluster, victims)).isEmpty();

      Instant changed = Instant.now();
      promise(cluster, Eviction.RECLAIM, "0s");
      Instant running = cluster.awaitRunning(urgent);

      report(
          "never: %d refusals in 90 s; running %s after the queue said 0s"
              .formatted(refusals.size(), Duration.between(changed, running)));
      assertThat(deletes(cluster, victims))
          .isNotEmpty()
          .allMatch(delete -> delete.received().isAfter(changed));
      assertThat(running).isBefore(changed.plus(AT_ONCE));
    }
  }

  @Test
  void a_scheduler_that_may_do_without_an_answer_evicts_at_once() {
    GuardedCluster cluster = install(Form.WOKEN);
    try (SchedulerInPlace _ =
        SchedulerInPlace.start(
            plane, directory, Optional.of(cluster.extender().ignoredWhileSilent()))) {
      Pod victim = cluster.startVictim();
      Instant until = cluster.protectedUntil();
      cluster.killWebhook();
      cluster.want("urgent");

      Instant deleted = cluster.awaitDeleted(victim);

      report(
          "nobody answers, ignorable: evicted %s before the time"
              .formatted(Duration.between(deleted, until)));
      assertThat(deleted).isBefore(until);
    }
  }
}
