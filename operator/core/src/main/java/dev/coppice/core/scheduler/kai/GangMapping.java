package dev.coppice.core.scheduler.kai;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.TopologyConstraintGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.OwnKeys;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The PodGroup of KAI that says the same as a PodGang. */
sealed interface GangMapping {

  /** The PodGroup, without an owner. */
  record Mapped(KaiPodGroup group) implements GangMapping {}

  /**
   * There is none that says it.
   *
   * @param why for people
   */
  record Failed(String why) implements GangMapping {}

  /**
   * The PodGroup of a gang.
   *
   * @param topologies from the name of a ClusterTopologyBinding to that of KAI's own topology
   */
  static GangMapping of(PodGang gang, PodCliqueSet set, UnaryOperator<String> topologies) {
    Optional<String> topology = topologyName(gang).map(topologies);
    if (topology.isEmpty() && isConstrained(gang.getSpec())) {
      return new Failed(
          "it has topology constraints, and no annotation %s that says of which topology"
              .formatted(KaiKeys.TOPOLOGY_NAMES.getFirst()));
    }
    return switch (GangQueue.of(set)) {
      case GangQueue.Unclear(String why) -> new Failed(why);
      case GangQueue.Named(String queue) ->
          new Mapped(group(gang, spec(gang.getSpec(), queue, topology.orElse(null))));
    };
  }

  /** A PodGroup with the name and what else a gang hands on. */
  static KaiPodGroup group(PodGang gang, KaiPodGroupSpec spec) {
    KaiPodGroup group = new KaiPodGroup();
    group.setMetadata(
        new ObjectMetaBuilder()
            .withName(gang.getMetadata().getName())
            .withNamespace(gang.getMetadata().getNamespace())
            .withLabels(gang.getMetadata().getLabels())
            .withAnnotations(annotations(gang))
            .build());
    group.setSpec(spec);
    return group;
  }

  // What others have put on the gang is about the gang.
  private static Map<String, String> annotations(PodGang gang) {
    Map<String, String> ours = new TreeMap<>(Omitted.orEmpty(gang.getMetadata().getAnnotations()));
    List<String> copied = OwnKeys.copiedAnnotations(gang);
    ours.keySet()
        .removeIf(key ->
            !key.startsWith(Labels.OWN_PREFIX)
                && !key.equals(KaiKeys.SKIP_POD_GROUPER)
                && !copied.contains(key));
    ours.keySet().removeAll(KaiKeys.OF_RUNTIME);
    return ours;
  }

  private static KaiPodGroupSpec spec(PodGangSpec gang, String queue, @Nullable String topology) {
    Stream<KaiPodGroupSpec.SubGroup> shared =
        gang.topologyConstraintGroupConfigs().stream()
            .filter(config -> !config.podGroupNames().isEmpty())
            .map(config ->
                new KaiPodGroupSpec.SubGroup(
                    config.name(),
                    null,
                    config.podGroupNames().size(),
                    null,
                    constraint(config.topologyConstraint(), topology)));
    Stream<KaiPodGroupSpec.SubGroup> single =
        gang.podgroups().stream()
            .map(group ->
                new KaiPodGroupSpec.SubGroup(
                    group.name(),
                    group.minReplicas(),
                    null,
                    parent(gang, group),
                    constraint(group.topologyConstraint(), topology)));
    return new KaiPodGroupSpec(
        gang.podgroups().stream().mapToInt(PodGroup::minReplicas).sum(),
        queue,
        gang.priorityClassName(),
        constraint(gang.topologyConstraint(), topology),
        Stream.concat(shared, single).toList());
  }

  private static @Nullable String parent(PodGangSpec gang, PodGroup group) {
    return gang.topologyConstraintGroupConfigs().stream()
        .filter(config -> config.podGroupNames().contains(group.name()))
        .map(TopologyConstraintGroupConfig::name)
        .findFirst()
        .orElse(null);
  }

  private static KaiPodGroupSpec.@Nullable Topology constraint(
      @Nullable GangTopologyConstraint constraint, @Nullable String topology) {
    return pack(constraint)
        .map(pack -> new KaiPodGroupSpec.Topology(topology, pack.required(), pack.preferred()))
        .orElse(null);
  }

  private static Optional<PackConstraint> pack(@Nullable GangTopologyConstraint constraint) {
    return Optional.ofNullable(constraint)
        .map(GangTopologyConstraint::packConstraint)
        .filter(pack -> pack.required() != null || pack.preferred() != null);
  }

  private static boolean isConstrained(PodGangSpec gang) {
    return Stream.of(
            Stream.ofNullable(gang.topologyConstraint()),
            gang.topologyConstraintGroupConfigs().stream()
                .map(TopologyConstraintGroupConfig::topologyConstraint)
                .filter(Objects::nonNull),
            gang.podgroups().stream().map(PodGroup::topologyConstraint).filter(Objects::nonNull))
        .flatMap(constraints -> constraints)
        .anyMatch(constraint -> pack(constraint).isPresent());
  }

  private static Optional<String> topologyName(PodGang gang) {
    Map<String, String> annotations =
        Optional.ofNullable(gang.getMetadata().getAnnotations()).orElse(Map.of());
    return KaiKeys.TOPOLOGY_NAMES.stream()
        .map(annotations::get)
        .filter(name -> name != null && !name.isBlank())
        .findFirst();
  }
}
