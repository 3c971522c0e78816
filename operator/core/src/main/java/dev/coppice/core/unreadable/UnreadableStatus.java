package dev.coppice.core.unreadable;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.GroveResource;
import dev.coppice.core.explain.Readiness;
import dev.coppice.core.explain.ReadyCondition;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * How an object tells that it, or something of its tree, cannot be read: by conditions alone, with
 * the generation that they are about. They are patched into the status, of which nothing else is
 * touched: what is recorded there is needed when everything can be read again.
 *
 * @param types the types of the conditions that its kind has, of {@code Ready}, {@code Valid} and
 *     {@code Waiting}
 * @param conditions those of an object
 * @param observed the generation that an object says to tell of, 0 if it has told nothing; empty if
 *     its kind does not say
 * @param first the status of an object that has none, with these conditions
 * @param purpose of the write
 * @param <P> its kind
 */
public record UnreadableStatus<P extends GroveResource<?, ?>>(
    Set<String> types,
    Function<P, List<Condition>> conditions,
    Function<P, OptionalLong> observed,
    Function<List<Condition>, Object> first,
    Purpose purpose) {

  private static final String STATUS = "/status";

  public UnreadableStatus {
    types = Set.copyOf(types);
  }

  /** Plans the write about the primary, if anything about it is new. */
  public void plan(UnreadableParts<P> unreadable, Plan.Builder plan, Instant now) {
    Snapshot<P> snapshot = unreadable.seen();
    P primary = snapshot.primary();
    List<Condition> before = conditions.apply(primary);
    List<Condition> after = told(unreadable, before, now);
    StatusWrite.decide(
            (!after.equals(before) || isOfOldGeneration(primary)) && isLegible(primary),
            isNews(before, after) || Conditions.flips(before, after, ConditionTypes.VALID),
            StatusWrite.WORDS_INTERVAL,
            snapshot.memory(),
            now)
        .plan(
            plan,
            () ->
                plan.add(
                    patch(primary, after),
                    isNews(before, after) && unreadable.isOwn()
                        ? List.of(event(unreadable.parts()))
                        : List.of()));
  }

  /** What brings the condition {@code Ready} into the status of an object that cannot be read. */
  public Optional<Action> told(P object, Instant now) {
    List<Condition> before = conditions.apply(object);
    List<Condition> after =
        Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.READY,
                false,
                ConditionReasons.UNREADABLE,
                UnreadableText.of(object, List.of(object))),
            now);
    return after.equals(before) || !isLegible(object)
        ? Optional.empty()
        : Optional.of(patch(object, after));
  }

  private List<Condition> told(UnreadableParts<P> unreadable, List<Condition> before, Instant now) {
    P primary = unreadable.seen().primary();
    long generation = primary.getMetadata().getGeneration();
    String message = UnreadableText.of(primary, unreadable.parts());
    List<Condition> told = before;
    if (types.contains(ConditionTypes.READY)) {
      told = new ReadyCondition(Readiness.UNREADABLE, message).setIn(told, generation, now);
    }
    if (types.contains(ConditionTypes.VALID)) {
      told =
          unreadable.isPrimary()
              ? Conditions.set(
                  told, condition(ConditionTypes.VALID, false, message, generation), now)
              : withoutOld(told);
    }
    return types.contains(ConditionTypes.WAITING) && unreadable.isOwn()
        ? Conditions.set(told, condition(ConditionTypes.WAITING, true, message, generation), now)
        : told;
  }

  private static Condition condition(String type, boolean status, String message, long generation) {
    return Conditions.of(type, status, ConditionReasons.UNREADABLE, message, generation);
  }

  // The primary can be read again, and something else cannot.
  private static List<Condition> withoutOld(List<Condition> conditions) {
    return isTold(conditions, ConditionTypes.VALID)
        ? Conditions.remove(conditions, ConditionTypes.VALID)
        : conditions;
  }

  private boolean isNews(List<Condition> before, List<Condition> after) {
    return types.stream().anyMatch(type -> isTold(after, type) && !isTold(before, type));
  }

  private static boolean isTold(List<Condition> conditions, String type) {
    return Conditions.find(conditions, type)
        .filter(condition -> ConditionReasons.UNREADABLE.equals(condition.getReason()))
        .isPresent();
  }

  // Over a status that cannot be read nothing is written: what stands there is not known.
  private static boolean isLegible(HasMetadata object) {
    return Unreadable.of(object)
        .map(Unreadable::path)
        .filter(path -> path.equals("status") || path.startsWith("status."))
        .isEmpty();
  }

  private boolean isOfOldGeneration(P object) {
    OptionalLong told = observed.apply(object);
    return told.isPresent() && told.getAsLong() != object.getMetadata().getGeneration();
  }

  // The API server takes the test for null as one that nothing stands there.
  private Action patch(P object, List<Condition> after) {
    JsonPatch patch =
        JsonPatch.create()
            .test("/metadata/resourceVersion", object.getMetadata().getResourceVersion());
    if (object.getStatus() == null) {
      patch.testAbsent(STATUS).add(STATUS, first.apply(after));
    } else {
      patch.add(STATUS + "/conditions", after);
    }
    if (isOfOldGeneration(object)) {
      patch.add(STATUS + "/observedGeneration", object.getMetadata().getGeneration());
    }
    return new Action.Patch(
        ObjectKey.of(object), object.getMetadata().getUid(), patch.operations(), "status", purpose);
  }

  private static PlannedEvent event(List<HasMetadata> parts) {
    return new PlannedEvent(
        true,
        EventReasons.UNREADABLE,
        Words.shortened(
            "everything stays as it is: " + UnreadableText.of(parts), UnreadableText.LONGEST));
  }
}
