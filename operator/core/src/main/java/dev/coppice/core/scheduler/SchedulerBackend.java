package dev.coppice.core.scheduler;

import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What one scheduler needs from us so that it places the pods of a gang together. */
public interface SchedulerBackend {

  /** The profile's name, which is also the {@code schedulerName} of its pods. */
  String name();

  /** Whether it places gangs as a whole. */
  GangSupport gangs();

  /** The same of one gang of a set, which it may be unable to be told of. */
  default GangSupport gangs(PodGang gang, PodCliqueSet set) {
    return gangs();
  }

  /** What it keeps of where gangs want their nodes. */
  default TopologySupport topologies() {
    return TopologySupport.none(name() + " is told of no topology");
  }

  /**
   * How it brings pods into domains of nodes of their own.
   *
   * @param wholeGroups whether groups ask for some; of subgroups alone pods tell it themselves
   * @param isAlone whether each gang of the set is one group and nothing else
   */
  default PlacementMode placementMode(boolean wholeGroups, boolean isAlone) {
    return PlacementMode.LEADER_FIRST;
  }

  /** The objects by which it knows topologies, to which a ClusterTopologyBinding may refer. */
  default Optional<TopologyObjects<?>> topologyObjects() {
    return Optional.empty();
  }

  /**
   * The pod with everything by which the scheduler knows it and its gang; the given one is left as
   * it is.
   */
  Pod prepare(Pod pod, String gangName);

  /** The kinds of the objects by which it is told of gangs; none if pods alone tell it. */
  default Set<Class<? extends HasMetadata>> kinds() {
    return Set.of();
  }

  /** The annotations that it looks for on a PodGang. */
  default Map<String, String> gangAnnotations() {
    return Map.of();
  }

  /**
   * The objects by which it is told of a gang of a set.
   *
   * @param topologies from the name of a ClusterTopologyBinding to that of the scheduler's own
   *     object for it
   */
  default List<GangObject> objects(
      PodGang gang, PodCliqueSet set, UnaryOperator<String> topologies) {
    return List.of();
  }

  /**
   * Whether it places a group of pods once, and knows nothing of their gang afterwards. Then the
   * placements are recorded in the PodGang before their pods are made.
   */
  default boolean placesOnce() {
    return false;
  }

  /** Whether a change of an object by which it is told of a gang is worth another look. */
  default boolean isWorthALook(HasMetadata now, HasMetadata before) {
    return true;
  }

  /** Whether it has said anything of an object by which it was told of a gang. */
  default boolean hasAnswered(HasMetadata object) {
    return true;
  }

  /**
   * The pod as a member of a recorded placement, which its annotation names for good; the given one
   * is left as it is.
   */
  default Pod joined(Pod pod, String placement) {
    return pod;
  }
}
