package dev.coppice.core.group;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.Remarks;
import dev.coppice.core.explain.ReplicaReadiness;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The whole state of a scaling group in one word, and why it is not Ready. */
final class GroupReadiness {

  private GroupReadiness() {}

  /** What is told of a group of a training job that is over; empty for every other one. */
  static Optional<ReadyCondition> ofEnd(GroupView view) {
    if (!view.isTraining()) {
      return Optional.empty();
    }
    if (view.set().statusOrEmpty().phase() == PodCliqueSetPhase.FAILED) {
      return Optional.of(new ReadyCondition(Readiness.FAILED, "the training job has failed"));
    }
    boolean done =
        view.members().count() == (long) view.counted() * view.cliques().size()
            && view.members()
                .allMatch(member ->
                    Conditions.isTrue(
                        member.statusOrEmpty().conditions(), ConditionTypes.SUCCEEDED));
    return done
        ? Optional.of(
            new ReadyCondition(
                Readiness.SUCCEEDED, Words.count(view.replicas(), "replica") + " done"))
        : Optional.empty();
  }

  /**
   * What is told.
   *
   * @param conditions what is told in other conditions
   * @param available how many replicas are available
   */
  static ReplicaReadiness of(
      GroupView view, GroupUpdate update, List<Condition> conditions, int available) {
    return new ReplicaReadiness(
        available,
        view.replicas(),
        view.findings(),
        teardown(view),
        view.snapshot().failures().firstBlocking().map(Failure::description),
        conditions,
        IntStream.range(0, view.counted())
            .boxed()
            .flatMap(replica -> obstacles(view, replica))
            .toList(),
        Remarks.of(update.outdatedPods(), view.members().toList(), List.of()));
  }

  private static Stream<Obstacle> obstacles(GroupView view, int replica) {
    return view.cliques().stream()
        .flatMap(clique ->
            Obstacle.of(
                view.snapshot(),
                replica,
                view.memberName(replica, clique),
                view.member(replica, clique))
                .stream());
  }

  private static Optional<String> teardown(GroupView view) {
    return Stream.concat(
            view.group().statusOrEmpty().replicaDeletions().stream(),
            view.set().statusOrEmpty().replicaDeletions().stream()
                .filter(record -> record.replicaIndex() == view.setReplica()))
        .flatMap(record -> Teardowns.describe(record).stream())
        .findFirst();
  }
}
