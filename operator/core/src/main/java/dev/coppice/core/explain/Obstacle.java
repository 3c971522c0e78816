package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.child.Leftovers;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A PodClique of which something is missing. Of many one is told, so words are made for that one
 * alone.
 *
 * @param replica index of the replica that it is in
 * @param name its name
 * @param clique what is in view of it; empty if it does not exist yet, goes, or is another's
 * @param absence why it is not there, in words; empty if it is
 * @param state its own word
 * @param hinders whether what is above it is not Ready for that; one that only has more pods to
 *     come than its minimum is named, and hinders nobody
 */
public record Obstacle(
    int replica,
    String name,
    Optional<PodClique> clique,
    String absence,
    Readiness state,
    boolean hinders) {

  /** What leaves room in a message for the names around it. */
  private static final int LONGEST_CAUSE = 640;

  private static final Pattern NUMBERS = Pattern.compile("\\d+");

  private static final Set<Readiness> AS_GOOD_AS_READY =
      EnumSet.of(Readiness.READY, Readiness.SUCCEEDED, Readiness.CREATING, Readiness.UPDATING);

  private static final Comparator<Obstacle> FIRST =
      Comparator.comparing((Obstacle obstacle) -> !obstacle.hinders)
          .thenComparing(obstacle -> obstacle.state)
          .thenComparingInt(Obstacle::depth)
          .thenComparingInt(obstacle -> obstacle.replica);

  /**
   * What stands in the way of the clique of a name; empty if nothing is missing of it.
   *
   * @param clique the clique, if it is there and stays
   */
  public static Optional<Obstacle> of(
      Snapshot<?> snapshot, int replica, String name, Optional<PodClique> clique) {
    return clique
        .map(known -> isWhole(known) ? Optional.<Obstacle>empty() : Optional.of(of(replica, known)))
        .orElseGet(() -> Optional.of(missing(snapshot, replica, name)));
  }

  private static boolean isWhole(PodClique clique) {
    return Readiness.of(clique.statusOrEmpty().conditions()).isGood()
        && clique.statusOrEmpty().replicas() >= Division.pods(clique);
  }

  private static Obstacle of(int replica, PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    Readiness state = Readiness.ofPart(Readiness.of(status.conditions()));
    boolean isEnough =
        Availability.hasMinimum(clique) && status.replicas() >= Division.pods(clique);
    return new Obstacle(
        replica,
        clique.getMetadata().getName(),
        Optional.of(clique),
        "",
        state,
        !(isEnough && AS_GOOD_AS_READY.contains(state)));
  }

  private static Obstacle missing(Snapshot<?> snapshot, int replica, String name) {
    String why =
        snapshot
            .observed()
            .get(PodClique.class, snapshot.primary().getMetadata().getNamespace(), name)
            .map(standing -> absence(snapshot, standing))
            .orElse(" does not exist yet");
    return new Obstacle(
        replica, name, Optional.empty(), "PodClique " + name + why, Readiness.CREATING, true);
  }

  private static String absence(Snapshot<?> snapshot, PodClique standing) {
    return Ownership.isTerminating(standing)
        ? " is being deleted"
        : Leftovers.earlierOwner(snapshot, standing)
            .map(owner -> " of an earlier %s still exists; deleting it".formatted(owner))
            .orElse(" does not exist yet");
  }

  /** The one to be told of several: the one that the others wait for. */
  public static Optional<Obstacle> first(Stream<Obstacle> all) {
    return all.min(FIRST);
  }

  /**
   * The event that tells of it, once: it goes with the status that names it first, and is for those
   * who have to do something.
   */
  public Optional<PlannedEvent> warning(List<Condition> before, List<Condition> after) {
    Optional<Condition> told = Conditions.find(before, ConditionTypes.READY);
    Condition ready = Conditions.find(after, ConditionTypes.READY).orElseThrow();
    String reason =
        switch (Readiness.of(after)) {
          case BLOCKED -> isFailure() ? EventReasons.BLOCKED : null;
          case DEGRADED -> EventReasons.DEGRADED;
          case CREATING, UPDATING -> isFailure() ? EventReasons.NOT_STARTING : null;
          case INVALID,
              UNREADABLE,
              FAILED,
              TEARING_DOWN,
              STUCK_TERMINATING,
              READY,
              SCALED_TO_ZERO,
              IDLE,
              SUCCEEDED ->
              null;
        };
    boolean isNews =
        told.filter(known ->
                known.getReason().equals(ready.getReason())
                    && withoutNumbers(known.getMessage()).contains(withoutNumbers(text())))
            .isEmpty();
    return reason != null && ready.getMessage().contains(text()) && isNews
        ? Optional.of(new PlannedEvent(true, reason, text()))
        : Optional.empty();
  }

  // Counts change while the cause stays.
  private static String withoutNumbers(String text) {
    return NUMBERS.matcher(text).replaceAll("");
  }

  /** The obstacle down to its cause. */
  public String text() {
    String cause =
        waiting()
            .map(condition -> "; " + Words.shortened(condition.getMessage(), LONGEST_CAUSE))
            .orElse("");
    return "replica %d: %s%s"
        .formatted(replica, clique.map(Obstacle::numbers).orElse(absence), cause);
  }

  private static String numbers(PodClique clique) {
    return Messages.podsOf(
        clique.getMetadata().getName(),
        clique.statusOrEmpty().readyReplicas(),
        Division.pods(clique));
  }

  private int depth() {
    return waiting()
        .map(WaitDepth::of)
        .orElseGet(() -> WaitDepth.of(ConditionReasons.NOTHING_TO_WAIT_FOR));
  }

  private boolean isFailure() {
    return waiting().filter(WaitDepth::isFailure).isPresent();
  }

  private Optional<Condition> waiting() {
    return clique.flatMap(known ->
        Conditions.find(known.statusOrEmpty().conditions(), ConditionTypes.WAITING)
            .filter(condition -> "True".equals(condition.getStatus()))
            .filter(condition -> !isOverruled(known, condition)));
  }

  // A mistake that was judged before the specification changed may be mended.
  private static boolean isOverruled(PodClique clique, Condition waiting) {
    Long judged = waiting.getObservedGeneration();
    Long generation = clique.getMetadata().getGeneration();
    return waiting.getReason().equals(ConditionReasons.INVALID)
        && judged != null
        && generation != null
        && judged < generation;
  }
}
