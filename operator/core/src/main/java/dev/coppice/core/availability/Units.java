package dev.coppice.core.availability;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.slots.Division;
import dev.coppice.core.subgroup.SubGroups;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How pods count wherever they are compared with a minimum: those of a clique that is divided in
 * whole subgroups, since one that lacks a pod does nothing, and those of all others one by one.
 *
 * @param subGroups how they are divided; null if they are not
 */
public record Units(@Nullable SubGroups subGroups) {

  /** How those of a clique count. */
  public static Units of(PodClique clique) {
    return new Units(Division.of(clique).orElse(null));
  }

  /** How much those are that are like that. */
  public int count(Collection<PodState> pods, Predicate<PodState> which) {
    SubGroups divided = subGroups;
    return divided == null
        ? Math.toIntExact(pods.stream().filter(which).count())
        : count(divided, PodState.indices(pods, which));
  }

  /** How much the pods of these indices are. */
  public static int count(SubGroups divided, Set<Integer> indices) {
    return divided.units(indices);
  }

  /** How much a clique reports to have Ready. */
  public static int ready(PodCliqueStatus status) {
    return reported(status, SubGroupStatus::readyUnits, PodCliqueStatus::readyReplicas);
  }

  /** How much a clique reports to have a place. */
  public static int scheduled(PodCliqueStatus status) {
    return reported(status, SubGroupStatus::scheduledUnits, PodCliqueStatus::scheduledReplicas);
  }

  /** How much a clique reports to be made from the template that it counted against. */
  public static int updated(PodCliqueStatus status) {
    return reported(status, SubGroupStatus::updatedUnits, PodCliqueStatus::updatedReplicas);
  }

  private static int reported(
      PodCliqueStatus status,
      ToIntFunction<SubGroupStatus> units,
      ToIntFunction<PodCliqueStatus> pods) {
    SubGroupStatus divided = status.subGroups();
    return divided == null ? pods.applyAsInt(status) : units.applyAsInt(divided);
  }
}
