package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.simulator.operator.Wait;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Whatever is to be torn down when time passes is waited for, by whoever tears it down. */
final class WakeUps {

  private final Moment moment;
  private final GroupHistory groups;
  private final Function<ObjectKey, Optional<Wait>> waits;

  WakeUps(Moment moment, GroupHistory groups, Function<ObjectKey, Optional<Wait>> waits) {
    this.moment = moment;
    this.groups = groups;
    this.waits = waits;
  }

  void check() {
    moment.all(PodCliqueSet.class).forEach(this::check);
  }

  private void check(PodCliqueSet set) {
    for (int replica = 0; replica < set.getSpec().replicas(); replica++) {
      if (TeardownFacts.open(set, replica).isEmpty()) {
        Causes.of(moment, set, replica).forEach(cause -> check(set, cause));
        moment.groups(set, replica).forEach(group -> check(set, group));
      }
    }
  }

  private void check(PodCliqueSet set, PodCliqueScalingGroup group) {
    boolean acts =
        Causes.breached(group.statusOrEmpty().conditions())
            .filter(condition -> condition.getStatus().equals("False"))
            .isPresent();
    for (int replica = 0; acts && replica < group.getSpec().replicas(); replica++) {
      if (TeardownFacts.open(group, replica).isEmpty()) {
        Causes.of(moment, set, group, replica).forEach(cause -> check(group, cause));
      }
    }
  }

  private void check(HasMetadata owner, Causes.Cause cause) {
    Optional<Wait> next = waits.apply(ObjectKey.of(owner));
    Instant due = due(cause);
    // What is overdue was refused, and is tried again.
    if (!isPutRight(cause, due)
        && next.filter(wait -> wait.again() || !wait.until().isAfter(due)).isEmpty()) {
      throw new Broken(
          "nothing lacks a wake-up",
          "%s waits for %s, and %s is due at %s".formatted(owner, next, names(cause), due));
    }
  }

  // What healed unseen since it was stored is due when the pods say, which tell whole seconds; and
  // of pods that are gone, when their PodClique has noticed.
  private Instant due(Causes.Cause cause) {
    return Stream.of(
            cause.cliques().stream().flatMap(clique -> moment.lastLoss(clique).stream()),
            cause.group().flatMap(groups::availableUntil).stream(),
            cause.group().stream()
                .flatMap(_ -> cause.cliques().stream())
                .flatMap(clique -> Causes.since(clique).stream()))
        .flatMap(losses -> losses)
        .map(lost -> lost.plusSeconds(1).plus(cause.delay()))
        .filter(due -> due.isAfter(cause.due(roundedUp())))
        .max(Comparator.naturalOrder())
        .orElse(cause.due(roundedUp()));
  }

  // Whoever reports a breach that is still to come writes anew since when it is, and wakes others.
  private boolean isPutRight(Causes.Cause cause, Instant due) {
    return cause.since().isAfter(roundedUp())
        && Stream.concat(cause.cliques().stream(), cause.group().stream())
            .flatMap(reporting -> waits.apply(ObjectKey.of(reporting)).stream())
            .anyMatch(wait -> !wait.until().isAfter(due));
  }

  // As times are stored.
  private Instant roundedUp() {
    return moment.at().plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
  }

  private static String names(Causes.Cause cause) {
    return cause.cliques().stream().map(WakeUps::name).toList().toString();
  }

  private static String name(PodClique clique) {
    return clique.getMetadata().getName()
        + " of replica "
        + PodFacts.label(clique, Labels.SET_REPLICA_INDEX);
  }
}
