package dev.coppice.api.crd;

import dev.coppice.api.GroveResource;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangMap;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresourceScale;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresourceStatus;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code kubectl get} and {@code kubectl scale} see of a kind.
 *
 * @param kind the kind
 * @param scaleSelector where its status has the label selector of its pods; null if it cannot be
 *     scaled
 * @param columns the columns of a table, in their order
 */
record KindShape(
    Class<? extends GroveResource<?, ?>> kind,
    @Nullable String scaleSelector,
    List<CustomResourceColumnDefinition> columns) {

  private static final String MIN_AVAILABLE_BREACHED =
      ".status.conditions[?(@.type==\"MinAvailableBreached\")].status";

  private static final String STATUS = ".status.conditions[?(@.type==\"Ready\")].reason";

  private static final String UPDATE = ".status.conditions[?(@.type==\"UpdateInProgress\")].reason";

  /** All kinds, in the order in which they are installed. */
  static final List<KindShape> ALL =
      List.of(
          new KindShape(
              ClusterTopologyBinding.class,
              null,
              List.of(text("Domains", ".spec.levels[*].domain", 0), age())),
          new KindShape(
              PodCliqueSet.class,
              ".status.hpaPodSelector",
              List.of(
                  text("Status", STATUS, 0),
                  count("Replicas", ".spec.replicas", 0),
                  count("Available", ".status.availableReplicas", 0),
                  count("Updated", ".status.updatedReplicas", 0),
                  count("PCLQs-Updated", ".status.updateProgress.updatedPodCliquesCount", 1),
                  count("PCLQs-Total", ".status.updateProgress.totalPodCliquesCount", 1),
                  count(
                      "PCSGs-Updated",
                      ".status.updateProgress.updatedPodCliqueScalingGroupsCount",
                      1),
                  count(
                      "PCSGs-Total", ".status.updateProgress.totalPodCliqueScalingGroupsCount", 1),
                  text("Type", ".spec.workloadType", 1),
                  count("Restarts", ".status.restartCount", 1),
                  text("Phase", ".status.phase", 0),
                  text("Update", UPDATE, 1),
                  age())),
          new KindShape(
              PodCliqueScalingGroup.class,
              ".status.selector",
              List.of(
                  text("Status", STATUS, 0),
                  count("MinAvail", ".spec.minAvailable", 0),
                  count("Replicas", ".spec.replicas", 0),
                  count("Available", ".status.availableReplicas", 0),
                  count("Scheduled", ".status.scheduledReplicas", 0),
                  count("Updated", ".status.updatedReplicas", 0),
                  count("PCLQs-Updated", ".status.updateProgress.updatedPodCliquesCount", 1),
                  count("PCLQs-Total", ".status.updateProgress.totalPodCliquesCount", 1),
                  text("MinBreached", MIN_AVAILABLE_BREACHED, 1),
                  age())),
          new KindShape(
              PodClique.class,
              ".status.hpaPodSelector",
              List.of(
                  text("Status", STATUS, 0),
                  count("MinAvail", ".spec.minAvailable", 0),
                  count("Replicas", ".spec.replicas", 0),
                  count("Ready", ".status.readyReplicas", 0),
                  count("Scheduled", ".status.scheduledReplicas", 0),
                  count("Updated", ".status.updatedReplicas", 0),
                  count("Gated", ".status.scheduleGatedReplicas", 1),
                  text("MinBreached", MIN_AVAILABLE_BREACHED, 1),
                  age())),
          new KindShape(PodGang.class, null, List.of(text("Phase", ".status.phase", 0), age())),
          new KindShape(PodGangMap.class, null, List.of(age())));

  /** The kinds that are not installed everywhere. */
  static final List<KindShape> OPTIONAL =
      List.of(
          new KindShape(
              Queue.class,
              null,
              List.of(
                  text("Priority", ".spec.priority", 0),
                  text("Parent", ".spec.parentQueue", 0),
                  text("Children", ".status.childQueues", 0),
                  text("DisplayName", ".spec.displayName", 0))));

  /** Gives a version of a definition these columns and subresources. */
  void apply(CustomResourceDefinitionVersion version) {
    version.setAdditionalPrinterColumns(columns);
    if (!version.getSchema().getOpenAPIV3Schema().getProperties().containsKey("status")) {
      version.setSubresources(null);
      return;
    }
    version.setSubresources(
        new CustomResourceSubresources(
            scaleSelector == null
                ? null
                : new CustomResourceSubresourceScale(
                    scaleSelector, ".spec.replicas", ".status.replicas"),
            new CustomResourceSubresourceStatus()));
  }

  private static CustomResourceColumnDefinition count(String name, String path, int priority) {
    return column(name, "integer", path, priority);
  }

  private static CustomResourceColumnDefinition text(String name, String path, int priority) {
    return column(name, "string", path, priority);
  }

  private static CustomResourceColumnDefinition age() {
    return column("Age", "date", ".metadata.creationTimestamp", 0);
  }

  private static CustomResourceColumnDefinition column(
      String name, String type, String path, int priority) {
    return new CustomResourceColumnDefinitionBuilder()
        .withName(name)
        .withType(type)
        .withJsonPath(path)
        .withPriority(priority == 0 ? null : priority)
        .build();
  }
}
