package dev.coppice.simulator.model;

import dev.coppice.core.object.Ownership;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.scheduler.workload.PlacedGroupSpec;
import dev.coppice.core.scheduler.workload.PlacedGroupStatus;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The scheduler of a {@link ClusterModel}, with its gate GangScheduling on, and what protects
 * PodGroups from going too early. Pods that name a PodGroup get nodes when enough of them are there
 * and can have them, all at once; all others one by one. Nothing happens unless it is asked for.
 *
 * @see <a href="https://kubernetes.io/docs/concepts/scheduling-eviction/gang-scheduling/">Gang
 *     scheduling</a>
 */
public final class ModelScheduler {

  /** Holds a PodGroup until no pod that could still run names it. */
  static final String PROTECTION = "scheduling.k8s.io/podgroup-protection";

  private static final String SCHEDULED = "PodGroupScheduled";
  private final ClusterModel cluster;
  private final ModelNodes nodes;

  /** A scheduler for the pods of a cluster. */
  public ModelScheduler(ClusterModel cluster, ModelNodes nodes) {
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /**
   * The pods about which something can be decided now, one for all that are decided about together.
   *
   * @param hasRoom whether there is a node for a pod
   */
  public List<Pod> next(Predicate<Pod> hasRoom) {
    List<Pod> next = new ArrayList<>();
    Set<String> known = new HashSet<>();
    cluster
        .all(Pod.class)
        .filter(ModelScheduler::isQueued)
        .forEach(pod -> {
          Optional<String> name = NativeGangs.placementOf(pod);
          boolean isNext =
              name.isEmpty()
                  ? hasRoom.test(pod) || !PodFacts.isUnschedulable(pod)
                  : known.add(name.get())
                      && find(pod, name.get())
                          .filter(group -> isDecidable(group, hasRoom))
                          .isPresent();
          if (isNext) {
            next.add(pod);
          }
        });
    return next;
  }

  /** Binds a pod, with all that get their nodes together with it, or says that this cannot be. */
  public void decide(Pod pod, Predicate<Pod> hasRoom) {
    Optional<PlacedGroup> named = NativeGangs.placementOf(pod).flatMap(name -> find(pod, name));
    if (named.isEmpty()) {
      if (hasRoom.test(pod)) {
        nodes.bind(pod);
      } else {
        nodes.sayUnschedulable(pod);
      }
      return;
    }
    PlacedGroup group = named.get();
    if (fits(group, hasRoom)) {
      pods(group).filter(one -> isQueued(one) && hasRoom.test(one)).forEach(nodes::bind);
      say(group, condition("True", "Scheduled"));
    } else {
      say(group, condition("False", "Unschedulable"));
      pods(group).filter(ModelScheduler::isQueued).forEach(nodes::sayUnschedulable);
    }
  }

  /** The PodGroups that somebody has deleted and that nothing keeps any more. */
  public List<PlacedGroup> unprotected() {
    return cluster
        .all(PlacedGroup.class)
        .filter(Ownership::isTerminating)
        .filter(group -> unfinished(group).findAny().isEmpty())
        .toList();
  }

  /** Lets a PodGroup go. */
  public void release(PlacedGroup group) {
    PlacedGroup free = copy(group);
    free.setMetadata(
        new ObjectMetaBuilder(group.getMetadata()).removeFromFinalizers(PROTECTION).build());
    cluster.store(group, free);
  }

  private boolean isDecidable(PlacedGroup group, Predicate<Pod> hasRoom) {
    return unfinished(group).count() >= minCount(group)
        && (fits(group, hasRoom)
            || group.getStatus() == null
            || group.getStatus().conditions().isEmpty());
  }

  // Pods on their way out count, those with gates are not placed.
  private boolean fits(PlacedGroup group, Predicate<Pod> hasRoom) {
    List<Pod> unfinished = unfinished(group).toList();
    long bound = unfinished.stream().filter(pod -> pod.getSpec().getNodeName() != null).count();
    long fitting = unfinished.stream().filter(pod -> isQueued(pod) && hasRoom.test(pod)).count();
    return unfinished.size() >= minCount(group)
        && fitting > 0
        && bound + fitting >= minCount(group);
  }

  private static boolean isQueued(Pod pod) {
    return pod.getSpec().getNodeName() == null
        && pod.getSpec().getSchedulingGates().isEmpty()
        && !Ownership.isTerminating(pod)
        && !Deletion.hasEnded(pod);
  }

  private Optional<PlacedGroup> find(Pod pod, String name) {
    return cluster.find(PlacedGroup.class, pod.getMetadata().getNamespace(), name);
  }

  private Stream<Pod> unfinished(PlacedGroup group) {
    return pods(group).filter(pod -> !Deletion.hasEnded(pod));
  }

  private Stream<Pod> pods(PlacedGroup group) {
    String namespace = group.getMetadata().getNamespace();
    String name = group.getMetadata().getName();
    return cluster
        .all(Pod.class)
        .filter(pod -> namespace.equals(pod.getMetadata().getNamespace()))
        .filter(pod -> NativeGangs.placementOf(pod).filter(name::equals).isPresent());
  }

  private static int minCount(PlacedGroup group) {
    return Optional.ofNullable(group.getSpec().schedulingPolicy().gang())
        .map(PlacedGroupSpec.Gang::minCount)
        .orElse(0);
  }

  // It never falls back from True.
  private void say(PlacedGroup group, Condition condition) {
    boolean isSaid =
        group.getStatus() != null
            && group.getStatus().conditions().stream()
                .anyMatch(said ->
                    said.getStatus().equals("True")
                        || said.getStatus().equals(condition.getStatus()));
    if (!isSaid) {
      PlacedGroup told = copy(group);
      told.setStatus(new PlacedGroupStatus(List.of(condition)));
      cluster.store(group, told);
    }
  }

  private Condition condition(String status, String reason) {
    return new ConditionBuilder()
        .withType(SCHEDULED)
        .withStatus(status)
        .withReason(reason)
        .withMessage("")
        .withLastTransitionTime(ClusterModel.timestamp(cluster.clock().instant()))
        .build();
  }

  private static PlacedGroup copy(PlacedGroup group) {
    PlacedGroup copy = new PlacedGroup();
    copy.setMetadata(group.getMetadata());
    copy.setSpec(group.getSpec());
    copy.setStatus(group.getStatus());
    return copy;
  }
}
