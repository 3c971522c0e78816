package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.set.PodGangSummary;
import dev.coppice.api.set.PodGangSummaryPhase;
import dev.coppice.core.status.Conditions;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.NodeShape;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.ObjectHistory;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A scaled gang takes no room before the base gang has what it needs. */
@OnCoppice
class GangGateIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<String> BASE =
      List.of("workload2-0-pc-a", "workload2-0-sg-x-0-pc-b", "workload2-0-sg-x-0-pc-c");

  @Test
  void holds_the_pods_of_a_scaled_gang_until_the_base_gang_is_scheduled_and_no_longer(
      Kubectl kubectl,
      KubernetesClient client,
      Recorder recorder,
      SimulatedNodes nodes,
      TestNamespace namespace) {
    String place = "nodeSelector: {room: \"%s\"}".formatted(namespace);
    kubectl.apply(Workload.WORKLOAD2.manifest(clique -> "", place));
    await()
        .atMost(PATIENCE)
        .until(() -> {
          List<Pod> pods = client.pods().list().getItems();
          return pods.size() == 10 && pods.stream().allMatch(GangGateIT::isTriedOrGated);
        });
    assertThat(client.pods().list().getItems())
        .allMatch(pod -> isGated(pod) == isScaled(pod), "gated if and only if of the scaled gang");

    await().atMost(PATIENCE).until(() -> tellsWhoWaits(client));

    List<String> own =
        nodes.create(NodeShape.gpu(namespace.name()).withLabel("room", namespace.name()), 1);

    kubectl.run("wait", "--for=condition=Ready", "pods", "--all", "--timeout=90s");
    kubectl.run("wait", "--for=condition=Scheduled", "pcs/workload2", "--timeout=90s");
    await()
        .atMost(PATIENCE)
        .until(() ->
            gangs(client)
                .equals(
                    Map.of(
                        "workload2-0",
                        PodGangSummaryPhase.RUNNING,
                        "workload2-0-sg-x-0",
                        PodGangSummaryPhase.RUNNING)));
    Recording recording = recorder.upToDate();
    RecordedEvent reported = lastOfBase(recording, GangGateIT::reportsItsMinimum);
    RecordedEvent bound = lastOfBase(recording, GangGateIT::isBoundPod);
    List<RecordedEvent> releases = releases(recording);
    assertThat(releases).hasSize(4);
    assertThat(releases)
        .as("not before the base gang is reported as scheduled")
        .allMatch(release -> release.resourceVersion() > reported.resourceVersion());
    assertThat(releases)
        .as("within a second after it is scheduled")
        .allMatch(release -> release.arrivedAt().isBefore(bound.arrivedAt().plusSeconds(1)));
    Rules.assertKept(Invariants.UNDISTURBED, recording);
    System.out.printf(
        "%d pods of the scaled gang were let go at most %d ms after the base gang was scheduled%n",
        releases.size(),
        releases.stream()
            .mapToLong(release -> bound.arrivedAt().until(release.arrivedAt(), ChronoUnit.MILLIS))
            .max()
            .orElseThrow());
    client.nodes().withName(own.getFirst()).delete();
  }

  private static boolean tellsWhoWaits(KubernetesClient client) {
    List<Condition> conditions = Sets.set(client, "workload2").statusOrEmpty().conditions();
    return Conditions.find(conditions, ConditionTypes.SCHEDULED)
            .filter(scheduled -> scheduled.getStatus().equals("False"))
            .filter(scheduled ->
                scheduled.getMessage().startsWith("0 of 2 PodGangs are scheduled; workload2-0: "))
            .isPresent()
        && Conditions.find(conditions, ConditionTypes.GANG_SCHEDULING)
            .filter(support -> support.getReason().equals("SchedulerWithoutGangs"))
            .isPresent()
        && gangs(client).values().stream().allMatch(PodGangSummaryPhase.PENDING::equals);
  }

  private static Map<String, PodGangSummaryPhase> gangs(KubernetesClient client) {
    return Sets.set(client, "workload2").statusOrEmpty().podGangStatuses().stream()
        .collect(Collectors.toMap(PodGangSummary::name, PodGangSummary::phase));
  }

  /** The change with which the last clique of the base gang got there. */
  private static RecordedEvent lastOfBase(
      Recording recording, BiPredicate<RecordedEvent, String> isThere) {
    return BASE.stream()
        .map(clique ->
            recording.events().stream()
                .filter(event -> isThere.test(event, clique))
                .findFirst()
                .orElseThrow())
        .max(Comparator.comparingLong(RecordedEvent::resourceVersion))
        .orElseThrow();
  }

  // The minimum of every clique of workload2 is one pod.
  private static boolean reportsItsMinimum(RecordedEvent event, String clique) {
    return event.kind().equals("PodClique")
        && event.name().equals(clique)
        && event.status().path("scheduledReplicas").asInt() >= 1;
  }

  private static boolean isBoundPod(RecordedEvent event, String clique) {
    return event.kind().equals("Pod")
        && event.label(Labels.POD_CLIQUE).equals(clique)
        && event.spec().has("nodeName");
  }

  /** The change with which each pod of the scaled gang lost its gate. */
  private static List<RecordedEvent> releases(Recording recording) {
    return recording.histories("Pod").stream()
        .filter(pod -> !pod.first().label(Labels.BASE_POD_GANG).isEmpty())
        .map(GangGateIT::release)
        .toList();
  }

  private static RecordedEvent release(ObjectHistory pod) {
    assertThat(pod.first().spec().path("schedulingGates")).isNotEmpty();
    return pod.events().stream()
        .filter(event -> event.spec().path("schedulingGates").isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static boolean isTriedOrGated(Pod pod) {
    return isGated(pod)
        || pod.getStatus().getConditions().stream()
            .anyMatch(condition -> "Unschedulable".equals(condition.getReason()));
  }

  private static boolean isScaled(Pod pod) {
    return pod.getMetadata().getLabels().containsKey(Labels.BASE_POD_GANG);
  }

  private static boolean isGated(Pod pod) {
    return pod.getSpec().getSchedulingGates().stream()
        .anyMatch(gate -> gate.getName().equals(SchedulingGates.POD_GANG_PENDING_CREATION));
  }
}
