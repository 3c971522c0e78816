package dev.coppice.simulator.training;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.simulator.gang.GangRules;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelScheduler;
import dev.coppice.simulator.operator.Change;
import dev.coppice.simulator.operator.Controller;
import dev.coppice.simulator.operator.Delivery;
import dev.coppice.simulator.operator.OperatorCode;
import dev.coppice.simulator.operator.OperatorProcess;
import dev.coppice.simulator.operator.OperatorProcess.Watch;
import dev.coppice.simulator.operator.RunningReconcile;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A cluster in which a training job runs, and an operator that dies once, before or after the write
 * of a number. Everything else happens in one order, so that a run is determined by that number.
 */
final class TrainingWorld {

  static final String NAMESPACE = "n";
  static final Instant START = Instant.parse("2026-08-19T10:00:00Z");

  private static final int MOST_TURNS = 2_000;
  private static final Duration SOON = Duration.ofSeconds(2);

  private final ClusterModel cluster = new ClusterModel(START);
  private final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelScheduler scheduler = new ModelScheduler(cluster, nodes);
  private final TrainingRules rules = new TrainingRules();
  private final Optional<GangRules> gangs;
  private final OperatorProcess operator;
  private final Death death;
  private int writes;
  private boolean startsHeld;

  /**
   * When the operator dies.
   *
   * @param write before or after how many writes; 0 for never
   * @param obeyed whether that write reaches the API server
   */
  record Death(int write, boolean obeyed) {
    static final Death NEVER = new Death(0, false);
  }

  TrainingWorld(Death death, OperatorCode code) {
    this.death = death;
    nodes.add("node-0");
    nodes.add("node-1");
    operator = new OperatorProcess(() -> code, cluster);
    gangs =
        code.hasNativeGangs()
            ? Optional.of(new GangRules(cluster, _ -> false, _ -> {}))
            : Optional.empty();
    cluster.watch((before, now) -> {
      HasMetadata shown = now == null ? before : now;
      Change change = new Change(ObjectKey.of(shown), now, before);
      rules.take(before, now, cluster.clock().instant());
      gangs.ifPresent(judging -> judging.changed(change));
      operator.expect(change);
    });
  }

  ClusterModel cluster() {
    return cluster;
  }

  ModelNodes nodes() {
    return nodes;
  }

  TrainingRules rules() {
    return rules;
  }

  /** How many writes the operator has made, or tried to. */
  int writes() {
    return writes;
  }

  // The operator.

  /** Kills the operator until it {@link #comesBack}. */
  void goesAway() {
    operator.die();
  }

  void comesBack() {
    operator.rise();
  }

  /** Lets everybody do what is to be done now, and what comes of it within moments. */
  void settle() {
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      boolean moved = play() || hear() || look() || send();
      if (!moved && !ringSoon()) {
        return;
      }
    }
    throw new AssertionError("no rest");
  }

  private boolean ringSoon() {
    Instant now = cluster.clock().instant();
    Optional<Instant> next =
        operator.nextTimer().filter(instant -> !instant.isAfter(now.plus(SOON)));
    next.ifPresent(instant -> {
      cluster.advance(Duration.between(now, instant.isBefore(now) ? now : instant));
      operator.ring();
    });
    return next.isPresent();
  }

  /** Lets time pass, and what it brings happen. */
  void pass(Duration duration) {
    Instant end = cluster.clock().instant().plus(duration);
    settle();
    while (cluster.clock().instant().isBefore(end)) {
      Instant now = cluster.clock().instant();
      Instant next = operator.nextTimer().filter(instant -> instant.isBefore(end)).orElse(end);
      cluster.advance(Duration.between(now, next.isBefore(now) ? now : next));
      operator.ring();
      settle();
    }
  }

  private boolean hear() {
    boolean moved = false;
    for (Watch watch : operator.watches()) {
      while (watch.behind() > 0) {
        operator.hear(watch);
        moved = true;
      }
    }
    return moved;
  }

  private boolean look() {
    boolean moved = false;
    for (Controller<?> controller : operator.controllers()) {
      for (ObjectKey key : controller.startable()) {
        operator.look(controller, key);
        moved = true;
      }
    }
    return moved;
  }

  private boolean send() {
    for (Controller<?> controller : operator.controllers()) {
      for (RunningReconcile<?> reconcile : controller.running()) {
        List<Action> open = reconcile.open();
        if (!open.isEmpty()) {
          send(controller, reconcile, open.getFirst());
          return true;
        }
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked") // a controller runs reconciles over its own kind
  private <P extends HasMetadata> void send(
      Controller<P> controller, RunningReconcile<?> reconcile, Action action) {
    boolean isWrite = !(action instanceof Action.Read);
    writes += isWrite ? 1 : 0;
    if (isWrite && writes == death.write()) {
      if (death.obeyed()) {
        cluster.apply(action);
      }
      operator.die();
      operator.rise();
      return;
    }
    operator.send(
        controller, (RunningReconcile<P>) reconcile, action, cluster::apply, Delivery.WHOLE);
  }

  // Schedulers and kubelets.

  private boolean play() {
    List<Pod> next = scheduler.next(_ -> true);
    boolean moved = !next.isEmpty();
    for (Pod pod : cluster.all(Pod.class).toList()) {
      if (next.contains(pod)) {
        scheduler.decide(pod, _ -> true);
        gangs.ifPresent(GangRules::stepped);
      } else if (!Ownership.isTerminating(pod)
          && pod.getSpec().getNodeName() != null
          && "Pending".equals(pod.getStatus().getPhase())
          && !startsHeld
          && !nodes.isHeld(pod)
          && !nodes.isLost(pod)) {
        nodes.start(pod);
        moved = true;
      }
    }
    for (PlacedGroup group : scheduler.unprotected()) {
      scheduler.release(group);
      moved = true;
    }
    return moved;
  }

  /** Whether images take for ever to be pulled. */
  void holdStarts(boolean held) {
    startsHeld = held;
  }

  // What tests ask for and do.

  PodCliqueSet set() {
    return cluster.find(PodCliqueSet.class, NAMESPACE, "x").orElseThrow();
  }

  PodCliqueSetStatus status() {
    return set().statusOrEmpty();
  }

  PodClique clique(String name) {
    return cluster.find(PodClique.class, NAMESPACE, name).orElseThrow();
  }

  Stream<Pod> pods() {
    return cluster.all(Pod.class);
  }

  /** The pods of a PodClique in an attempt that have not ended and nobody has asked to go. */
  List<Pod> pods(String clique, int attempt) {
    return pods()
        .filter(pod -> Relatives.label(pod, Labels.POD_CLIQUE).filter(clique::equals).isPresent())
        .filter(pod ->
            Relatives.label(pod, Labels.RESTART_ATTEMPT)
                .filter(Integer.toString(attempt)::equals)
                .isPresent())
        .filter(pod -> !Ownership.isTerminating(pod) && !ModelNodes.hasEnded(pod))
        .toList();
  }

  /** A pod of a PodClique of whatever attempt. */
  Pod pod(String clique) {
    return pods()
        .filter(pod -> Relatives.label(pod, Labels.POD_CLIQUE).filter(clique::equals).isPresent())
        .findFirst()
        .orElseThrow();
  }

  Pod pod(String clique, int attempt) {
    List<Pod> pods = pods(clique, attempt);
    if (pods.isEmpty()) {
      throw new AssertionError("no pod of " + clique + " runs in attempt " + attempt);
    }
    return pods.getFirst();
  }

  /** Ends the containers of all pods of a PodClique. */
  void exit(String clique, int attempt, int code) {
    List<Pod> pods = pods(clique, attempt);
    if (pods.isEmpty()) {
      throw new AssertionError("no pod of " + clique + " runs in attempt " + attempt);
    }
    pods.forEach(pod -> nodes.end(pod, code));
  }

  /** All pods of the first replica do their work, and everything comes to its rest. */
  void finish(int attempt) {
    exit("x-0-a", attempt, 0);
    exit("x-0-b", attempt, 0);
    drain();
  }

  /** Somebody deletes an object, as kubectl does. */
  void delete(HasMetadata object) {
    cluster.delete(object);
  }

  /** The containers of a pod that was asked to go end. */
  void stop(Pod pod, int code) {
    cluster
        .find(Pod.class, NAMESPACE, pod.getMetadata().getName())
        .ifPresent(now -> nodes.end(now, code));
  }

  /** The containers of all pods that were asked to go end, those on lost nodes excepted. */
  void stopAll() {
    pods()
        .filter(pod -> Ownership.isTerminating(pod) && !nodes.isLost(pod))
        .forEach(pod -> nodes.end(pod, 143));
  }

  /** Lets everything come to its rest, pods that go included. */
  void drain() {
    for (int turn = 0; turn < 20; turn++) {
      settle();
      if (pods().noneMatch(pod -> Ownership.isTerminating(pod) && !nodes.isLost(pod))) {
        return;
      }
      stopAll();
    }
    throw new AssertionError("pods do not go");
  }
}
