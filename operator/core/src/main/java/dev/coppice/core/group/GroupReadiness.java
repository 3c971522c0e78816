package dev.coppice.core.group;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.explain.Messages;
import dev.coppice.core.explain.Obstacle;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.explain.Teardowns;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.RenderedTemplate;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The whole state of a scaling group in one word, and why it is not Ready. */
final class GroupReadiness {

  private final GroupView view;
  private final List<Obstacle> obstacles;

  private GroupReadiness(GroupView view) {
    this.view = view;
    this.obstacles = IntStream.range(0, view.counted()).boxed().flatMap(this::obstacles).toList();
  }

  private Stream<Obstacle> obstacles(int replica) {
    return view.cliques().stream().flatMap(clique -> obstacle(replica, clique).stream());
  }

  private Optional<Obstacle> obstacle(int replica, RenderedTemplate clique) {
    Optional<PodClique> member = view.member(replica, clique);
    return member.filter(Obstacle::isWhole).isPresent()
        ? Optional.empty()
        : Optional.of(
            member
                .map(known -> Obstacle.of(replica, known))
                .orElseGet(() ->
                    Obstacle.missing(view.snapshot(), replica, view.memberName(replica, clique))));
  }

  /**
   * The condition that tells it.
   *
   * @param conditions what is told beside it
   * @param available how many replicas are available
   */
  static ReadyCondition of(
      GroupView view, GroupUpdate update, List<Condition> conditions, int available) {
    GroupReadiness readiness = new GroupReadiness(view);
    Readiness state = readiness.state(conditions, available);
    return new ReadyCondition(state, readiness.message(state, update, available));
  }

  private Readiness state(List<Condition> conditions, int available) {
    Stream.Builder<Readiness> all = Stream.builder();
    obstacles.stream().filter(Obstacle::hinders).forEach(one -> all.add(one.state()));
    if (!view.findings().isAllowed()) {
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
    return Readiness.first(all.build());
  }

  private String message(Readiness state, GroupUpdate update, int available) {
    String numbers =
        "%d of %s available".formatted(available, Words.count(view.replicas(), "replica"));
    return switch (state) {
      case INVALID -> view.findings().message();
      case TEARING_DOWN -> teardown().orElse(numbers);
      case BLOCKED -> blocking().map(Failure::description).orElseGet(() -> first(numbers));
      case UPDATING, DEGRADED, CREATING -> first(numbers);
      case READY ->
          first(numbers + Messages.outdated(update.isOnDelete() ? update.outdatedPods() : 0));
    };
  }

  private Optional<String> teardown() {
    return Stream.concat(
            view.group().statusOrEmpty().replicaDeletions().stream(),
            view.set().statusOrEmpty().replicaDeletions().stream()
                .filter(record -> record.replicaIndex() == view.setReplica()))
        .flatMap(record -> Teardowns.describe(record).stream())
        .findFirst();
  }

  private Optional<Failure> blocking() {
    return view.snapshot().failures().firstBlocking();
  }

  private String first(String numbers) {
    return Obstacle.first(obstacles.stream())
        .map(obstacle -> numbers + "; " + obstacle.text())
        .orElse(numbers);
  }
}
