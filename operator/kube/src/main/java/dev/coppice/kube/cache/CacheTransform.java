package dev.coppice.kube.cache;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiPodGroupSpec;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.scheduler.workload.PlacedGroupSpec;
import dev.coppice.core.scheduler.workload.PlacedGroupSpec.Policy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Takes from an object that has just arrived what no decision reads. It changes the object itself,
 * so it may run only before anything else holds it.
 *
 * <p>Of what carries our labels and belongs to somebody else the metadata is left: who may create
 * such an object decides how large it is.
 */
final class CacheTransform {

  private static final PodGangSpec NO_GROUPS =
      PodGangSpecBuilder.builder().podgroups(List.of()).build();

  private CacheTransform() {}

  /**
   * Trims a pod to a tenth, a node to less, what is made beside pods to what is compared, and the
   * metadata of any object.
   *
   * @param queued whether it counts when containers of pods began, and what pods request
   */
  static void apply(HasMetadata object, boolean queued) {
    switch (object) {
      case Pod pod -> PodTrim.trim(pod, queued);
      case Node node -> trim(node);
      case Service service -> trim(service);
      case HorizontalPodAutoscaler autoscaler -> trim(autoscaler);
      default -> {
        metadata(object);
        if (Ownership.isOfOthers(object)) {
          empty(object);
        }
      }
    }
  }

  // There are thousands, and all that is read of one is whether it answers, and its labels: which
  // ones is up to whoever asks for a domain of nodes.
  private static void trim(Node node) {
    metadata(node);
    node.getMetadata().setLabels(Map.copyOf(node.getMetadata().getLabels()));
    node.setSpec(null);
    node.setStatus(
        new NodeStatusBuilder()
            .withConditions(
                node.getStatus() == null
                    ? List.of()
                    : node.getStatus().getConditions().stream()
                        .filter(condition -> "Ready".equals(condition.getType()))
                        .map(condition ->
                            new NodeConditionBuilder()
                                .withType(condition.getType())
                                .withStatus(condition.getStatus())
                                .build())
                        .toList())
            .build());
  }

  // Its ports and addresses are those of whoever put them there.
  private static void trim(Service service) {
    metadata(service);
    ServiceSpec spec = service.getSpec();
    service.setStatus(null);
    service.setSpec(
        spec == null || Ownership.isOfOthers(service)
            ? new ServiceSpec()
            : new ServiceSpecBuilder()
                .withClusterIP(spec.getClusterIP())
                .withSelector(ReadKeys.ofPlace(spec.getSelector()))
                .withPublishNotReadyAddresses(spec.getPublishNotReadyAddresses())
                .build());
  }

  // One without an owner is compared as a whole once it is taken back.
  private static void trim(HorizontalPodAutoscaler autoscaler) {
    metadata(autoscaler);
    HorizontalPodAutoscalerSpec spec = autoscaler.getSpec();
    boolean isOwned =
        Ownership.controller(autoscaler).isPresent() && !Ownership.isOfOthers(autoscaler);
    autoscaler.setStatus(null);
    autoscaler.setSpec(
        spec == null || !isOwned
            ? new HorizontalPodAutoscalerSpec()
            : new HorizontalPodAutoscalerSpecBuilder(spec).withBehavior(null).build());
  }

  private static void empty(HasMetadata object) {
    switch (object) {
      case PodGang gang -> {
        gang.setSpec(NO_GROUPS);
        gang.setStatus(null);
      }
      case KaiPodGroup group -> {
        group.setSpec(new KaiPodGroupSpec(null, null, null, null, null));
        group.setStatus(null);
      }
      case PlacedGroup group -> {
        group.setSpec(new PlacedGroupSpec(new Policy(null), null, null));
        group.setStatus(null);
      }
      default -> {}
    }
  }

  static void metadata(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    metadata.setManagedFields(List.of());
    // The framework looks into the annotations of everything that it hears of.
    metadata.setAnnotations(ReadKeys.annotations(object));
    metadata.setLabels(ReadKeys.labels(object));
    metadata.setOwnerReferences(Ownership.read(object));
    metadata.setFinalizers(Objects.requireNonNullElse(metadata.getFinalizers(), List.of()));
  }
}
