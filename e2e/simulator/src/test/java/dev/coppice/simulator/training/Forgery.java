package dev.coppice.simulator.training;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.FailedIndex;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What somebody writes over, or takes away, behind the operator's back. */
enum Forgery {
  STATUS_EMPTIED(ofSet(_ -> PodCliqueSetStatus.EMPTY)),
  ATTEMPTS_EMPTIED(ofSet(s -> edit(s).replicaAttempts(List.of()).build())),
  ONE_ATTEMPT_TAKEN(
      ofSet(s -> edit(s).replicaAttempts(s.replicaAttempts().stream().skip(1).toList()).build())),
  ATTEMPTS_LOWERED(ofSet(s -> withAttempts(s, one -> attempt(one, 0, one.podCliques(), false)))),
  ATTEMPTS_RAISED(ofSet(s -> withAttempts(s, one -> attempt(one, 1_000, one.podCliques(), false)))),
  ATTEMPTS_BEYOND_COUNTING(
      ofSet(s -> withAttempts(s, one -> attempt(one, Integer.MAX_VALUE, List.of(), false)))),
  ATTEMPTS_NEGATIVE(ofSet(s -> withAttempts(s, one -> attempt(one, -7, List.of(), false)))),
  ATTEMPTS_OF_REPLICAS_THAT_ARE_NOT(
      ofSet(s -> {
        List<ReplicaAttempt> more = new ArrayList<>(s.replicaAttempts());
        more.add(new ReplicaAttempt(99, 5, List.of(), true));
        return edit(s).replicaAttempts(more).build();
      })),
  NOBODY_RELEASED(
      ofSet(s -> withAttempts(s, one -> attempt(one, one.attempt(), List.of(), false)))),
  OTHERS_RELEASED(
      ofSet(s ->
          withAttempts(
              s,
              one ->
                  attempt(
                      one,
                      one.attempt(),
                      one.podCliques().stream()
                          .map(clique -> new ReleasedPodClique(clique.name(), "another"))
                          .toList(),
                      false)))),
  STRANGERS_RELEASED(
      ofSet(s ->
          withAttempts(
              s,
              one -> {
                List<ReleasedPodClique> more = new ArrayList<>(one.podCliques());
                more.add(new ReleasedPodClique("zzz", "another"));
                return attempt(one, one.attempt(), more, false);
              }))),
  REPLICAS_SUCCEEDED(
      ofSet(s -> withAttempts(s, one -> attempt(one, one.attempt(), one.podCliques(), true)))),
  NO_PHASE(ofSet(s -> edit(s).phase(null).build())),
  PENDING(ofSet(s -> edit(s).phase(PodCliqueSetPhase.PENDING).build())),
  SUCCEEDED(ofSet(s -> ended(s, PodCliqueSetPhase.SUCCEEDED, ConditionTypes.COMPLETE))),
  SUCCEEDED_WITH_ALL_ITS_REPLICAS(
      ofSet(s ->
          withAttempts(
              ended(s, PodCliqueSetPhase.SUCCEEDED, ConditionTypes.COMPLETE),
              one -> attempt(one, one.attempt(), one.podCliques(), true)))),
  FAILED(ofSet(s -> ended(s, PodCliqueSetPhase.FAILED, ConditionTypes.FAILED))),
  COMPLETED_WITHOUT_AN_END(ofSet(s -> edit(s).completionTime(Times.PAST).build())),
  RESTARTS_NEGATIVE(ofSet(s -> edit(s).restartCount(-5).build())),
  RESTARTS_BEYOND_COUNTING(ofSet(s -> edit(s).restartCount(Integer.MAX_VALUE).build())),
  RESTARTS_FORGOTTEN(ofSet(s -> edit(s).restartCount(0).build())),
  STARTED_IN_2036(ofSet(s -> edit(s).startTime(Times.FUTURE).build())),
  STARTED_IN_1970(ofSet(s -> edit(s).startTime(Times.PAST).build())),
  START_FORGOTTEN(ofSet(s -> edit(s).startTime(null).build())),
  CONDITIONS_TAKEN(ofSet(s -> edit(s).conditions(List.of()).build())),
  CONDITIONS_OF_2036(ofSet(s -> edit(s).conditions(retimed(s.conditions(), Times.FUTURE)).build())),
  CONDITIONS_OF_1970(ofSet(s -> edit(s).conditions(retimed(s.conditions(), Times.PAST)).build())),
  CONDITIONS_TURNED(ofSet(s -> edit(s).conditions(turned(s.conditions())).build())),
  GARBAGE_HASH(ofSet(s -> edit(s).currentGenerationHash("garbage").build())),
  NO_HASH(ofSet(s -> edit(s).currentGenerationHash(null).build())),
  ONE_CLIQUE_WITHOUT_OWNER(world -> release(world, world.clique("x-0-a"))),
  ONE_MEMBER_WITHOUT_OWNER(world -> release(world, world.clique("x-0-g-0-c"))),
  ONE_GROUP_WITHOUT_OWNER(
      world -> release(world, all(world, PodCliqueScalingGroup.class).getFirst())),
  ALL_CLIQUES_WITHOUT_OWNERS(
      world -> all(world, PodClique.class).forEach(clique -> release(world, clique))),
  ONE_POD_WITHOUT_OWNER(world -> release(world, all(world, Pod.class).getFirst())),
  ALL_PODS_WITHOUT_OWNERS(world -> all(world, Pod.class).forEach(pod -> release(world, pod))),
  NOTHING_WITH_AN_OWNER(
      world -> all(world, HasMetadata.class).forEach(object -> release(world, object))),
  ONE_CLIQUE_WITHOUT_OWNER_AND_STATUS_EMPTIED(world -> {
    release(world, world.clique("x-0-a"));
    put(world, world.set().withStatus(PodCliqueSetStatus.EMPTY));
  }),
  CLIQUES_EMPTIED(ofCliques(_ -> PodCliqueStatus.EMPTY)),
  EVERY_STATUS_EMPTIED(world -> {
    put(world, world.set().withStatus(PodCliqueSetStatus.EMPTY));
    ofCliques(_ -> PodCliqueStatus.EMPTY).accept(world);
    ofGroups(_ -> PodCliqueScalingGroupStatus.EMPTY).accept(world);
  }),
  GROUPS_EMPTIED(ofGroups(_ -> PodCliqueScalingGroupStatus.EMPTY)),
  CLIQUES_COUNT_NOTHING(
      ofCliques(s ->
          edit(s).replicas(0).readyReplicas(0).scheduledReplicas(0).runningReplicas(0).build())),
  CLIQUES_COUNT_WILDLY(
      ofCliques(s ->
          edit(s)
              .replicas(-3)
              .readyReplicas(Integer.MAX_VALUE)
              .updatedReplicas(-1)
              .activePods(1_000)
              .stuckPods(1_000)
              .build())),
  CLIQUES_BREACHED(ofCliques(s -> edit(s).conditions(breached(s, Times.PAST)).build())),
  CLIQUES_BREACHED_IN_2036(ofCliques(s -> edit(s).conditions(breached(s, Times.FUTURE)).build())),
  CLIQUES_OF_2036(
      ofCliques(s ->
          edit(s)
              .conditions(retimed(s.conditions(), Times.FUTURE))
              .startTime(Times.FUTURE)
              .runningSince(Times.FUTURE)
              .assignedSince(Times.FUTURE)
              .build())),
  FAILURES_OF_2036(
      ofCliques(s ->
          edit(s)
              .podFailures(List.of(new PodFailure(0, 3, Times.FUTURE, "another")))
              .failedIndexes(
                  List.of(
                      new FailedIndex(
                          0, 3, true, "another", "p", "n", "m", 1, "Error", Times.FUTURE)))
              .build())),
  CLIQUES_OF_ANOTHER_ATTEMPT(ofCliques(s -> edit(s).attempt(77).attemptRun("never").build()));

  @SuppressWarnings("ImmutableEnumChecker") // a deed keeps nothing
  private final Consumer<TrainingWorld> deed;

  Forgery(Consumer<TrainingWorld> deed) {
    this.deed = deed;
  }

  /** Whether it tells of an end that a job may have come to. */
  boolean isAnotherEnd() {
    return this == SUCCEEDED || this == SUCCEEDED_WITH_ALL_ITS_REPLICAS || this == FAILED;
  }

  void commit(TrainingWorld world) {
    deed.accept(world);
  }

  private static PodCliqueSetStatusBuilder edit(PodCliqueSetStatus status) {
    return PodCliqueSetStatusBuilder.builder(status);
  }

  private static PodCliqueStatusBuilder edit(PodCliqueStatus status) {
    return PodCliqueStatusBuilder.builder(status);
  }

  private static Consumer<TrainingWorld> ofSet(UnaryOperator<PodCliqueSetStatus> edit) {
    return world -> put(world, world.set().withStatus(edit.apply(world.status())));
  }

  private static Consumer<TrainingWorld> ofCliques(UnaryOperator<PodCliqueStatus> edit) {
    return world ->
        all(world, PodClique.class)
            .forEach(clique -> put(world, clique.withStatus(edit.apply(clique.statusOrEmpty()))));
  }

  private static Consumer<TrainingWorld> ofGroups(UnaryOperator<PodCliqueScalingGroupStatus> edit) {
    return world ->
        all(world, PodCliqueScalingGroup.class)
            .forEach(group -> put(world, group.withStatus(edit.apply(group.statusOrEmpty()))));
  }

  private static void put(TrainingWorld world, HasMetadata object) {
    world
        .cluster()
        .apply(new Action.PutStatus(object, false, Purpose.unannounced("ERR", "forged", "status")));
  }

  private static void release(TrainingWorld world, HasMetadata object) {
    Orphaning.release(world.cluster(), object);
  }

  private static <T extends HasMetadata> List<T> all(TrainingWorld world, Class<T> type) {
    ClusterModel cluster = world.cluster();
    return cluster.all(type).toList();
  }

  private static PodCliqueSetStatus withAttempts(
      PodCliqueSetStatus status, UnaryOperator<ReplicaAttempt> edit) {
    return edit(status)
        .replicaAttempts(status.replicaAttempts().stream().map(edit).toList())
        .build();
  }

  private static ReplicaAttempt attempt(
      ReplicaAttempt one, int attempt, List<ReleasedPodClique> cliques, boolean succeeded) {
    return new ReplicaAttempt(one.replicaIndex(), attempt, cliques, succeeded);
  }

  private static PodCliqueSetStatus ended(
      PodCliqueSetStatus status, PodCliqueSetPhase phase, String type) {
    List<Condition> conditions = new ArrayList<>(status.conditions());
    conditions.add(condition(type, Times.PAST));
    return edit(status).phase(phase).completionTime(Times.PAST).conditions(conditions).build();
  }

  private static List<Condition> breached(PodCliqueStatus status, Instant since) {
    List<Condition> conditions = new ArrayList<>(status.conditions());
    conditions.removeIf(c -> c.getType().equals(ConditionTypes.MIN_AVAILABLE_BREACHED));
    conditions.add(condition(ConditionTypes.MIN_AVAILABLE_BREACHED, since));
    return conditions;
  }

  private static Condition condition(String type, Instant since) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withReason("PodsFailed")
        .withMessage("forged")
        .withLastTransitionTime(since.toString())
        .build();
  }

  private static List<Condition> retimed(List<Condition> conditions, Instant time) {
    return conditions.stream()
        .map(one -> new ConditionBuilder(one).withLastTransitionTime(time.toString()).build())
        .toList();
  }

  private static List<Condition> turned(List<Condition> conditions) {
    return conditions.stream()
        .map(one ->
            new ConditionBuilder(one)
                .withStatus("True".equals(one.getStatus()) ? "False" : "True")
                .withReason("Forged")
                .withMessage("forged")
                .build())
        .toList();
  }

  /** Times that nobody who is right would write. */
  private static final class Times {
    static final Instant FUTURE = Instant.parse("2036-01-01T00:00:00Z");
    static final Instant PAST = Instant.EPOCH;
  }
}
