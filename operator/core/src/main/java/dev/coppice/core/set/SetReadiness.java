package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.Remarks;
import dev.coppice.core.explain.ReplicaReadiness;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.training.AttemptReports;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The whole state of a set in one word, and why it is not Ready. */
final class SetReadiness {

  private final SetView view;
  private final List<Obstacle> obstacles;

  private SetReadiness(SetView view) {
    this.view = view;
    this.obstacles = IntStream.range(0, view.counted()).boxed().flatMap(this::obstacles).toList();
  }

  private Stream<Obstacle> obstacles(int replica) {
    if (AttemptReports.of(view.status(), replica).succeeded()) {
      return Stream.empty();
    }
    Stream<String> standalone =
        view.standaloneCliques().stream().map(clique -> view.nameOf(replica, clique));
    Stream<String> members =
        view.resolved().isBounded()
            ? view.groupConfigs().stream().flatMap(group -> members(replica, group))
            : Stream.empty();
    return Stream.concat(standalone, members).flatMap(name -> obstacle(replica, name).stream());
  }

  private Stream<String> members(int replica, PodCliqueScalingGroupConfig group) {
    return IntStream.range(0, view.sizes().replicas(replica, group))
        .boxed()
        .flatMap(index -> view.memberNames(replica, group, index));
  }

  private Optional<Obstacle> obstacle(int replica, String name) {
    return Obstacle.of(view.snapshot(), replica, name, view.podCliques().find(name));
  }

  /**
   * What is told.
   *
   * @param conditions what is told in other conditions
   * @param available how many replicas are available
   */
  static ReplicaReadiness of(
      SetView view, SetUpdate update, List<Condition> conditions, int available) {
    SetReadiness readiness = new SetReadiness(view);
    return new ReplicaReadiness(
        available,
        view.replicas(),
        view.resolved().findings(),
        readiness.teardown(),
        readiness.blocking(),
        conditions,
        readiness.obstacles,
        Remarks.of(
            update.outdatedPods(),
            view.podCliques().staying().toList(),
            readiness.groups().toList()));
  }

  private Optional<String> teardown() {
    return Stream.concat(
            view.status().replicaDeletions().stream(),
            groups().flatMap(group -> group.statusOrEmpty().replicaDeletions().stream()))
        .flatMap(record -> Teardowns.describe(record).stream())
        .findFirst();
  }

  private Stream<PodCliqueScalingGroup> groups() {
    return IntStream.range(0, view.counted())
        .boxed()
        .flatMap(replica ->
            view.groupConfigs().stream().flatMap(group -> view.group(replica, group).stream()));
  }

  // What is refused to a group stands in no PodClique.
  private Optional<String> blocking() {
    return view.trial()
        .firstRefusal()
        .or(() -> view.snapshot().failures().firstBlocking().map(Failure::description))
        .or(() ->
            obstacles.stream().anyMatch(o -> o.state() == Readiness.BLOCKED)
                ? Optional.empty()
                : groups().flatMap(SetReadiness::blocked).findFirst());
  }

  private static Stream<String> blocked(PodCliqueScalingGroup group) {
    List<Condition> conditions = group.statusOrEmpty().conditions();
    return Readiness.ofPart(Readiness.of(conditions)) == Readiness.BLOCKED
        ? Conditions.find(conditions, ConditionTypes.READY).stream()
            .map(ready ->
                "PodCliqueScalingGroup %s: %s"
                    .formatted(group.getMetadata().getName(), ready.getMessage()))
        : Stream.empty();
  }
}
