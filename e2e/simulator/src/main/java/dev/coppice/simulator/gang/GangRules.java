package dev.coppice.simulator.gang;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.simulator.rule.Broken;
import dev.coppice.simulator.rule.Situation;
import dev.coppice.simulator.rule.Write;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules over gangs that the stock scheduler places. What was placed is judged by the nodes that
 * pods have had, and what was recorded by all that ever was: a view may be old.
 */
public final class GangRules {

  private final ClusterModel cluster;
  private final Predicate<Pod> isLanded;
  private final Consumer<Situation> note;
  private final Bindings bindings = new Bindings();
  private final GangTurns turns;
  private final Map<String, GangPlacement> recorded = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final List<Pod> justBound = new ArrayList<>();

  /**
   * Rules over this cluster.
   *
   * @param isLanded whether a call of nobody has made a pod
   * @param note hears of what it has come to
   */
  public GangRules(ClusterModel cluster, Predicate<Pod> isLanded, Consumer<Situation> note) {
    this.cluster = cluster;
    this.isLanded = isLanded;
    this.note = note;
    turns = new GangTurns(bindings, note);
  }

  /** Takes note of a change, whoever made it. */
  public void changed(Change change) {
    HasMetadata before = change.before();
    HasMetadata now = change.now();
    switch (Objects.requireNonNullElse(now, before)) {
      case Pod _ -> podChanged((Pod) before, (Pod) now);
      case PodGang _ when now != null -> recorded((PodGang) before, (PodGang) now);
      default -> {}
    }
  }

  /** Judges a call of the living operator. */
  public void made(Write write, Answer answer) {
    turns.check(write, answer.outcome(), cluster.clock().instant());
  }

  private void podChanged(@Nullable Pod before, @Nullable Pod now) {
    bindings.changed(before, now, cluster.clock().instant());
    if (before == null && now != null) {
      checkBirth(now);
    }
    if (now != null && PodFacts.isBound(now) && (before == null || !PodFacts.isBound(before))) {
      justBound.add(now);
    }
  }

  private void checkBirth(Pod pod) {
    List<Part> parts = parts(pod).toList();
    Optional<String> named = NativeGangs.placementOf(pod);
    int index = Integer.parseInt(PodFacts.index(pod));
    boolean isAllowed =
        named.isPresent()
            ? parts.stream()
                .anyMatch(
                    part -> part.placement().name().equals(named.get()) && index < part.members())
            : parts.stream()
                .anyMatch(
                    part -> index >= part.members() || bindings.hasHappened(part.placement()));
    if (!isAllowed) {
      throw new Broken(
          "pods are made for a recorded placement",
          "%s was made for %s, recorded are %s"
              .formatted(name(pod), named.orElse("no placement"), parts));
    }
  }

  /** What a PodClique has in a placement. */
  private record Part(GangPlacement placement, int members) {}

  // All that was ever recorded of its PodClique, and of its attempt.
  private Stream<Part> parts(Pod pod) {
    String attempt = PodFacts.label(pod, Labels.RESTART_ATTEMPT);
    return recorded.values().stream()
        .flatMap(placement ->
            placement.podCliques().stream()
                .filter(part -> part.uid().equals(PodFacts.ownerUid(pod)))
                .filter(part -> Objects.toString(part.attempt(), "").equals(attempt))
                .map(part -> new Part(placement, part.members())));
  }

  private void recorded(@Nullable PodGang before, PodGang now) {
    Map<String, GangPlacement> old = new HashMap<>();
    if (before != null) {
      before.statusOrEmpty().podGroups().forEach(one -> old.put(one.name(), one));
    }
    for (GangPlacement placement : now.statusOrEmpty().podGroups()) {
      recorded.put(placement.name(), placement);
      GangPlacement was = old.remove(placement.name());
      if (placement.placed() && (was == null || !was.placed())) {
        checkPlaced(now, placement);
      }
    }
    if (old.values().stream().anyMatch(placement -> !placement.placed())) {
      note.accept(Situation.PLACEMENT_GIVEN_UP);
    }
  }

  private void checkPlaced(PodGang gang, GangPlacement placement) {
    for (PlacementMembers part : placement.podCliques()) {
      if (bindings.most(part) < part.members()) {
        throw new Broken(
            "what is recorded as placed has had its nodes",
            "%s: %s has %d members in %s, and has had nodes for %d"
                .formatted(
                    gang.getMetadata().getName(),
                    part.name(),
                    part.members(),
                    placement.name(),
                    bindings.most(part)));
      }
    }
  }

  /** Judges what stands after a step. */
  public void stepped() {
    List<Pod> bound = List.copyOf(justBound);
    justBound.clear();
    bound.stream()
        .flatMap(pod -> NativeGangs.placementOf(pod).stream())
        .distinct()
        .filter(begun::add)
        .forEach(this::checkBeginning);
  }

  private void checkBeginning(String name) {
    GangPlacement placement = recorded.get(name);
    List<Pod> members =
        cluster
            .all(Pod.class)
            .filter(pod -> NativeGangs.placementOf(pod).filter(name::equals).isPresent())
            .toList();
    boolean isWhole =
        placement != null
            && placement.podCliques().stream()
                .allMatch(part ->
                    members.stream()
                            .filter(pod -> PodFacts.ownerUid(pod).equals(part.uid()))
                            .filter(PodFacts::isBound)
                            .count()
                        >= part.members());
    if (!isWhole && members.stream().noneMatch(isLanded)) {
      throw new Broken(
          "a gang gets its nodes at once",
          "of %s only %s have nodes"
              .formatted(
                  placement,
                  members.stream().filter(PodFacts::isBound).map(GangRules::name).toList()));
    }
    note.accept(Situation.GANG_PLACED);
  }

  /** Judges what stands when neither an event nor time can bring a change. */
  public void withNothingLeft() {
    new GangsAtRest(cluster).checkStandstill();
  }

  /** Judges what stands when, on top of that, everything is well. */
  public void atRest() {
    new GangsAtRest(cluster).checkPlaces();
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }
}
