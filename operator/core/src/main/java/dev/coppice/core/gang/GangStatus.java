package dev.coppice.core.gang;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangPhases;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.availability.Units;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.runtime.QueuedGangs;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.FirstFew;
import dev.coppice.core.topology.TopologyEnforcement;
import dev.coppice.core.tree.SetCliques;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Phase and conditions of a PodGang, computed from the statuses of its PodCliques. They are for
 * people and scheduler back-ends: no gate and no delete waits for them.
 */
public final class GangStatus {

  /** How long a gang with pods, none of them bound, may go without its first status. */
  static final Duration FIRST_WRITE = Duration.ofSeconds(5);

  /** The same of a gang that is in a queue, which counts it. */
  static final Duration FIRST_WRITE_OF_QUEUED = Duration.ofMillis(500);

  private static final Purpose WRITE =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "PodGang status");

  private GangStatus() {}

  /** One member: what it asks for and what it reports. */
  private record Member(PodClique clique, PodCliqueStatus status) {
    static Optional<Member> of(SetCliques cliques, PodGroup group) {
      return cliques.find(group.name()).map(clique -> new Member(clique, clique.statusOrEmpty()));
    }
  }

  /**
   * Plans the status of one gang: one patch a reconcile, the first when a member is bound or after
   * a while.
   *
   * @param set what is stored about the set
   * @param isAnswered whether its scheduler has said anything of it
   * @param topologies what its scheduler keeps of its constraints; empty if nobody knows
   * @param queued what is told because there are queues; empty if there are none
   */
  public static void plan(
      SetCliques cliques,
      PodGang gang,
      PodCliqueSetStatus set,
      boolean isAnswered,
      Optional<TopologySupport> topologies,
      Optional<QueuedGangs> queued,
      Plan.Builder plan,
      Instant now) {
    List<Member> members =
        gang.getSpec().podgroups().stream()
            .map(group -> Member.of(cliques, group))
            .flatMap(Optional::stream)
            .toList();
    Together together = Together.of(gang, members.stream().map(Member::clique));
    together.due(gang.statusOrEmpty().conditions(), isAnswered, now).ifPresent(plan::requeueAt);
    Optional<TopologyEnforcement> enforcement =
        topologies.map(support -> TopologyEnforcement.of(gang, support));
    PodGangStatus computed = compute(gang, members, set, together, isAnswered, enforcement, now);
    QueuedGangs.Told told =
        queued
            .map(gangs -> gangs.told(gang, computed, cliques::find, now))
            .orElseGet(() -> QueuedGangs.untold(computed));
    told.nextWord().ifPresent(plan::requeueAt);
    PodGangStatus wanted = told.status();
    if (wanted.equals(gang.getStatus())) {
      return;
    }
    if (gang.getStatus() == null && !isBound(members)) {
      Optional<Instant> due =
          firstPods(members)
              .map(instant ->
                  instant.plus(
                      queued.flatMap(gangs -> gangs.queue(gang)).isPresent()
                          ? FIRST_WRITE_OF_QUEUED
                          : FIRST_WRITE));
      if (due.filter(instant -> !now.isBefore(instant)).isEmpty()) {
        due.ifPresent(plan::requeueAt);
        return;
      }
    }
    plan.add(
        patch(gang, wanted),
        queued.flatMap(gangs -> gangs.event(gang)).map(List::of).orElse(List.of()));
  }

  // A clique says in the reconcile of its first creates that its pods are not scheduled.
  private static Optional<Instant> firstPods(List<Member> members) {
    return members.stream()
        .map(member ->
            Conditions.find(member.status().conditions(), ConditionTypes.POD_CLIQUE_SCHEDULED))
        .flatMap(Optional::stream)
        .map(condition -> Instant.parse(condition.getLastTransitionTime()))
        .min(Instant::compareTo);
  }

  private static PodGangStatus compute(
      PodGang gang,
      List<Member> members,
      PodCliqueSetStatus set,
      Together together,
      boolean isAnswered,
      Optional<TopologyEnforcement> enforcement,
      Instant now) {
    PodGangStatus before = gang.statusOrEmpty();
    Condition initialized =
        condition(
            gang,
            ConditionTypes.INITIALIZED,
            having(members, PodCliqueStatus::replicas, Division::pods),
            "all of their pods",
            ConditionReasons.POD_GANG_PODS_CREATED,
            ConditionReasons.POD_GANG_PODS_CREATION_PENDING,
            Optional.empty());
    Condition scheduled =
        condition(
            gang,
            ConditionTypes.SCHEDULED,
            having(members, Units::scheduled, MinAvailable::of),
            "their minimum of scheduled pods",
            ConditionReasons.SUFFICIENT_SCHEDULED_POD_GROUPS,
            ConditionReasons.INSUFFICIENT_SCHEDULED_POD_GROUPS,
            baseGang(members).or(together::awaited));
    Condition ready =
        condition(
            gang,
            ConditionTypes.READY,
            having(members, Units::ready, MinAvailable::of),
            "their minimum of ready pods",
            ConditionReasons.SUFFICIENT_READY_POD_GROUPS,
            ConditionReasons.INSUFFICIENT_READY_POD_GROUPS,
            Optional.empty());
    List<Condition> conditions = before.conditions();
    for (Condition condition : List.of(initialized, scheduled, ready)) {
      conditions = Conditions.set(conditions, condition, now);
    }
    List<Condition> told = together.setIn(conditions, isAnswered, now);
    return PodGangStatusBuilder.builder(before)
        .phase(
            endOf(gang, members, set)
                .orElseGet(() -> phase(ready.getStatus().equals("True"), isBound(members))))
        .conditions(enforcement.map(known -> known.setIn(told, now)).orElse(told))
        .build();
  }

  /** How the gang of a training job came to its end; empty if it has not, or has none. */
  private static Optional<String> endOf(
      PodGang gang, List<Member> members, PodCliqueSetStatus set) {
    if (set.phase() == PodCliqueSetPhase.FAILED) {
      return Optional.of(PodGangPhases.FAILED);
    }
    boolean done =
        members.size() == gang.getSpec().podgroups().size()
            && !members.isEmpty()
            && members.stream()
                .allMatch(member ->
                    Conditions.isTrue(member.status().conditions(), ConditionTypes.SUCCEEDED));
    return done ? Optional.of(PodGangPhases.SUCCEEDED) : Optional.empty();
  }

  private static String phase(boolean ready, boolean bound) {
    if (ready) {
      return PodGangPhases.RUNNING;
    }
    return bound ? PodGangPhases.STARTING : PodGangPhases.PENDING;
  }

  private static boolean isBound(List<Member> members) {
    return members.stream().anyMatch(member -> member.status().scheduledReplicas() > 0);
  }

  private static Set<String> having(
      List<Member> members, ToIntFunction<PodCliqueStatus> have, ToIntFunction<PodClique> need) {
    return members.stream()
        .filter(m -> have.applyAsInt(m.status()) >= need.applyAsInt(m.clique()))
        .map(member -> member.clique().getMetadata().getName())
        .collect(Collectors.toSet());
  }

  /** The base gang that gates hold pods back for; empty when no gate does. */
  private static Optional<String> baseGang(List<Member> members) {
    return members.stream()
        .filter(member -> member.status().scheduleGatedReplicas() > 0)
        .flatMap(member -> Relatives.label(member.clique(), Labels.BASE_POD_GANG).stream())
        .findFirst()
        .map("base gang "::concat);
  }

  // The message counts PodCliques, not pods: it changes when one gets there, and not with every
  // pod. A generation would be outdated whenever a reference is rewritten, which no condition
  // reads.
  private static Condition condition(
      PodGang gang,
      String type,
      Set<String> having,
      String what,
      String metReason,
      String unmetReason,
      Optional<String> heldFor) {
    List<String> groups = gang.getSpec().podgroups().stream().map(PodGroup::name).toList();
    List<String> lacking = groups.stream().filter(name -> !having.contains(name)).toList();
    boolean met = lacking.isEmpty();
    String count = having.size() + " of " + groups.size() + " PodCliques have " + what;
    return Conditions.of(
        type,
        met,
        met ? metReason : unmetReason,
        met ? count : count + "; waiting for " + heldFor.orElseGet(() -> FirstFew.of(lacking)));
  }

  // Schedulers and back-ends write conditions of their own here.
  private static Action patch(PodGang gang, PodGangStatus wanted) {
    PodGangStatus seen = gang.getStatus();
    JsonPatch patch = JsonPatch.create();
    if (seen == null) {
      patch
          .test("/metadata/resourceVersion", gang.getMetadata().getResourceVersion())
          .add("/status", wanted);
    } else if (seen.conditions().isEmpty()) {
      patch
          .test("/metadata/resourceVersion", gang.getMetadata().getResourceVersion())
          .add("/status/phase", wanted.phase())
          .add("/status/conditions", wanted.conditions());
    } else {
      patch
          .test("/status/conditions", seen.conditions())
          .add("/status/phase", wanted.phase())
          .replace("/status/conditions", wanted.conditions());
    }
    if (seen != null) {
      patch
          .and(
              whole(
                  "lastPlacedSince", text(seen.lastPlacedSince()), text(wanted.lastPlacedSince())))
          .and(whole("runtimeProtection", seen.runtimeProtection(), wanted.runtimeProtection()))
          .and(whole("resourcesStatus", seen.resourcesStatus(), wanted.resourcesStatus()));
    }
    return new Action.Patch(
        ObjectKey.of(gang), gang.getMetadata().getUid(), patch.operations(), "status", WRITE);
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static JsonPatch whole(String field, @Nullable Object seen, @Nullable Object wanted) {
    JsonPatch patch = JsonPatch.create();
    if (Objects.equals(seen, wanted)) {
      return patch;
    }
    String path = "/status/" + field;
    return wanted == null ? patch.remove(path) : patch.add(path, wanted);
  }
}
