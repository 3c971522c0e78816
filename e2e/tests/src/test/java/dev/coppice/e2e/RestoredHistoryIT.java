package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.CrdInstallation;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.RunDirectory;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.EtcdBackup;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A control plane is restored from an older backup of etcd while operator and webhook run. */
class RestoredHistoryIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration NOTICED = Duration.ofSeconds(40);
  private static final String CUT = "The history of the API server's store was cut";

  private static final String GROUP =
      """
          podCliqueScalingGroups:
          - {name: g, cliqueNames: [b], replicas: 2, minAvailable: 1}
      """;

  private Path directory;
  private ControlPlane plane;
  private KubernetesClient client;
  private Kubectl kubectl;
  private RestartedOperator webhook;
  private RestartedOperator operator;
  private final Map<RestartedOperator, Integer> before = new HashMap<>();
  private final Set<String> backedUp = new HashSet<>();

  @BeforeEach
  void start(TestInfo test) {
    directory =
        RunDirectory.of("RestoredHistoryIT")
            .resolve(test.getDisplayName().replaceAll("[^A-Za-z0-9]+", "-"));
    plane = ControlPlane.in(directory.resolve("plane")).start();
    client = plane.client();
    kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(PlaneUser.ADMIN), "default");
    new SimulatedNodes(client).create(NodeShape.gpu("node"), 2);
    CrdInstallation.into(client, "tests");
    webhook =
        RestartedOperator.of(RegisteredWebhook.on(plane, directory.resolve("webhook")).process());
  }

  @AfterEach
  void end() {
    if (operator != null) {
      operator.close();
    }
    webhook.close();
    client.close();
    plane.close();
  }

  private List<RestartedOperator> processes() {
    return List.of(operator, webhook);
  }

  /**
   * A set and a job are there when the backup is made. Afterwards they are made anew in part, and
   * another set comes. No operator runs while etcd is away.
   */
  private EtcdBackup backUpBetweenTwoSets(boolean elected) {
    OperatorProcess first =
        OperatorProcess.in(directory.resolve("operator"), plane.kubeconfig(PlaneUser.OPERATOR))
            .configure("leaderElection.enabled", elected)
            // While the control plane is away nobody loses the lead.
            .configure("leaderElection.leaseDuration", "90s")
            .configure("leaderElection.renewDeadline", "80s")
            .start();
    kubectl.apply(
        Sets.manifest("old", 1, Sets.clique("a", 2, 2), Sets.clique("b", 1, 1)).concat(GROUP));
    kubectl.apply(Trainings.manifest("job", 1, "maxRestarts: 1", Trainings.clique("t", 2, 2, "")));
    awaitReady(6);
    backedUp.addAll(podUids());
    first.terminate();
    EtcdBackup backup = plane.backUpEtcd(directory.resolve("backup"));
    operator = RestartedOperator.of(first.startAgain());
    // Caches will show these when the pods of those before them are back.
    for (String clique : List.of("old-0-a", "old-0-g-0-b", "job-0-t")) {
      kubectl.run("delete", "pclq", clique);
    }
    await()
        .atMost(PATIENCE)
        .until(() -> podUids().stream().filter(backedUp::contains).count() == 1);
    awaitReady(6);
    apply(Sets.manifest("later", 10, Sets.clique("a", 2, 2)));
    await()
        .atMost(PATIENCE)
        .until(() -> Sets.set(client, "later").statusOrEmpty().availableReplicas() == 10);
    assertThat(operator.restarts()).isZero();
    before.clear();
    processes().forEach(process -> before.put(process, process.process().log().length()));
    return backup;
  }

  /** Not at once, where the API server or the webhook has just begun. */
  private void apply(String manifest) {
    await().atMost(PATIENCE).until(() -> kubectl.call(manifest, "apply", "-f", "-").code() == 0);
  }

  private long revision() {
    return Long.parseLong(client.nodes().list().getMetadata().getResourceVersion());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void says_so_and_begins_anew_where_revisions_come_once_more(boolean elected) {
    EtcdBackup backup = backUpBetweenTwoSets(elected);
    long revision = revision();

    backup.restore();
    Instant back = Instant.now();

    assertThat(revision()).isLessThan(revision);
    for (RestartedOperator process : processes()) {
      await()
          .atMost(NOTICED)
          .untilAsserted(() -> assertThat(process.restarts()).as(tail(process)).isEqualTo(1));
      System.out.printf(
          "%s: ended %d ms after all components were back%n",
          process == webhook ? "webhook" : "operator, elected: " + elected,
          Duration.between(back, Instant.now()).toMillis());
      assertThat(said(process).lines().filter(line -> line.contains(CUT))).hasSize(1);
    }
    works();
    assertThat(client.resources(PodCliqueSet.class).withName("later").get()).isNull();
    assertThat(processes())
        .allSatisfy(process -> assertThat(process.restarts()).as(tail(process)).isEqualTo(1));
  }

  /** A leader would find its Lease as it was, and begin anew. */
  @Test
  void goes_on_where_the_revisions_are_later_than_all_that_were_seen() {
    EtcdBackup backup = backUpBetweenTwoSets(false);
    long revision = revision();

    backup.restoreBeyond(revision + 1_000);

    assertThat(revision()).isGreaterThan(revision);
    works();
    await()
        .atMost(PATIENCE)
        .until(() -> client.resources(PodCliqueSet.class).withName("later").get() == null);
    assertThat(processes())
        .allSatisfy(process -> {
          assertThat(process.restarts()).as(tail(process)).isZero();
          assertThat(said(process)).doesNotContain(CUT);
        });
  }

  /** What is restored is whole, and new work is done. */
  private void works() {
    apply(Sets.manifest("new", 1, Sets.clique("a", 2, 2)));
    kubectl.run("wait", "--for=condition=Available", "pcs/new", "--timeout=90s");
    awaitReady(8);
    assertThat(podUids()).containsAll(backedUp);
    assertThat(Trainings.status(client, "job").restartCount()).isZero();
  }

  private void awaitReady(int pods) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            client.pods().list().getItems().size() == pods
                && client.pods().list().getItems().stream().allMatch(Sets::isReady));
  }

  private List<String> podUids() {
    return client.pods().list().getItems().stream().map(pod -> pod.getMetadata().getUid()).toList();
  }

  /** What it has logged since the backup; the folder may be that of an earlier run. */
  private String said(RestartedOperator process) {
    return process.process().log().substring(before.get(process));
  }

  private static String tail(RestartedOperator process) {
    return process.process().logTail(20);
  }
}
