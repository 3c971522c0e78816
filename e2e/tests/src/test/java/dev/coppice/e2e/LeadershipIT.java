package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.OperatorProcessBuilder;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.AuditLog.Request;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two operators with the default periods, of which one works and the other can take over. Their
 * machines' clocks are ten minutes apart, and none is right.
 */
@OnOwnOperators
class LeadershipIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Duration WRONG = Duration.ofMinutes(5);

  private static final Duration LEASE = Duration.ofSeconds(15);

  /** The elector waits for up to 2.2 periods of 2 s between two looks at the lease. */
  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofMillis(4_400);

  /** Nobody takes over sooner who has to wait for the lease to run out. */
  private static final Duration WHOEVER_WAITS = LEASE.minus(LONGEST_BETWEEN_LOOKS);

  @TempDir private Path directory;

  private ControlPlane plane;
  private KubernetesClient client;
  private OperatorProcess leader;
  private OperatorProcess standby;

  @BeforeEach
  void start(ControlPlane plane, KubernetesClient client) {
    this.plane = plane;
    this.client = client;
    leader = operator("first", WRONG.negated()).launch();
    ElectionLease.awaitHeldBy(client, "first");
    standby = operator("second", WRONG).start();
  }

  private OperatorProcessBuilder operator(String name, Duration ahead) {
    return new WrongClock(directory.resolve(name + "-clock"), ahead)
        .of(
            OperatorProcess.in(directory.resolve(name), plane.kubeconfig(PlaneUser.OPERATOR))
                .environment("HOSTNAME", name)
                .configure("leaderElection.enabled", true));
  }

  @AfterEach
  void end() {
    leader.close();
    standby.close();
  }

  @Test
  void hands_over_within_the_lease_when_the_leader_is_killed_in_a_scale_out_of_500_pods(
      Kubectl kubectl, TestNamespace namespace, SimulatedNodes nodes, Recorder recorder) {
    nodes.create(NodeShape.gpu("leadership"), 2);
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("prefill", 5, 5), Sets.clique("decode", 5, 5)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    kubectl.run("scale", "pcs", "llm", "--replicas=51");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> Sets.podsMade(recorder.recording()) > 110);

    leader.kill();
    Instant killed = Instant.now();
    assertThat(Sets.podsMade(recorder.recording())).isLessThan(510);

    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=120s");
    // Before that the API server may still read what the dead process had sent.
    Instant acquired = ElectionLease.read(client).orElseThrow().getAcquireTime().toInstant();
    Duration takeOver = Duration.between(killed, firstWriteSince(acquired, namespace));
    System.out.printf("first write %d ms after the leader was killed%n", takeOver.toMillis());
    assertThat(takeOver).isGreaterThan(WHOEVER_WAITS);
    // What comes after that is caches to be filled, on a machine that may have other work.
    assertThat(Duration.between(killed, acquired))
        .isLessThan(LEASE.plus(LONGEST_BETWEEN_LOOKS).plusSeconds(2));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.set(client, "llm").statusOrEmpty().availableReplicas()).isEqualTo(51));
    assertThat(Sets.podsMade(recorder.upToDate())).isEqualTo(510);
  }

  @Test
  void hands_over_at_once_when_the_leader_is_told_to_end(Kubectl kubectl, TestNamespace namespace) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");

    Instant told = Instant.now();
    leader.terminate();
    Instant ended = Instant.now();
    kubectl.run("scale", "pcs", "llm", "--replicas=3");

    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    Duration takeOver = Duration.between(told, firstWriteSince(ended, namespace));
    System.out.printf("first write %d ms after the leader was told to end%n", takeOver.toMillis());
    assertThat(takeOver).isLessThan(WHOEVER_WAITS);
  }

  @Test
  void is_restarted_one_after_the_other_without_waiting_for_itself(Kubectl kubectl) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    assertThat(standby.isReady()).isTrue();

    // As a Deployment does without surge: the next one goes when the one before is Ready again.
    Instant from = Instant.now();
    standby.terminate();
    standby = standby.startAgain();
    leader.terminate();
    leader = leader.startAgain();
    System.out.printf(
        "both restarted in %d ms%n", Duration.between(from, Instant.now()).toMillis());

    // Whoever takes over is Ready again as soon as its caches are filled.
    standby.awaitReady();
    leader.awaitReady();
    kubectl.run("scale", "pcs", "llm", "--replicas=2");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.set(client, "llm").statusOrEmpty().availableReplicas()).isEqualTo(2));
  }

  private Instant firstWriteSince(Instant instant, TestNamespace namespace) {
    return AtRest.writes(plane, namespace).between(instant, Instant.MAX).requests().stream()
        .map(Request::received)
        .min(Instant::compareTo)
        .orElseThrow();
  }
}
