package dev.coppice.core.scheduler.kai;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.scheduler.GangObject;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.TopologyObjects;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.watch.Changes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * KAI. It is told of each gang by a PodGroup of its own with the same name, and makes none itself
 * for what says so.
 *
 * @param gangs whether the cluster has it
 * @param ofTopologies its topologies
 */
public record KaiScheduler(GangSupport gangs, KaiTopologies ofTopologies)
    implements SchedulerBackend {

  /** The profile's name. */
  public static final String NAME = "kai-scheduler";

  private static final String TRUE = "true";

  /** In a cluster that has it. */
  public KaiScheduler() {
    this(
        new GangSupport(
            true,
            ConditionReasons.KAI_SCHEDULER,
            NAME + " places the minimum of each PodClique of a gang as a whole or not at all"),
        new KaiTopologies(true));
  }

  /** In a cluster that does not have it: pods are prepared for it, and it is told nothing. */
  public static KaiScheduler notInstalled() {
    return new KaiScheduler(
        new GangSupport(
            false,
            ConditionReasons.KAI_NOT_INSTALLED,
            ("the API server does not serve %s in %s (CustomResourceDefinition %s.%s): install"
                    + " KAI, then restart the operator; until then %s is told of no gang, and"
                    + " pods wait")
                .formatted(
                    KaiPodGroup.PLURAL,
                    KaiPodGroup.API_VERSION,
                    KaiPodGroup.PLURAL,
                    KaiPodGroup.GROUP,
                    NAME)),
        new KaiTopologies(true));
  }

  /** The same in a cluster that does not serve its topologies. */
  public KaiScheduler withoutTopologies() {
    return new KaiScheduler(gangs, new KaiTopologies(false));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public TopologySupport topologies() {
    return TopologySupport.ALL;
  }

  @Override
  public PlacementMode placementMode(boolean wholeGroups, boolean isAlone) {
    return PlacementMode.GANG;
  }

  @Override
  public Optional<TopologyObjects<?>> topologyObjects() {
    return Optional.of(ofTopologies);
  }

  @Override
  public GangSupport gangs(PodGang gang, PodCliqueSet set) {
    return gangs.isGiven()
            && GangMapping.of(gang, set, UnaryOperator.identity())
                instanceof GangMapping.Failed(String why)
        ? new GangSupport(
            false,
            ConditionReasons.KAI_MAPPING_FAILED,
            "%s cannot be told of PodGang %s: %s"
                .formatted(NAME, gang.getMetadata().getName(), why))
        : gangs;
  }

  /**
   * The pod as a member of its gang.
   *
   * @throws IllegalArgumentException if it does not say what it belongs to
   */
  @Override
  public Pod prepare(Pod pod, String gangName) {
    Map<String, String> labels =
        Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
    String podClique = labels.getOrDefault(Labels.POD_CLIQUE, "");
    if (gangName.isEmpty() || podClique.isEmpty()) {
      throw new IllegalArgumentException("a pod for KAI has to have a PodGang and a PodClique");
    }
    return new PodBuilder(pod)
        .editMetadata()
        .addToLabels(KaiKeys.SUBGROUP_NAME, podClique)
        .addToAnnotations(KaiKeys.SKIP_POD_GROUPER, TRUE)
        .addToAnnotations(KaiKeys.POD_GROUP_NAME, gangName)
        .endMetadata()
        .editOrNewSpec()
        .withSchedulerName(NAME)
        .endSpec()
        .build();
  }

  @Override
  public Map<String, String> gangAnnotations() {
    return Map.of(KaiKeys.SKIP_POD_GROUPER, TRUE);
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return gangs.isGiven() ? Set.of(KaiPodGroup.class) : Set.of();
  }

  // KAI reports in it what becomes of its pods.
  @Override
  public boolean isWorthALook(HasMetadata now, HasMetadata before) {
    return Changes.ofRequest(now, before);
  }

  @Override
  public List<GangObject> objects(
      PodGang gang, PodCliqueSet set, UnaryOperator<String> topologies) {
    if (!gangs.isGiven()) {
      return List.of();
    }
    return switch (GangMapping.of(gang, set, topologies)) {
      case GangMapping.Mapped(KaiPodGroup group) ->
          List.of(new GangObject(group, true, live -> PodGroupDifference.of(group, live)));
      // What KAI was told before stays true for the pods that it has placed.
      case GangMapping.Failed _ ->
          List.of(
              new GangObject(
                  GangMapping.group(gang, new KaiPodGroupSpec(null, null, null, null, null)),
                  false,
                  _ -> JsonPatch.create()));
    };
  }
}
