package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimAnnotations;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Time is the API server's, on a plane where everybody else's is wrong: the leader's clock jumps by
 * ten minutes every other second, the standby's is five minutes ahead, and those of nodes are five
 * minutes ahead or behind. Nothing comes early, nor late by more than {@link #LATE}.
 */
@OnOwnOperators
class ClockIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration LATE = Duration.ofSeconds(5);
  private static final Duration WRONG = Duration.ofMinutes(5);
  private static final long SECONDS_BETWEEN_JUMPS = 2;

  /** Stored times have whole seconds, and whoever watches hears of a change a little later. */
  private static final Duration NOTED = Duration.ofSeconds(2);

  /** What happens on nodes of each sort, by the name of the set that is there. */
  private static final Map<String, String> NODES =
      Map.of("ahead", offset("300s"), "behind", offset("-300s"), "right", offset("0s"));

  private static final Object START = new Object();

  @TempDir private static Path directory;

  private static OperatorProcess leader;
  private static OperatorProcess standby;
  private static LeaseSpec taken;
  private static ScheduledExecutorService jumps;

  private static String offset(String ahead) {
    return "%s: '%s'".formatted(SimAnnotations.CLOCK_OFFSET, ahead);
  }

  /** Our kinds are there when the first test begins, and all tests share the operators. */
  @BeforeEach
  void start(ControlPlane plane, KubernetesClient client) {
    synchronized (START) {
      if (leader == null) {
        startBoth(plane, client);
      }
    }
  }

  private static void startBoth(ControlPlane plane, KubernetesClient client) {
    WrongClock jumping = new WrongClock(directory.resolve("jumping-clock"), WRONG);
    WrongClock ahead = new WrongClock(directory.resolve("ahead-clock"), WRONG);
    leader = jumping.of(operator(plane, "jumping")).start();
    taken = ElectionLease.awaitHeldBy(client, "jumping");
    standby = ahead.of(operator(plane, "ahead")).start();
    AtomicReference<Duration> shown = new AtomicReference<>(WRONG);
    jumps = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    var _ =
        jumps.scheduleAtFixedRate(
            () -> jumping.set(shown.updateAndGet(Duration::negated)),
            SECONDS_BETWEEN_JUMPS,
            SECONDS_BETWEEN_JUMPS,
            TimeUnit.SECONDS);
  }

  private static OperatorProcessBuilder operator(ControlPlane plane, String name) {
    return OperatorProcess.in(directory.resolve(name), plane.kubeconfig(PlaneUser.OPERATOR))
        .environment("HOSTNAME", name)
        .configure("leaderElection.enabled", true);
  }

  @AfterAll
  static void end() {
    if (jumps != null) {
      jumps.shutdownNow();
    }
    Stream.of(standby, leader).filter(Objects::nonNull).forEach(OperatorProcess::close);
    leader = null; // whoever runs a test again needs operators that run
  }

  @Test
  @SideBySide
  void a_breach_lasts_as_long_as_it_may(
      Kubectl kubectl,
      KubernetesClient client,
      SimulatedNodes nodes,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    Duration delay = Duration.ofSeconds(10);
    NODES.forEach((set, offset) ->
        kubectl.apply(
            Teardowns.delayed(Sets.manifest(set, 1, Sets.clique("a", 2, 2, offset)), "10s")));
    List<Pod> before = Teardowns.awaitReady(client, 2 * NODES.size());

    Instant lost = Instant.now();
    NODES.keySet().forEach(set -> nodes.stall(Teardowns.podsOf(before, set + "-0-a").getFirst()));

    for (String set : NODES.keySet()) {
      Instant since = Teardowns.awaitBreach(recorder, set + "-0-a");
      assertThat(since).as(set).isBetween(lost.minus(NOTED), lost.plus(LATE));
      assertInTime(set, firstDelete(plane, namespace, set + "-0-a"), since.plus(delay));
    }
    Teardowns.awaitReady(client, 2 * NODES.size());
  }

  @Test
  @SideBySide
  void a_job_runs_as_long_as_it_may(Kubectl kubectl, Recorder recorder) {
    NODES.forEach((set, offset) ->
        kubectl.apply(
            Trainings.manifest(set, 1, "maxRuntime: 8s", Trainings.clique("a", 1, 1, offset))));

    for (String set : NODES.keySet()) {
      RecordedEvent failed =
          first(
              recorder,
              "PodCliqueSet",
              event ->
                  event.name().equals(set) && hasCondition(event, ConditionTypes.FAILURE_TARGET));
      Instant ran =
          first(
                  recorder,
                  "Pod",
                  event ->
                      event.name().startsWith(set + "-")
                          && event.status().path("phase").asText().equals("Running"))
              .arrivedAt();
      Instant start = Instant.parse(failed.status().path("startTime").asText());

      assertThat(start).as(set).isBetween(ran.minus(NOTED), ran.plus(NOTED));
      assertInTime(set, failed.arrivedAt(), start.plusSeconds(8));
    }
  }

  @Test
  @SideBySide
  void a_rank_comes_back_after_its_back_off(
      Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    NODES.forEach((set, offset) ->
        kubectl.apply(
            Trainings.manifest(set, 1, "maxRestarts: 0", Trainings.clique("a", 2, 1, offset))));
    Set<String> used = new HashSet<>();
    for (int failure = 1; failure <= 2; failure++) {
      for (String set : NODES.keySet()) {
        Pod pod = awaitReady(client, set, used);
        used.add(pod.getMetadata().getUid());
        Trainings.exit(client, pod, 1);
      }
    }

    for (String set : NODES.keySet()) {
      Pod third = awaitReady(client, set, used);
      FailedIndex counted = status(client, set).failedIndexes().getFirst();
      Instant ended =
          first(
                  recorder,
                  "Pod",
                  event ->
                      event.uid().equals(counted.podUID())
                          && event.status().path("phase").asText().equals("Failed"))
              .arrivedAt();

      assertThat(counted.failures()).isEqualTo(2);
      assertThat(counted.finishedAt()).as(set).isBetween(ended.minus(NOTED), ended.plus(NOTED));
      assertInTime(set, made(third), counted.finishedAt().plusSeconds(10));
    }
  }

  @Test
  @SideBySide
  void a_pod_comes_back_after_its_back_off(Kubectl kubectl, KubernetesClient client) {
    NODES.forEach(
        (set, offset) -> kubectl.apply(Sets.manifest(set, 1, Sets.clique("a", 2, 1, offset))));
    Set<String> used = new HashSet<>();
    for (int failure = 1; failure <= 2; failure++) {
      for (String set : NODES.keySet()) {
        Pod pod = awaitReady(client, set, used);
        used.add(pod.getMetadata().getUid());
        evict(client, pod);
      }
    }

    for (String set : NODES.keySet()) {
      Pod third = awaitReady(client, set, used);
      PodFailure counted = status(client, set).podFailures().getFirst();

      assertThat(counted.count()).isEqualTo(2);
      assertInTime(set, made(third), Objects.requireNonNull(counted.nextTry()));
    }
  }

  @Test
  @SideBySide
  void the_leader_keeps_the_lease_whatever_the_clocks_show(KubernetesClient client)
      throws IOException {
    Set<Instant> renewals = new HashSet<>();

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          LeaseSpec lease = ElectionLease.read(client).orElseThrow();
          Instant renewed = lease.getRenewTime().toInstant();
          assertThat(lease.getHolderIdentity()).isEqualTo(taken.getHolderIdentity());
          assertThat(lease.getLeaseTransitions()).isEqualTo(taken.getLeaseTransitions());
          assertThat(Duration.between(renewed, Instant.now()).abs())
              .isLessThan(LATE.multipliedBy(3));
          return renewals.add(renewed) && renewals.size() > 12;
        });

    assertThat(standby.isReady()).isTrue();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(leader.log())
                .contains("This machine's clock differs from the API server's"));
    assertThat(metrics(standby)).containsPattern("(?m)^coppice_clock_offset_seconds (300|301)\\.");
  }

  private static String metrics(OperatorProcess operator) throws IOException {
    try (InputStream in = URI.create(operator.metricsUrl()).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The Ready pod at index 0 of a set that is none of those that were there before. */
  private static Pod awaitReady(KubernetesClient client, String set, Set<String> before) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                client.pods().withLabel(Labels.POD_CLIQUE, set + "-0-a").list().getItems().stream()
                    .filter(pod -> Sets.podIndex(pod).equals("0"))
                    .filter(pod -> !before.contains(pod.getMetadata().getUid()))
                    .filter(Sets::isReady)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static void evict(KubernetesClient client, Pod pod) {
    client
        .pods()
        .resource(
            new PodBuilder(pod)
                .editStatus()
                .withPhase("Failed")
                .withReason("Evicted")
                .endStatus()
                .build())
        .patchStatus();
  }

  private static PodCliqueStatus status(KubernetesClient client, String set) {
    return Sets.clique(client, set + "-0-a").statusOrEmpty();
  }

  private static Instant made(Pod pod) {
    return Instant.parse(pod.getMetadata().getCreationTimestamp());
  }

  private static RecordedEvent first(
      Recorder recorder, String kind, Predicate<RecordedEvent> which) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> recorder.recording().ofKind(kind).filter(which).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  private static boolean hasCondition(RecordedEvent event, String type) {
    return event
        .status()
        .path("conditions")
        .valueStream()
        .anyMatch(condition ->
            condition.path("type").asText().equals(type)
                && condition.path("status").asText().equals("True"));
  }

  private static Instant firstDelete(ControlPlane plane, TestNamespace namespace, String clique) {
    return await()
        .atMost(PATIENCE)
        .until(
            () ->
                AtRest.writes(plane, namespace)
                    .to("podcliques")
                    .withVerb("delete")
                    .requests()
                    .stream()
                    .filter(request -> request.name().equals(clique))
                    .map(Request::received)
                    .min(Instant::compareTo),
            Optional::isPresent)
        .orElseThrow();
  }

  private static void assertInTime(String set, Instant acted, Instant due) {
    System.out.printf(
        "nodes %s: acted %d ms after it was due%n", set, Duration.between(due, acted).toMillis());
    assertThat(acted).as(set).isBetween(due, due.plus(LATE));
  }
}
