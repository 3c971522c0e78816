package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import java.util.List;
import java.util.Optional;

/** A pod without its gang could be placed before anybody knows what has to be placed with it. */
final class PodsFollowTheirGang implements PodRule {

  @Override
  public String rule() {
    return "no pod is created before its PodGang";
  }

  @Override
  public boolean concerns(PodWrite write) {
    return write.isCreation();
  }

  @Override
  public Optional<String> objection(PodWrite write, Seen seen) {
    List<String> gangs =
        seen.ownClique().map(clique -> PodFacts.label(clique, Labels.POD_GANG)).distinct().toList();
    return gangs.stream().flatMap(seen::gang).findAny().isPresent()
        ? Optional.empty()
        : Optional.of(
            "pod %s was created while its set had no PodGang %s"
                .formatted(write.name(), String.join(", ", gangs)));
  }
}
