package dev.coppice.core.set;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
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
    Optional<PodClique> clique = view.podCliques().find(name);
    return clique.filter(Obstacle::isWhole).isPresent()
        ? Optional.empty()
        : Optional.of(
            clique
                .map(known -> Obstacle.of(replica, known))
                .orElseGet(() -> Obstacle.missing(view.snapshot(), replica, name)));
  }

  /** The condition, and what keeps the set from being Ready, if it is one of its PodCliques. */
  record Result(ReadyCondition condition, Optional<Obstacle> obstacle) {}

  /**
   * What is told.
   *
   * @param conditions what is told beside it
   * @param available how many replicas are available
   */
  static Result of(SetView view, SetUpdate update, List<Condition> conditions, int available) {
    SetReadiness readiness = new SetReadiness(view);
    Readiness state = readiness.state(conditions, available);
    return new Result(
        new ReadyCondition(state, readiness.message(state, update, available)),
        state == Readiness.READY ? Optional.empty() : Obstacle.first(readiness.obstacles.stream()));
  }

  private Readiness state(List<Condition> conditions, int available) {
    Stream.Builder<Readiness> all = Stream.builder();
    if (!view.resolved().isValid()) {
      all.add(Readiness.INVALID);
    }
    if (teardown().isPresent()) {
      all.add(Readiness.TEARING_DOWN);
    }
    if (blocking().isPresent()) {
      all.add(Readiness.BLOCKED);
    }
    if (Readiness.isUpdating(conditions)) {
      all.add(Readiness.UPDATING);
    }
    if (available < view.replicas()) {
      all.add(Readiness.CREATING);
    }
    obstacles.stream().filter(Obstacle::hinders).forEach(one -> all.add(one.state()));
    return Readiness.first(all.build());
  }

  private String message(Readiness state, SetUpdate update, int available) {
    String numbers =
        "%d of %s available".formatted(available, Words.count(view.replicas(), "replica"));
    return switch (state) {
      case INVALID -> view.resolved().findings().message();
      case TEARING_DOWN -> teardown().orElse(numbers);
      case BLOCKED -> blocking().orElseGet(() -> first(numbers));
      case UPDATING, DEGRADED, CREATING -> first(numbers);
      case READY ->
          first(numbers + Messages.outdated(update.isOnDelete() ? update.outdatedPods() : 0));
    };
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
    return view.snapshot()
        .failures()
        .firstBlocking()
        .map(Failure::description)
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

  private String first(String numbers) {
    return Obstacle.first(obstacles.stream())
        .map(obstacle -> numbers + "; " + obstacle.text())
        .orElse(numbers);
  }
}
