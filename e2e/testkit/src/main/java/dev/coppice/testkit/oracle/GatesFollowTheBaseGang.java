package dev.coppice.testkit.oracle;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pod of a scaled gang loses its gate once; one that never had it loses it with its creation. To
 * which gang it belongs its PodClique tells: the labels of a pod were written with its gates.
 */
final class GatesFollowTheBaseGang implements PodRule {

  @Override
  public String rule() {
    return "a pod of a scaled gang has no gate only after every PodClique of the base gang has"
        + " reported its minimum as scheduled, or after its set has released the gang where a"
        + " scheduler places gangs as a whole; no other pod is created with one but those beyond"
        + " the members of such a gang, and those of groups that want domains for themselves";
  }

  @Override
  public boolean concerns(PodWrite write) {
    boolean heldBefore = write.before().map(PodFacts::waitsForGang).orElse(true);
    return write.isCreation() || (heldBefore && !PodFacts.waitsForGang(write.now()));
  }

  @Override
  public Optional<String> objection(PodWrite write, Seen seen) {
    List<String> bases = seen.ownClique().map(GatesFollowTheBaseGang::base).distinct().toList();
    boolean waits = PodFacts.waitsForGang(write.now());
    if (bases.contains("")) {
      return waits
              && !isSurplus(write, seen)
              && seen.ownClique().noneMatch(GatesFollowTheBaseGang::isExclusive)
          ? Optional.of("pod %s of a base gang was created with a gate".formatted(write.name()))
          : Optional.empty();
    }
    return waits || isLetGo(write, bases, seen)
        ? Optional.empty()
        : Optional.of(
            "pod %s was let go before the base PodGang %s was scheduled"
                .formatted(write.name(), String.join(", ", bases)));
  }

  private static boolean isExclusive(PodClique clique) {
    Map<String, String> annotations = clique.getMetadata().getAnnotations();
    return annotations != null
        && (annotations.containsKey(Annotations.EXCLUSIVE_TOPOLOGY)
            || annotations.containsKey(Annotations.SUBGROUP_EXCLUSIVE_TOPOLOGY));
  }

  private static boolean isLetGo(PodWrite write, List<String> bases, Seen seen) {
    List<PodGang> placedAsAWhole = placedAsAWhole(write, seen).toList();
    return placedAsAWhole.isEmpty()
        ? bases.stream().flatMap(seen::gang).anyMatch(base -> isPlaced(base, seen))
        : placedAsAWhole.stream()
            .anyMatch(gang -> Boolean.TRUE.equals(gang.statusOrEmpty().released()));
  }

  private static boolean isSurplus(PodWrite write, Seen seen) {
    int index = Integer.parseInt(PodFacts.index(write.now()));
    return placedAsAWhole(write, seen)
        .flatMap(gang -> gang.statusOrEmpty().podGroups().stream())
        .flatMap(placement -> placement.podCliques().stream())
        .filter(members -> members.uid().equals(PodFacts.ownerUid(write.now())))
        .anyMatch(members -> index >= members.members());
  }

  private static Stream<PodGang> placedAsAWhole(PodWrite write, Seen seen) {
    return seen.gang(PodFacts.label(write.now(), Labels.POD_GANG))
        .filter(gang -> !gang.statusOrEmpty().podGroups().isEmpty());
  }

  private static boolean isPlaced(PodGang base, Seen seen) {
    return !base.getSpec().podgroups().isEmpty()
        && base.getSpec().podgroups().stream()
            .allMatch(group ->
                seen.clique(group.name())
                    .anyMatch(
                        clique -> PodFacts.reportedScheduled(clique) >= PodFacts.minimum(clique)));
  }

  private static String base(PodClique clique) {
    return PodFacts.label(clique, Labels.BASE_POD_GANG);
  }
}
