package dev.coppice.simulator.gang;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.rule.Broken;
import dev.coppice.simulator.rule.Situation;
import dev.coppice.simulator.rule.Write;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which gang may be placed when: a scaled gang after the base gangs of all replicas of its set, and
 * pods beyond the members of a gang after the gang. Base gangs that others wait for in vain hold
 * them for a minute. Judged on the view that was decided on, by the nodes that its PodCliques have
 * had.
 */
final class GangTurns {

  private static final String RULE = "gangs are let go in their turn";

  // An instant in a status has whole seconds.
  private static final Duration PATIENCE = Duration.ofSeconds(59);

  private final Bindings bindings;
  private final Consumer<Situation> note;

  GangTurns(Bindings bindings, Consumer<Situation> note) {
    this.bindings = bindings;
    this.note = note;
  }

  void check(Write write, Outcome outcome, Instant now) {
    switch (write.seen().primary()) {
      case PodCliqueSet set when outcome instanceof Outcome.Done(PodGang gang) ->
          check(write.stood().map(PodGang.class::cast), gang, set, write.seen().observed(), now);
      case PodClique clique when outcome instanceof Outcome.Done(Pod pod) ->
          check(write.stood().map(Pod.class::cast), pod, clique, write.seen().observed());
      default -> {}
    }
  }

  private void check(
      Optional<PodGang> before, PodGang gang, PodCliqueSet set, Observed seen, Instant now) {
    String name = gang.getMetadata().getName();
    if (isNew(before, gang, released -> released.statusOrEmpty().released())) {
      base(name, seen).ifPresent(base -> checkBases(name, base, set, seen, now));
    }
    if (isNew(before, gang, released -> released.statusOrEmpty().surplusReleased())
        && begun(gang, seen).isEmpty()) {
      throw new Broken(RULE, "pods beyond the members of %s before any of these".formatted(name));
    }
  }

  private static boolean isNew(
      Optional<PodGang> before, PodGang now, Function<PodGang, @Nullable Boolean> given) {
    return Boolean.TRUE.equals(given.apply(now))
        && before.filter(gang -> Boolean.TRUE.equals(given.apply(gang))).isEmpty();
  }

  private void checkBases(
      String scaled, String base, PodCliqueSet set, Observed seen, Instant now) {
    note.accept(Situation.SCALED_GANG_RELEASED);
    Optional<Instant> own = begun(base, set, seen);
    if (own.isEmpty()) {
      throw new Broken(RULE, "%s before its base gang %s".formatted(scaled, base));
    }
    Optional<String> before =
        seen.all(PodClique.class)
            .filter(clique -> PodFacts.label(clique, Labels.BASE_POD_GANG).isEmpty())
            .filter(clique -> replica(clique) < set.getSpec().replicas())
            .map(clique -> PodFacts.label(clique, Labels.POD_GANG))
            .distinct()
            .filter(other -> begun(other, set, seen).isEmpty())
            .findFirst();
    if (before.isPresent()) {
      note.accept(Situation.RELEASED_BY_TIME);
      if (now.isBefore(own.get().plus(PATIENCE))) {
        throw new Broken(
            RULE,
            "%s before %s, and %s has had its nodes only since %s"
                .formatted(scaled, before.get(), base, own.get()));
      }
    }
  }

  private static int replica(PodClique clique) {
    return Integer.parseInt(PodFacts.label(clique, Labels.SET_REPLICA_INDEX));
  }

  private static Optional<String> base(String gang, Observed seen) {
    return seen.all(PodClique.class)
        .filter(clique -> PodFacts.label(clique, Labels.POD_GANG).equals(gang))
        .map(clique -> PodFacts.label(clique, Labels.BASE_POD_GANG))
        .filter(base -> !base.isEmpty())
        .findFirst();
  }

  private Optional<Instant> begun(String gang, PodCliqueSet set, Observed seen) {
    return seen.get(PodGang.class, set.getMetadata().getNamespace(), gang)
        .flatMap(found -> begun(found, seen));
  }

  // The members of a gang get their nodes at once: one of each PodClique tells of all.
  private Optional<Instant> begun(PodGang gang, Observed seen) {
    Set<String> withoutMembers =
        gang.statusOrEmpty().podGroups().stream()
            .flatMap(placement -> placement.podCliques().stream())
            .filter(part -> part.members() == 0)
            .map(PlacementMembers::uid)
            .collect(Collectors.toSet());
    List<PodClique> cliques =
        gang.getSpec().podgroups().stream()
            .flatMap(group ->
                seen.get(PodClique.class, gang.getMetadata().getNamespace(), group.name()).stream())
            .filter(clique -> PodFacts.minimum(clique) > 0)
            .filter(clique -> !withoutMembers.contains(clique.getMetadata().getUid()))
            .toList();
    List<Instant> firsts =
        cliques.stream()
            .flatMap(clique -> bindings.first(clique.getMetadata().getUid()).stream())
            .toList();
    return firsts.size() < cliques.size()
        ? Optional.empty()
        : Optional.of(firsts.stream().max(Comparator.naturalOrder()).orElse(Instant.EPOCH));
  }

  private static void check(Optional<Pod> before, Pod pod, PodClique clique, Observed seen) {
    boolean isLetGo = !PodFacts.isGated(pod) && before.map(PodFacts::isGated).orElse(true);
    if (!isLetGo) {
      return;
    }
    Optional<PodGang> gang =
        seen.get(
            PodGang.class,
            clique.getMetadata().getNamespace(),
            PodFacts.label(clique, Labels.POD_GANG));
    boolean isMember =
        gang.stream()
            .flatMap(one -> one.statusOrEmpty().podGroups().stream())
            .flatMap(placement -> placement.podCliques().stream())
            .filter(part -> part.uid().equals(clique.getMetadata().getUid()))
            .mapToInt(PlacementMembers::members)
            .anyMatch(members -> Integer.parseInt(PodFacts.index(pod)) < members);
    boolean isGiven =
        gang.filter(one -> Boolean.TRUE.equals(one.statusOrEmpty().released()))
            .filter(one -> isMember || Boolean.TRUE.equals(one.statusOrEmpty().surplusReleased()))
            .isPresent();
    if (!isGiven) {
      throw new Broken(
          RULE, "%s without a word in its PodGang".formatted(pod.getMetadata().getName()));
    }
  }
}
