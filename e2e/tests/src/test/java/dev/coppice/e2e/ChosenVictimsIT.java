package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.core.queue.Eviction;
import dev.coppice.e2e.GuardedCluster.Form;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.plane.SchedulerInPlace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which of several gangs, and of several pods, the stock scheduler may evict, and when. {@code
 * hack/extender} runs it.
 */
@OnOwnOperators
@EndsUnsettled("a gang that was evicted waits for room")
@EnabledIfEnvironmentVariable(named = "COPPICE_GUARANTEED_RUNTIMES", matches = "1")
class ChosenVictimsIT extends GuaranteedRuntimes {

  @Test
  void of_a_gang_that_has_more_than_it_needs_the_last_ones_go_and_no_others() {
    int needed = 2;
    int pods = 5;
    GuardedCluster cluster = install(Form.WOKEN);
    try (SchedulerInPlace _ = asking(cluster, Duration.ofSeconds(5))) {
      promise(cluster, Eviction.RECLAIM, "10m");
      OnePodNodes all = cluster.rooms("all", pods);
      QueuedGang victim =
          QueuedGang.of("gang", all).ofPods(needed, needed).in(cluster.queueName("patient"));
      List<Pod> victims = new ArrayList<>(cluster.start(victim));
      for (int count = needed + 1; count <= pods; count++) {
        victims.add(oneMore(victim, victims, count));
      }
      List<String> lastFirst =
          victims.reversed().stream()
              .limit(pods - needed)
              .map(pod -> pod.getMetadata().getName())
              .toList();

      for (int surplus = 1; surplus <= pods - needed; surplus++) {
        String name = "urgent-" + surplus;
        QueuedGang urgent = cluster.urgent(name, all).in(cluster.queueName("other"));
        cluster.want(urgent);
        cluster.awaitRunning(urgent);
      }
      cluster.want(cluster.urgent("late", all).in(cluster.queueName("other")));
      await()
          .atMost(GuardedCluster.PATIENCE)
          .until(() ->
              cluster.events("EvictionRefused").stream()
                  .anyMatch(text -> text.contains("/late-0-server")));

      report("elastic: %s went, in this order".formatted(lastFirst));
      // What a kubelet deletes in the end is on its way already.
      assertThat(
              deletes(cluster, victims).stream()
                  .filter(delete -> delete.user().equals(PlaneUser.SCHEDULER.userName()))
                  .map(Request::name))
          .containsExactlyElementsOf(lastFirst);
    }
  }

  /** Another pod of the gang, of a later second than those that are there. */
  private Pod oneMore(QueuedGang gang, List<Pod> there, int count) {
    Instant last =
        there.stream()
            .map(pod -> Instant.parse(pod.getMetadata().getCreationTimestamp()))
            .max(Comparator.naturalOrder())
            .orElseThrow();
    await()
        .atMost(GuardedCluster.PATIENCE)
        .until(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS).isAfter(last));
    kubectl.run("scale", "pclq", gang.clique(), "--replicas=" + count);
    List<String> known = there.stream().map(pod -> pod.getMetadata().getName()).toList();
    return await()
        .atMost(GuardedCluster.PATIENCE)
        .until(
            () ->
                Sets.livePods(client, gang.clique()).stream()
                    .filter(pod -> !known.contains(pod.getMetadata().getName()))
                    .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /**
   * A gang of the seed's two trees, and one that wants its place.
   *
   * @param victim the queue of the one
   * @param preemptor the queue of the other
   * @param seconds how long it runs by what the seed says
   * @param says the queue whose value that is
   */
  private record Worked(String victim, String preemptor, int seconds, String says) {}

  private static final List<Worked> WORKED =
      List.of(
          new Worked("leaf3", "leaf1", 60, "d"),
          new Worked("leaf2", "leaf1", 180, "leaf2"),
          new Worked("leaf1", "leaf3", 600, "b"),
          new Worked("p-leaf1", "p-leaf1", 300, "p-leaf1"),
          new Worked("p-leaf2", "p-leaf2", 600, "p-b"));

  @ParameterizedTest
  @ValueSource(ints = {1, 60})
  void the_trees_of_the_seed_hold_a_scheduler_up_for_as_long_as_the_seed_says(int scale) {
    GuardedCluster cluster = install(Form.WOKEN);
    try (SchedulerInPlace _ = asking(cluster, Duration.ofSeconds(5))) {
      cluster.queue("a", "");
      cluster.queue("b", below(cluster, "a") + ", reclaimMinRuntime: %ds".formatted(600 / scale));
      cluster.queue("c", below(cluster, "b"));
      cluster.queue("d", below(cluster, "b") + ", reclaimMinRuntime: %ds".formatted(60 / scale));
      cluster.queue("leaf1", below(cluster, "c") + ", reclaimMinRuntime: 0s");
      cluster.queue(
          "leaf2", below(cluster, "c") + ", reclaimMinRuntime: %ds".formatted(180 / scale));
      cluster.queue("leaf3", below(cluster, "d"));
      cluster.queue("p-a", "");
      cluster.queue(
          "p-b", below(cluster, "p-a") + ", preemptMinRuntime: %ds".formatted(600 / scale));
      cluster.queue("p-c", below(cluster, "p-b"));
      cluster.queue(
          "p-leaf1", below(cluster, "p-c") + ", preemptMinRuntime: %ds".formatted(300 / scale));
      cluster.queue("p-leaf2", below(cluster, "p-c"));

      List<OnePodNodes> rooms =
          WORKED.stream().map(worked -> cluster.rooms("of-" + worked.victim(), 1)).toList();
      List<QueuedGang> victims = new ArrayList<>();
      List<QueuedGang> urgent = new ArrayList<>();
      for (int i = 0; i < WORKED.size(); i++) {
        Worked worked = WORKED.get(i);
        OnePodNodes room = rooms.get(i);
        victims.add(
            QueuedGang.of("of-" + worked.victim(), room).in(cluster.queueName(worked.victim())));
        urgent.add(
            cluster
                .urgent("for-" + worked.victim(), room)
                .in(cluster.queueName(worked.preemptor())));
      }
      victims.forEach(cluster::want);
      List<List<Pod>> pods = victims.stream().map(cluster::start).toList();
      List<Instant> began = victims.stream().map(cluster::began).toList();
      urgent.forEach(cluster::want);

      for (int i = 0; i < WORKED.size(); i++) {
        Worked worked = WORKED.get(i);
        Instant until = began.get(i).plusSeconds(worked.seconds() / scale);
        if (scale == 1) {
          awaitRefused(cluster, victims.get(i), worked, until);
          assertThat(deletes(cluster, pods.get(i))).isEmpty();
        } else {
          awaitTaken(cluster, pods.get(i), urgent.get(i), worked, until);
        }
      }
    }
  }

  private static String below(GuardedCluster cluster, String parent) {
    return "parentQueue: " + cluster.queueName(parent);
  }

  private static void awaitRefused(
      GuardedCluster cluster, QueuedGang victim, Worked worked, Instant until) {
    String source = "(queue %s,".formatted(cluster.queueName(worked.says()));
    await(worked.victim())
        .atMost(GuardedCluster.PATIENCE)
        .untilAsserted(() ->
            assertThat(cluster.events("EvictionRefused"))
                .filteredOn(text -> text.contains("/" + victim.gang() + " is protected"))
                .isNotEmpty()
                .allMatch(text -> text.contains(source) && text.endsWith("until " + until)));
    report(
        "%s wants %s: refused until %s, by %s"
            .formatted(worked.preemptor(), worked.victim(), until, source));
  }

  private void awaitTaken(
      GuardedCluster cluster, List<Pod> victims, QueuedGang urgent, Worked worked, Instant until) {
    Instant running = cluster.awaitRunning(urgent);
    Instant made =
        Instant.parse(
            Sets.livePods(client, urgent.clique()).getFirst().getMetadata().getCreationTimestamp());
    report(
        "%s wants %s: runs %s after protectedUntil, %s after it was made"
            .formatted(
                worked.preemptor(),
                worked.victim(),
                Duration.between(until, running),
                Duration.between(made, running)));
    assertThat(deletes(cluster, victims))
        .isNotEmpty()
        .allMatch(delete -> delete.received().isAfter(until));
    assertThat(running).isBefore((made.isAfter(until) ? made : until).plus(AT_ONCE));
  }
}
