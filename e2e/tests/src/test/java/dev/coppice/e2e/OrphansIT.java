package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.object.Ownership;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.GarbageCollector;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Recording;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Children that stand without their owner: a set deleted alone, a backup, a reference removed. */
@OnCoppice
class OrphansIT {

  private static final String SET = "workload2";
  private static final String MANIFEST =
      Workload.WORKLOAD2
          .manifest()
          .replace("cliqueNames", "scaleConfig: {maxReplicas: 4}, cliqueNames");
  private static final int PODS = 10;
  private static final Duration A_WHILE = Duration.ofSeconds(5);
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          Service.class,
          HorizontalPodAutoscaler.class,
          PodGang.class,
          PodCliqueScalingGroup.class,
          PodClique.class,
          Pod.class);

  @Test
  void a_set_deleted_alone_and_applied_again_takes_back_what_stands(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      Recorder recorder) {
    kubectl.apply(MANIFEST);
    awaitReady(client, PODS);
    assertThat(recorder.rest().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();
    Map<String, String> before = uids(client);

    GarbageCollector.awaitOurKinds(client);
    kubectl.run("delete", "pcs", SET, "--cascade=orphan", "--timeout=60s");
    // The webhook asks for a set that its cache does not have.
    kubectl.run("scale", "pclq", "--all", "--replicas=7", "--dry-run=server");
    assertThat(recorder.rest().fromNow().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();
    assertThat(uids(client)).isEqualTo(before);
    assertThat(takenBackBeforeItsOwnerWasGone(recorder.upToDate())).isEmpty();

    kubectl.apply(MANIFEST);
    awaitControlled(client);
    kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
    assertThat(recorder.rest().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();
    Instant from = Instant.now();
    assertThat(uids(client)).isEqualTo(before);
    assertThat(
            recorder.upToDate().ofKind("Pod").filter(event -> event.type() == ChangeType.DELETED))
        .isEmpty();

    assertThat(recorder.rest().fromNow().await(A_WHILE, PATIENCE)).isPresent();
    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()))
        .returns(0, Writes::count);
  }

  @Test
  void a_backup_restored_without_owners_keeps_its_pods(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(MANIFEST);
    awaitReady(client, PODS);
    List<HasMetadata> backup = children(client).toList();
    kubectl.run("delete", "pcs", SET, "--timeout=60s");
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(children(client)).isEmpty());

    backup.forEach(object -> restore(client, object));
    Map<String, String> restored = uids(client);
    kubectl.apply(MANIFEST);

    awaitControlled(client);
    awaitReady(client, PODS);
    kubectl.run("wait", "--for=condition=Available", "pcs/" + SET, "--timeout=60s");
    assertThat(uids(client)).isEqualTo(restored);
  }

  @Test
  void a_reference_that_somebody_removes_comes_back(Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(MANIFEST);
    awaitReady(client, PODS);
    Map<String, String> before = uids(client);

    children(client)
        .forEach(child ->
            kubectl.run(
                "patch",
                child.getKind().toLowerCase(Locale.ROOT),
                child.getMetadata().getName(),
                "--type=json",
                "-p",
                "[{\"op\":\"remove\",\"path\":\"/metadata/ownerReferences\"}]"));

    awaitControlled(client);
    assertThat(uids(client)).isEqualTo(before);
  }

  /** Objects that had lost their controller and had one again before the set was gone. */
  private static List<String> takenBackBeforeItsOwnerWasGone(Recording recording) {
    long gone =
        recording
            .ofKind("PodCliqueSet")
            .filter(event -> event.type() == ChangeType.DELETED)
            .mapToLong(RecordedEvent::resourceVersion)
            .findFirst()
            .orElseThrow();
    Set<String> released = new HashSet<>();
    List<String> takenBack = new ArrayList<>();
    for (RecordedEvent event : recording.events()) {
      if (event.resourceVersion() < gone && event.label(Labels.PART_OF).equals(SET)) {
        if (event.controllerUid().isEmpty()) {
          released.add(event.uid());
        } else if (released.contains(event.uid())) {
          takenBack.add(event.kind() + " " + event.name());
        }
      }
    }
    assertThat(released).isNotEmpty();
    return takenBack;
  }

  private static void awaitControlled(KubernetesClient client) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          Set<String> living =
              Stream.concat(Stream.of(Sets.set(client, SET)), children(client))
                  .map(object -> object.getMetadata().getUid())
                  .collect(Collectors.toSet());
          assertThat(children(client))
              .allSatisfy(child ->
                  assertThat(Ownership.controller(child).map(OwnerReference::getUid))
                      .as(child.getKind() + " " + child.getMetadata().getName())
                      .get()
                      .isIn(living));
        });
  }

  private static Stream<HasMetadata> children(KubernetesClient client) {
    return KINDS.stream()
        .flatMap(kind ->
            client.resources(kind).withLabel(Labels.PART_OF, SET).list().getItems().stream()
                .map(HasMetadata.class::cast));
  }

  private static Map<String, String> uids(KubernetesClient client) {
    return children(client)
        .collect(
            Collectors.toMap(
                child -> child.getKind() + " " + child.getMetadata().getName(),
                child -> child.getMetadata().getUid(),
                (one, other) -> one,
                TreeMap::new));
  }

  // As a backup tool does it: what the cluster gave to the object is left out, owners included.
  private static void restore(KubernetesClient client, HasMetadata object) {
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(object.getMetadata().getName())
            .withNamespace(object.getMetadata().getNamespace())
            .withLabels(object.getMetadata().getLabels())
            .withAnnotations(object.getMetadata().getAnnotations())
            .build());
    if (object instanceof Pod pod) {
      pod.getSpec().setNodeName(null);
    }
    client.resource(object).create();
  }
}
