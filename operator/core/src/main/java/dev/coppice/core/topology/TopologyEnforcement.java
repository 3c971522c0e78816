package dev.coppice.core.topology;

import static java.util.stream.Collectors.toSet;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What of the constraints of a gang its scheduler does not keep. Of recorded placements only what
 * is recorded counts: it is all that the scheduler was told.
 *
 * @param support what the scheduler can be told
 * @param lacking the constraints that it does not keep, for people
 */
public record TopologyEnforcement(TopologySupport support, List<String> lacking) {

  public TopologyEnforcement {
    lacking = List.copyOf(lacking);
  }

  /** That of a gang. */
  public static TopologyEnforcement of(PodGang gang, TopologySupport support) {
    List<String> lacking = new ArrayList<>();
    if (support.extent() != TopologySupport.Extent.ALL) {
      for (ScopedConstraint constraint : ScopedConstraint.of(gang)) {
        if (constraint.required() != null
            && !(support.isByPlacement() && isKept(constraint, gang))) {
          lacking.add(
              Words.sentence("required %s of %s", constraint.required(), constraint.subject()));
        }
        if (constraint.preferred() != null) {
          lacking.add(
              Words.sentence("preferred %s of %s", constraint.preferred(), constraint.subject()));
        }
      }
    }
    return new TopologyEnforcement(support, lacking);
  }

  // What has no placement yet is judged when it has one.
  private static boolean isKept(ScopedConstraint constraint, PodGang gang) {
    List<GangPlacement> concerned =
        gang.statusOrEmpty().podGroups().stream()
            .filter(placement -> names(placement).anyMatch(constraint.podCliques()::contains))
            .toList();
    return concerned.stream().allMatch(placement -> isHeld(placement, constraint))
        && (concerned.size() <= 1
            || concerned.stream()
                .allMatch(placement -> constraint.podCliques().containsAll(namesOf(placement))));
  }

  // Of one that is placed somewhere unknown nothing that comes later is kept to it.
  private static boolean isHeld(GangPlacement placement, ScopedConstraint constraint) {
    Set<String> together = namesOf(placement);
    return Optional.ofNullable(constraint.required())
            .filter(key -> key.equals(placement.topologyKey()))
            .isPresent()
        && (!placement.placed() || placement.domain() != null)
        && (together.containsAll(constraint.podCliques())
            || constraint.podCliques().containsAll(together));
  }

  private static Set<String> namesOf(GangPlacement placement) {
    return names(placement).collect(toSet());
  }

  private static Stream<String> names(GangPlacement placement) {
    return placement.podCliques().stream().map(PlacementMembers::name);
  }

  /** Whether everything is kept. */
  public boolean isComplete() {
    return lacking.isEmpty();
  }

  /** The conditions with the one that names what is not kept. */
  public List<Condition> setIn(List<Condition> before, Instant now) {
    return isComplete()
        ? Conditions.remove(before, ConditionTypes.TOPOLOGY_NOT_ENFORCED)
        : Conditions.set(
            before,
            Conditions.of(ConditionTypes.TOPOLOGY_NOT_ENFORCED, true, reason(), message()),
            now);
  }

  /** Why not everything is kept, in one word. */
  public String reason() {
    return support.isByPlacement()
        ? ConditionReasons.CONSTRAINTS_NOT_EXPRESSIBLE
        : ConditionReasons.SCHEDULER_WITHOUT_TOPOLOGIES;
  }

  /** What is not kept, and why. */
  public String message() {
    return Words.shortened(
        "%s; not kept: %s".formatted(support.message(), String.join(", ", lacking)),
        Conditions.LONGEST_MESSAGE);
  }
}
