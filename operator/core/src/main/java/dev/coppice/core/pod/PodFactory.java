package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.InjectedVariables;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.subgroup.SlotGroup;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Makes the pods of one PodClique. What all of them share is made once. */
public final class PodFactory {

  private static final PodSchedulingGate GATE =
      new PodSchedulingGate(SchedulingGates.POD_GANG_PENDING_CREATION);

  private final PodClique clique;
  private final SchedulerBackend backend;
  private final PodSettings settings;
  private final Release release;
  private final OptionalInt attempt;
  private final Optional<SlotGroup> group;
  private final Map<String, String> own;
  private final Pod shared;

  /**
   * Makes pods for a clique.
   *
   * @param clique the PodClique; left as it is
   * @param backend the scheduler that places the pods
   * @param settings what is configured about pods
   * @param release what the pods are free to do from the start
   * @param attempt the attempt of a training job that the pods belong to; empty for other pods
   * @param group the group that the pods belong to; empty for pods that belong to none
   */
  public PodFactory(
      PodClique clique,
      SchedulerBackend backend,
      PodSettings settings,
      Release release,
      OptionalInt attempt,
      Optional<SlotGroup> group) {
    this.clique = clique;
    this.backend = backend;
    this.settings = settings;
    this.release = release;
    this.attempt = attempt;
    this.group = group;
    own = clique.getMetadata().getLabels() == null ? Map.of() : clique.getMetadata().getLabels();
    shared = prepared(Optional.empty());
  }

  /** The pod of one index. */
  public Pod pod(int index, String name) {
    Pod alike =
        group
            .flatMap(known -> PodPlace.of(clique, known, index, settings))
            .map(place -> prepared(Optional.of(place)))
            .orElse(shared);
    return new PodBuilder(alike)
        .editMetadata()
        .withName(name)
        .addToLabels(Labels.POD_INDEX, Integer.toString(index))
        .endMetadata()
        .editSpec()
        .withHostname(Names.hostname(clique.getMetadata().getName(), index))
        .endSpec()
        .build();
  }

  /** The pod without what its index alone tells. */
  private Pod prepared(Optional<PodPlace> place) {
    PodSpec spec = spec(place);
    Pod plain =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(clique.getMetadata().getNamespace())
            .withLabels(labels(place))
            .withAnnotations(annotations(place))
            .withOwnerReferences(Ownership.controllerReference(clique))
            .withFinalizers(
                attempt.isPresent() ? List.of(Finalizers.POD_TRACKING) : List.<String>of())
            .endMetadata()
            .withSpec(
                StartupOrder.hasParents(clique)
                    ? new StartupContainer(settings.startup(), clique.getSpec().startsAfter())
                        .into(spec)
                    : spec)
            .build();
    return backend.prepare(plain, own.getOrDefault(Labels.POD_GANG, ""));
  }

  private Map<String, String> labels(Optional<PodPlace> place) {
    Map<String, String> labels = new TreeMap<>(own);
    attempt.ifPresent(number -> labels.put(Labels.RESTART_ATTEMPT, Integer.toString(number)));
    labels.put(Labels.MANAGED_BY, Labels.MANAGER);
    labels.put(Labels.POD_CLIQUE, clique.getMetadata().getName());
    place.ifPresent(known -> labels.putAll(known.labels()));
    return labels;
  }

  private Map<String, String> annotations(Optional<PodPlace> place) {
    Map<String, String> annotations = OwnKeys.withoutNotes(ReadKeys.annotations(clique));
    if (StartupOrder.hasParents(clique)) {
      annotations.put(
          Annotations.STARTUP_RELEASED,
          release.startup() ? StartupOrder.RELEASED : StartupOrder.HELD);
    }
    place.ifPresent(known -> annotations.putAll(known.annotations()));
    return annotations;
  }

  private PodSpec spec(Optional<PodPlace> place) {
    ObjectMeta metadata = clique.getMetadata();
    String set = own.getOrDefault(Labels.PART_OF, "");
    int replica = ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).orElse(0);
    InjectedVariables environment =
        new PodEnvironment(
                set,
                replica,
                metadata.getName(),
                metadata.getNamespace(),
                settings.clusterDomain(),
                attempt.isPresent())
            .at(place);
    // Containers are known by their positions: no other may have come before them yet.
    PodSpec template =
        place
            .map(known -> known.told(clique.getSpec().podSpec()))
            .orElse(clique.getSpec().podSpec());
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
