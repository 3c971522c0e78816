package dev.coppice.core.scheduler.workload;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.GangObject;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.TopologySupport;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The stock scheduler of a cluster whose gate GangScheduling is on. It takes a PodGroup for one
 * placement of pods that all name it, so that each recorded placement of a PodGang is one.
 *
 * @param topologies what it keeps of the constraints of a gang
 */
public record NativeGangs(TopologySupport topologies) implements SchedulerBackend {

  private static final SchedulerBackend PLAIN = new DefaultScheduler();

  /** In the spec of a pod, which the model of the client library does not know yet. */
  public static final String FIELD = "schedulingGroup";

  private static final String NAME = "podGroupName";

  // In the words of the scheduler, of a pod that would fit.
  private static final String FOR_OTHERS = "waiting for minCount pods from a gang";

  private static final TopologySupport ONE_KEY =
      new TopologySupport(
          TopologySupport.Extent.ONE_KEY_A_PLACEMENT,
          "default-scheduler keeps one required level, which has to be that of all pods that get"
              + " their places together");

  private static final TopologySupport GATE_IS_OFF =
      TopologySupport.none(
          "the API server drops the topology of PodGroups (feature gate"
              + " TopologyAwareWorkloadScheduling)");

  /**
   * In a cluster that has gangs.
   *
   * @param placesInDomains whether PodGroups may name a topology there
   */
  public NativeGangs(boolean placesInDomains) {
    this(placesInDomains ? ONE_KEY : GATE_IS_OFF);
  }

  @Override
  public String name() {
    return DefaultScheduler.NAME;
  }

  @Override
  public GangSupport gangs() {
    return new GangSupport(
        true,
        ConditionReasons.NATIVE_GANGS,
        DefaultScheduler.NAME
            + " places the minimum of each PodClique of a gang at once or not at all, when the"
            + " gang begins; a pod that is replaced later is placed by itself");
  }

  // It takes one node label for all pods of a gang.
  @Override
  public PlacementMode placementMode(boolean wholeGroups, boolean isAlone) {
    return !wholeGroups || (isAlone && topologies.isByPlacement())
        ? PlacementMode.GANG
        : PlacementMode.LEADER_FIRST;
  }

  @Override
  public Pod prepare(Pod pod, String gangName) {
    // What a template says of gangs is nobody's gang.
    return new PodBuilder(PLAIN.prepare(pod, gangName))
        .editOrNewMetadata()
        .removeFromAnnotations(Annotations.PLACEMENT)
        .endMetadata()
        .editSpec()
        .removeFromAdditionalProperties(FIELD)
        .endSpec()
        .build();
  }

  @Override
  public boolean placesOnce() {
    return true;
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return Set.of(PlacedGroup.class);
  }

  @Override
  public boolean hasAnswered(HasMetadata object) {
    return !(object instanceof PlacedGroup group)
        || (group.getStatus() != null && !group.getStatus().conditions().isEmpty());
  }

  // Of one that is placed nothing is needed any more; pods that name it keep it from going.
  @Override
  public List<GangObject> objects(
      PodGang gang, PodCliqueSet set, UnaryOperator<String> topologies) {
    return gang.statusOrEmpty().podGroups().stream()
        .filter(placement -> placement.minCount() > 0)
        .map(placement ->
            new GangObject(
                group(gang, placement),
                !placement.placed(),
                there -> OwnKeys.labels(there, own(gang.getMetadata().getLabels())),
                there -> distortion(there, placement.minCount())))
        .toList();
  }

  private static Optional<String> distortion(HasMetadata there, int minCount) {
    return there instanceof PlacedGroup group && group.getSpec().minCount() != minCount
        ? Optional.of(
            "minCount of PodGroup %s was set to %d and is %d: a policy changes it, and the scheduler goes by that"
                .formatted(group.getMetadata().getName(), minCount, group.getSpec().minCount()))
        : Optional.empty();
  }

  private static PlacedGroup group(PodGang gang, GangPlacement placement) {
    PlacedGroup group = new PlacedGroup();
    group.setMetadata(
        new ObjectMetaBuilder()
            .withName(placement.name())
            .withNamespace(gang.getMetadata().getNamespace())
            .withLabels(own(gang.getMetadata().getLabels()))
            .build());
    group.setSpec(
        PlacedGroupSpec.of(
            placement.minCount(), placement.topologyKey(), gang.getSpec().priorityClassName()));
    return group;
  }

  // By these it is watched, and found by those who look for all of a set.
  private static Map<String, String> own(Map<String, String> labels) {
    Map<String, String> own = new TreeMap<>();
    List.of(Labels.MANAGED_BY, Labels.PART_OF)
        .forEach(key -> Optional.ofNullable(labels.get(key)).ifPresent(it -> own.put(key, it)));
    return own;
  }

  @Override
  public Pod joined(Pod pod, String placement) {
    return new PodBuilder(pod)
        .editMetadata()
        .addToAnnotations(Annotations.PLACEMENT, placement)
        .endMetadata()
        .editSpec()
        .addToAdditionalProperties(FIELD, Map.of(NAME, placement))
        .endSpec()
        .build();
  }

  /** Whether the scheduler says of a pod that it waits only for other members of its gang. */
  public static boolean isForOthers(String words) {
    return words.contains(FOR_OTHERS);
  }

  /** The PodGroup that a pod names to the scheduler. */
  public static Optional<String> placementOf(Pod pod) {
    Object field =
        pod.getSpec() == null ? null : pod.getSpec().getAdditionalProperties().get(FIELD);
    return field instanceof Map<?, ?> group && group.get(NAME) instanceof String name
        ? Optional.of(name)
        : Optional.empty();
  }
}
