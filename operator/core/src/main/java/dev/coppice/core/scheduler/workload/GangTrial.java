package dev.coppice.core.scheduler.workload;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What is tried to find out whether a cluster has gangs: objects that use all that is needed, and
 * what is missing if the API server gives them back without it.
 */
public final class GangTrial {

  /** Group and version that are spoken. */
  public static final String API_VERSION = PlacedGroup.GROUP + "/" + PlacedGroup.VERSION;

  /** What is missing where the version is not served. */
  public static final String NOT_SERVED =
      "the API server does not serve podgroups in %s (--runtime-config=%s=true)"
          .formatted(API_VERSION, API_VERSION);

  private static final String NAME = "coppice-gang-trial";
  private static final String TOPOLOGY_KEY = "kubernetes.io/hostname";

  private GangTrial() {}

  /** Whether PodGroups are among what a version serves. */
  public static boolean isServed(List<APIResource> resources) {
    return resources.stream().anyMatch(one -> one.getName().equals(PlacedGroup.PLURAL));
  }

  /** A PodGroup to try. */
  public static PlacedGroup group(String namespace) {
    PlacedGroup group = new PlacedGroup();
    group.setMetadata(new ObjectMetaBuilder().withName(NAME).withNamespace(namespace).build());
    group.setSpec(PlacedGroupSpec.of(1, TOPOLOGY_KEY, null));
    return group;
  }

  /** A pod to try; it may be created wherever any pod may. */
  public static Pod pod(String namespace) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(NAME)
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .withNewSecurityContext()
            .withRunAsNonRoot(true)
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile()
            .endSecurityContext()
            .addNewContainer()
            .withName("none")
            .withImage("none")
            .withNewSecurityContext()
            .withAllowPrivilegeEscalation(false)
            .withNewCapabilities()
            .addToDrop("ALL")
            .endCapabilities()
            .endSecurityContext()
            .endContainer()
            .endSpec()
            .build();
    return new NativeGangs(true).joined(pod, NAME);
  }

  /** What the API server has dropped of these. */
  public static Optional<String> missing(PlacedGroup group, Pod pod) {
    if (group.getSpec().schedulingPolicy().gang() == null) {
      return Optional.of(
          "the API server drops the policy gang of PodGroups (feature gate GangScheduling)");
    }
    return NativeGangs.placementOf(pod).isPresent()
        ? Optional.empty()
        : Optional.of(
            "the API server drops the schedulingGroup of pods (feature gate GenericWorkload)");
  }

  /** The scheduler of a cluster that gave this back, of which nothing is missing. */
  public static NativeGangs scheduler(PlacedGroup group) {
    return new NativeGangs(group.getSpec().hasTopology());
  }
}
