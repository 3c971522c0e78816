package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodGangSummary;
import dev.coppice.api.set.PodGangSummaryPhase;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gang and its set say of it from its first pod to its last. */
@OnOwnOperators
class GangLifeIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private Kubectl kubectl;
  private KubernetesClient client;
  private OperatorProcess operator;

  @BeforeEach
  void start(ControlPlane plane, Kubectl administrator, KubernetesClient namespaced) {
    kubectl = administrator;
    client = namespaced;
    operator =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.OPERATOR)).nativeGangs().start();
  }

  @AfterEach
  void end(TestNamespace namespace) {
    operator.close();
    OnePodNodes.deleteAll(client, namespace);
  }

  @Test
  void waits_runs_is_breached_torn_down_runs_again_and_is_scaled_in(
      SimulatedNodes nodes, TestNamespace namespace, Recorder recorder) {
    OnePodNodes places = OnePodNodes.create(client, nodes, namespace, 4);
    places.names().stream().skip(2).forEach(nodes::cordon);
    kubectl.apply(
        (Sets.manifest("web", 1, Sets.clique("a", 2, 2), Sets.clique("worker", 1, 1))
                + """
                    podCliqueScalingGroups:
                    - {name: g, replicas: 2, minAvailable: 1, cliqueNames: [worker]}
                """)
            .replace("containers:", places.selector() + "\n          containers:")
            .replace("template:", "template:\n    terminationDelay: 4s"));
    awaitSet("web-0", PodGangSummaryPhase.PENDING, "web-0-g-0", PodGangSummaryPhase.PENDING);
    awaitScheduled("False", "0 of 2 PodGangs are scheduled; web-0: 0 of 2 PodCliques have their");
    awaitGang("web-0", "Pending", "Initialized=True", "Scheduled=False", "Ready=False");

    places.uncordon();
    awaitSet("web-0", PodGangSummaryPhase.RUNNING, "web-0-g-0", PodGangSummaryPhase.RUNNING);
    awaitScheduled("True", "");
    awaitGang("web-0", "Running", "Initialized=True", "Scheduled=True", "Ready=True");

    Sets.livePods(client, "web-0-a").forEach(places::lose);
    awaitGang("web-0", "Pending", "Initialized=True", "Scheduled=False", "Ready=False");
    awaitScheduled("False", "");

    places.uncordon();
    awaitGang("web-0", "Running", "Initialized=True", "Scheduled=True", "Ready=True");
    awaitScheduled("True", "");

    kubectl.run("scale", "pcsg", "web-0-g", "--replicas=1");
    awaitSet("web-0", PodGangSummaryPhase.RUNNING);
    assertThat(phases(recorder, "web-0"))
        .containsSubsequence("Pending", "Running", "Starting", "Pending", "Running");
    assertThat(phases(recorder, "web-0-g-0")).containsSubsequence("Pending", "Running");
  }

  @Test
  void ends_with_the_job_that_it_belongs_to(Recorder recorder) {
    kubectl.apply(Trainings.manifest("done", 1, "", Trainings.clique("a", 2, 2, "")));
    List<Pod> pods = Trainings.awaitReady(client, 0, 2);
    awaitGang("done-0", "Running");
    pods.forEach(pod -> Trainings.exit(client, pod, 0));
    Trainings.wait(kubectl, "Complete", "done");
    awaitGang("done-0", "Succeeded");

    kubectl.apply(Trainings.manifest("lost", 1, "", Trainings.clique("b", 2, 2, "")));
    Pod first = Trainings.awaitReady(client, 0, 2).getFirst();
    awaitGang("lost-0", "Running");
    Trainings.exit(client, first, 1);
    Trainings.wait(kubectl, "Failed", "lost");
    awaitGang("lost-0", "Failed");

    assertThat(phases(recorder, "done-0")).containsSubsequence("Running", "Succeeded");
    assertThat(phases(recorder, "lost-0")).containsSubsequence("Running", "Failed");
  }

  private static List<String> phases(Recorder recorder, String gang) {
    return recorder.upToDate().events().stream()
        .filter(event -> event.kind().equals("PodGang") && event.name().equals(gang))
        .map(RecordedEvent::status)
        .map(status -> status.path("phase").asText())
        .toList();
  }

  private void awaitGang(String name, String phase, String... conditions) {
    kubectl.run(
        "wait", "--for=jsonpath={.status.phase}=" + phase, "podgang/" + name, "--timeout=60s");
    for (String condition : conditions) {
      kubectl.run("wait", "--for=condition=" + condition, "podgang/" + name, "--timeout=60s");
    }
  }

  private void awaitSet(Object... gangs) {
    Map<Object, Object> wanted =
        gangs.length == 2
            ? Map.of(gangs[0], gangs[1])
            : Map.of(gangs[0], gangs[1], gangs[2], gangs[3]);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    Sets.set(client, "web").statusOrEmpty().podGangStatuses().stream()
                        .collect(
                            Collectors.<PodGangSummary, Object, Object>toMap(
                                PodGangSummary::name, PodGangSummary::phase)))
                .isEqualTo(wanted));
  }

  private void awaitScheduled(String status, String message) {
    await(message)
        .atMost(PATIENCE)
        .until(() ->
            Conditions.find(
                    Sets.set(client, "web").statusOrEmpty().conditions(), ConditionTypes.SCHEDULED)
                .filter(found -> found.getStatus().equals(status))
                .filter(found -> found.getMessage().startsWith(message))
                .isPresent());
  }
}
