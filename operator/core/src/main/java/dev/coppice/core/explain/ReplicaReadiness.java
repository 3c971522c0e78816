package dev.coppice.core.explain;

import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the condition {@code Ready} of an object with replicas is told from: of a set and of a
 * scaling group alike.
 *
 * @param available how many replicas are available
 * @param replicas how many are asked for
 * @param findings what is wrong with the specification
 * @param teardown the first replica that is being deleted as a whole; empty if none is
 * @param blocking what will not pass by itself, beside what PodCliques tell; empty if nothing is so
 * @param conditions what is told in other conditions
 * @param obstacles the PodCliques of which something is missing
 * @param remarks what is told beside it
 */
public record ReplicaReadiness(
    int available,
    int replicas,
    Findings findings,
    Optional<String> teardown,
    Optional<String> blocking,
    List<Condition> conditions,
    List<Obstacle> obstacles,
    Remarks remarks) {

  /** The condition. */
  public ReadyCondition told() {
    Readiness state = state();
    String message = message(state);
    return new ReadyCondition(
        state, state == Readiness.INVALID ? message : message + remarks.hanging());
  }

  /** The PodClique that the message names; empty if it names none. */
  public Optional<Obstacle> first() {
    return Obstacle.first(obstacles.stream());
  }

  private Readiness state() {
    Stream.Builder<Readiness> all = Stream.builder();
    obstacles.stream().filter(Obstacle::hinders).forEach(one -> all.add(one.state()));
    if (!findings.isAllowed()) {
      all.add(Readiness.INVALID);
    }
    if (teardown.isPresent()) {
      all.add(Readiness.TEARING_DOWN);
    }
    if (blocking.isPresent()) {
      all.add(Readiness.BLOCKED);
    }
    if (Readiness.isUpdating(conditions)) {
      all.add(Readiness.UPDATING);
    }
    if (available < replicas) {
      all.add(Readiness.CREATING);
    }
    if (remarks.isStuck()) {
      all.add(Readiness.STUCK_TERMINATING);
    }
    if (replicas == 0) {
      all.add(Readiness.SCALED_TO_ZERO);
    }
    return Readiness.first(all.build());
  }

  private String message(Readiness state) {
    String numbers = "%d of %s available".formatted(available, Words.count(replicas, "replica"));
    return switch (state) {
      case INVALID -> findings.message();
      case TEARING_DOWN -> teardown.orElse(numbers);
      case BLOCKED -> blocking.orElseGet(() -> withObstacle(numbers));
      case UNREADABLE, FAILED, UPDATING, DEGRADED, CREATING, SUCCEEDED -> withObstacle(numbers);
      case SCALED_TO_ZERO -> "spec.replicas is 0, so that there are no pods";
      case STUCK_TERMINATING, READY, IDLE -> withObstacle(numbers + remarks.numbers());
    };
  }

  private String withObstacle(String numbers) {
    return first().map(obstacle -> numbers + "; " + obstacle.text()).orElse(numbers);
  }
}
