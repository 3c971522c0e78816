package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.update.UpdateState;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How the replicas of a scaling group stand, as their PodCliques report. */
record GroupReplicas(GroupView view) {

  /** The indices of all of them. */
  Stream<Integer> all() {
    return IntStream.range(0, view.counted()).boxed();
  }

  /** Those of which something is made from another template than is asked for. */
  List<Integer> outdated() {
    return all().filter(this::isOutdated).toList();
  }

  /** Whether something of a replica is made from another template than is asked for. */
  boolean isOutdated(int replica) {
    return state(replica) == UpdateState.OUTDATED;
  }

  /** How a replica stands to the templates that are asked for. */
  UpdateState state(int replica) {
    return UpdateState.worst(
        view.cliques().stream()
            .map(clique ->
                view.member(replica, clique)
                    .map(member -> state(member, clique))
                    .orElse(UpdateState.UNKNOWN))
            .toList());
  }

  // One that says nothing about pods is given the template that is asked for, and then counts anew.
  private static UpdateState state(PodClique member, RenderedTemplate clique) {
    UpdateState state = UpdateState.of(member, clique.hash());
    boolean other = !clique.hash().equals(member.statusOrEmpty().currentPodTemplateHash());
    return state == UpdateState.OUTDATED
            && other
            && (RenderedTemplate.isAhead(member) || RenderedTemplate.isIdle(member))
        ? UpdateState.UNKNOWN
        : state;
  }

  /** The PodCliques for which a replica counts as outdated. */
  Stream<PodClique> outdatedMembers(int replica) {
    return view.cliques().stream()
        .flatMap(clique ->
            view.member(replica, clique).stream()
                .filter(member -> state(member, clique) == UpdateState.OUTDATED));
  }

  /** Those in which every PodClique is there and has its minimum. */
  Stream<Integer> available() {
    return all()
        .filter(replica ->
            view.cliques().stream()
                .allMatch(clique ->
                    view.member(replica, clique).filter(Availability::hasMinimum).isPresent()));
  }

  /** How many have the minimum of pods of the templates that are asked for. */
  int updated() {
    return (int)
        available()
            .filter(replica ->
                view.cliques().stream()
                    .allMatch(clique ->
                        view.member(replica, clique)
                            .filter(member -> Availability.isUpdated(member, clique.hash()))
                            .isPresent()))
            .count();
  }

  /** Whether every PodClique of a replica is there and has its minimum. */
  boolean isAvailable(int replica) {
    return available().anyMatch(other -> other == replica);
  }

  /** Whether every PodClique of a replica has, or has ever had, its minimum. */
  boolean isOrWasAvailable(int replica) {
    return view.cliques().stream()
        .allMatch(clique ->
            view.member(replica, clique)
                .filter(c -> Availability.hasMinimum(c) || c.statusOrEmpty().wasAvailable())
                .isPresent());
  }

  /** Whether a scheduler has a place for nothing of a replica. */
  boolean waits(int replica) {
    return Availability.waitsForPlace(view.members(replica).toList());
  }

  /** How many pods of a replica are Ready. */
  int readyPods(int replica) {
    return view.members(replica).mapToInt(c -> c.statusOrEmpty().readyReplicas()).sum();
  }
}
