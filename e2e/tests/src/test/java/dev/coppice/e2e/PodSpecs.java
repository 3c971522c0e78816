package dev.coppice.e2e;

import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.status.LastError;
import dev.coppice.core.object.Ownership;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What tests of podSpecs that others change do and look at. */
final class PodSpecs {

  static final String IMAGE = "registry.example/busybox:1";
  static final String MIRRORED = "mirror.example/busybox:1";
  private static final String EDITED = "registry.example/edited:1";
  private static final String SECRET = "mirror";

  private PodSpecs() {}

  static MutatingPolicy filling(Kubectl kubectl) {
    return MutatingPolicy.inForce(
        kubectl,
        MutatingPolicy.rule("grove.io", "podcliques"),
        MutatingPolicy.patch(
            """
            has(object.spec.podSpec.imagePullSecrets) ? [] : [
              JSONPatch{op: "add", path: "/spec/podSpec/imagePullSecrets",
                value: [{"name": "%1$s"}]},
              JSONPatch{op: "add", path: "/spec/podSpec/nodeSelector",
                value: {"kubernetes.io/os": "linux"}}]
            """
                .formatted(SECRET)),
        MutatingPolicy.PROBE_CLIQUE,
        made -> made.contains("\"imagePullSecrets\":[{\"name\":\"%s\"}]".formatted(SECRET)));
  }

  static boolean isFilled(Pod pod) {
    return pod.getSpec().getImagePullSecrets().getFirst().getName().equals(SECRET)
        && pod.getSpec().getNodeSelector().equals(Map.of("kubernetes.io/os", "linux"));
  }

  static MutatingPolicy mirroring(Kubectl kubectl) {
    return MutatingPolicy.inForce(
        kubectl,
        MutatingPolicy.rule("grove.io", "podcliques"),
        MutatingPolicy.patch(
            """
            [JSONPatch{op: "replace", path: "/spec/podSpec/containers/0/image", value: "%s"}]
            """
                .formatted(MIRRORED)),
        MutatingPolicy.PROBE_CLIQUE,
        made -> made.contains(MIRRORED));
  }

  static void edit(Kubectl kubectl, String clique) {
    kubectl.run(
        "patch",
        "pclq",
        clique,
        "--type=json",
        "-p",
        "[{\"op\":\"replace\",\"path\":\"/spec/podSpec/containers/0/image\",\"value\":\"%s\"}]"
            .formatted(EDITED));
  }

  static void awaitRepaired(KubernetesClient client, PodSpec before, String clique) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(podSpec(client, clique)).isEqualTo(before);
          assertThat(isWaiting(client, clique)).isFalse();
        });
  }

  static PodSpec podSpec(KubernetesClient client, String clique) {
    return Sets.clique(client, clique).getSpec().podSpec();
  }

  static String image(KubernetesClient client, String clique) {
    return podSpec(client, clique).getContainers().getFirst().getImage();
  }

  static boolean isWaiting(KubernetesClient client, String clique) {
    return Sets.clique(client, clique).statusOrEmpty().conditions().stream()
        .anyMatch(condition ->
            condition.getType().equals(ConditionTypes.WAITING)
                && ConditionReasons.TEMPLATE_DRIFT.equals(condition.getReason()));
  }

  static String owner(KubernetesClient client, String clique) {
    return Ownership.controller(Sets.clique(client, clique))
        .map(OwnerReference::getUid)
        .orElseThrow();
  }

  /** The images of the main containers of all pods that have ever been there. */
  static List<String> images(Recorder recorder) {
    return recorder
        .upToDate()
        .ofKind("Pod")
        .map(pod -> pod.spec().at("/containers/0/image").asText())
        .distinct()
        .toList();
  }

  /** The PodCliques that have ever said that their podSpec is not what was made for them. */
  static List<String> drifts(Recorder recorder) {
    return recorder
        .upToDate()
        .ofKind("PodClique")
        .filter(clique ->
            clique
                .status()
                .path("conditions")
                .valueStream()
                .anyMatch(condition ->
                    condition.path("reason").asText().equals(ConditionReasons.TEMPLATE_DRIFT)))
        .map(clique -> clique.name())
        .distinct()
        .toList();
  }

  static List<Event> repairs(KubernetesClient client) {
    return client.v1().events().list().getItems().stream()
        .filter(event -> EventReasons.TEMPLATE_REPAIRED.equals(event.getReason()))
        .toList();
  }

  /** Errors of a set and of its groups. */
  static List<LastError> errors(KubernetesClient client, String set) {
    List<LastError> errors = new ArrayList<>(Sets.set(client, set).statusOrEmpty().lastErrors());
    client
        .resources(PodCliqueScalingGroup.class)
        .list()
        .getItems()
        .forEach(group -> errors.addAll(group.statusOrEmpty().lastErrors()));
    return errors;
  }
}
