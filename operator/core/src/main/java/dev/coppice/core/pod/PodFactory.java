package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.scheduler.SchedulerBackend;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Makes the pods of one PodClique. What all of them share is made once. */
public final class PodFactory {

  private static final PodSchedulingGate GATE =
      new PodSchedulingGate(SchedulingGates.POD_GANG_PENDING_CREATION);

  private final String podClique;
  private final Pod shared;

  /**
   * Makes pods for a clique.
   *
   * @param clique the PodClique; left as it is
   * @param backend the scheduler that places the pods
   * @param settings what is configured about pods
   * @param release what the pods are free to do from the start
   * @param attempt the attempt of a training job that the pods belong to; empty for other pods
   */
  public PodFactory(
      PodClique clique,
      SchedulerBackend backend,
      PodSettings settings,
      Release release,
      OptionalInt attempt) {
    ObjectMeta metadata = clique.getMetadata();
    Map<String, String> own = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
    podClique = metadata.getName();
    Pod plain =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(metadata.getNamespace())
            .withLabels(labels(own, attempt))
            .withAnnotations(annotations(clique, release))
            .withOwnerReferences(Ownership.controllerReference(clique))
            .withFinalizers(
                attempt.isPresent() ? List.of(Finalizers.POD_TRACKING) : List.<String>of())
            .endMetadata()
            .withSpec(
                StartupOrder.hasParents(clique)
                    ? new StartupContainer(settings.startupImage(), clique.getSpec().startsAfter())
                        .into(spec(clique, own, release, attempt))
                    : spec(clique, own, release, attempt))
            .build();
    shared = backend.prepare(plain, own.getOrDefault(Labels.POD_GANG, ""));
  }

  /** The pod of one index. */
  public Pod pod(int index, String name) {
    return new PodBuilder(shared)
        .editMetadata()
        .withName(name)
        .addToLabels(Labels.POD_INDEX, Integer.toString(index))
        .endMetadata()
        .editSpec()
        .withHostname(Names.hostname(podClique, index))
        .endSpec()
        .build();
  }

  private Map<String, String> labels(Map<String, String> own, OptionalInt attempt) {
    Map<String, String> labels = new TreeMap<>(own);
    attempt.ifPresent(number -> labels.put(Labels.RESTART_ATTEMPT, Integer.toString(number)));
    labels.put(Labels.MANAGED_BY, Labels.MANAGER);
    labels.put(Labels.POD_CLIQUE, podClique);
    return labels;
  }

  private static Map<String, String> annotations(PodClique clique, Release release) {
    Map<String, String> annotations = OwnKeys.withoutNotes(clique.getMetadata().getAnnotations());
    if (StartupOrder.hasParents(clique)) {
      annotations.put(
          Annotations.STARTUP_RELEASED,
          release.startup() ? StartupOrder.RELEASED : StartupOrder.HELD);
    }
    return annotations;
  }

  private static PodSpec spec(
      PodClique clique, Map<String, String> own, Release release, OptionalInt attempt) {
    ObjectMeta metadata = clique.getMetadata();
    String set = own.getOrDefault(Labels.PART_OF, "");
    int replica = Integer.parseInt(own.getOrDefault(Labels.SET_REPLICA_INDEX, "0"));
    PodEnvironment environment =
        new PodEnvironment(
            set, replica, metadata.getName(), metadata.getNamespace(), attempt.isPresent());
    PodSpec template = clique.getSpec().podSpec();
    // A gate of the template would be removed by nobody.
    Map<String, String> selector = template.getNodeSelector();
    return new PodSpecBuilder(template)
        .withContainers(environment.into(template.getContainers()))
        .withInitContainers(environment.into(template.getInitContainers()))
        .withSchedulingGates(release.scheduling() ? List.of() : List.of(GATE))
        .withNodeSelector(release.domain().map(nodes -> nodes.in(selector)).orElse(selector))
        .withSubdomain(Names.headlessService(set, replica))
        .build();
  }
}
