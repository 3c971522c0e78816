package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import java.util.List;
import java.util.Optional;

/** A pod that has parents is made to wait for them, and released when all of them have started. */
final class StartsAfterItsParents implements PodRule {

  @Override
  public String rule() {
    return "a pod is released for start only after every parent PodClique has reported its minimum"
        + " as ready";
  }

  @Override
  public boolean concerns(PodWrite write) {
    return isUnheld(write) || isRelease(write);
  }

  private static boolean isUnheld(PodWrite write) {
    return write.isCreation() && PodFacts.startup(write.now()).isEmpty();
  }

  private static boolean isRelease(PodWrite write) {
    return PodFacts.isReleased(write.now())
        && !write.before().map(PodFacts::isReleased).orElse(false);
  }

  @Override
  public Optional<String> objection(PodWrite write, Seen seen) {
    List<PodClique> own = seen.ownClique().toList();
    if (isUnheld(write)) {
      return !own.isEmpty() && own.stream().noneMatch(clique -> parents(clique).isEmpty())
          ? Optional.of(
              "pod %s was created without the annotation that makes it wait"
                  .formatted(write.name()))
          : Optional.empty();
    }
    return own.stream().anyMatch(clique -> haveStarted(parents(clique), seen))
        ? Optional.empty()
        : Optional.of(
            "pod %s was released before its parents had their minimum".formatted(write.name()));
  }

  private static boolean haveStarted(List<String> parents, Seen seen) {
    return parents.stream()
        .allMatch(name ->
            seen.clique(name)
                .anyMatch(parent -> PodFacts.reportedReady(parent) >= PodFacts.minimum(parent)));
  }

  private static List<String> parents(PodClique clique) {
    return clique.getSpec().startsAfter();
  }
}
