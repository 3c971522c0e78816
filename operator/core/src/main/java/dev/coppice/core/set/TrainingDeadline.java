package dev.coppice.core.set;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.slots.Division;
import dev.coppice.core.time.GoDuration;
import dev.coppice.core.training.Indexes;
import dev.coppice.core.training.JudgedPod;
import dev.coppice.core.training.Nodes;
import dev.coppice.core.training.TrackedPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** By when a training job has to be done, counted from its first start. */
final class TrainingDeadline {

  private final SetView view;

  TrainingDeadline(SetView view) {
    this.view = view;
  }

  /** The instant; empty before the first start, and for a job that may run for ever. */
  Optional<Instant> instant() {
    return Optional.ofNullable(view.status().startTime())
        .flatMap(start -> maxRuntime().map(start::plus));
  }

  /** For how long the job may run; empty for ever. What is no length of time says nothing. */
  Optional<Duration> maxRuntime() {
    try {
      return Optional.ofNullable(view.set().getSpec().trainingOrDefaults().maxRuntime())
          .map(GoDuration::parse)
          .filter(Duration::isPositive);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  boolean isPassed() {
    return instant().filter(instant -> !view.now().isBefore(instant)).isPresent();
  }

  /**
   * What has to be read before the job fails, in this order: a pod that is let go between the two
   * reads is found in the second.
   */
  List<LiveRead> reads() {
    String namespace = view.set().getMetadata().getNamespace();
    return List.of(
        new LiveRead.ListOf(Pod.class, namespace, ChildLabels.common(view.name())),
        new LiveRead.ListOf(PodClique.class, namespace, ChildLabels.common(view.name())));
  }

  /** Whether what was read shows that all the work is done, and only not yet counted. */
  boolean isWorkDone(List<TrainingReplica> replicas) {
    return replicas.stream().allMatch(this::isDone);
  }

  private boolean isDone(TrainingReplica replica) {
    return replica.attempt().succeeded()
        || (replica.isReleased()
            && replica.attempt().podCliques().stream()
                .allMatch(released ->
                    replica.find(released).filter(clique -> isDone(clique, replica)).isPresent()));
  }

  private boolean isDone(PodClique clique, TrainingReplica replica) {
    int pods = Division.pods(clique);
    Set<Integer> done = succeeded(clique, replica.attempt().attempt());
    done.addAll(Indexes.parse(clique.statusOrEmpty().completedIndexes(), pods));
    return IntStream.range(0, pods).allMatch(done::contains);
  }

  private Set<Integer> succeeded(PodClique clique, int attempt) {
    JudgedPod.By by = new JudgedPod.By(false, Nodes.UNSEEN, view.now());
    return view.snapshot()
        .observed()
        .all(Pod.class)
        .filter(pod -> Relatives.names(pod, Labels.POD_CLIQUE, clique))
        .filter(pod -> Ownership.isControlledBy(pod, clique) || Ownership.controller(pod).isEmpty())
        .filter(pod -> TrackedPods.attempt(pod).filter(own -> own == attempt).isPresent())
        .map(pod -> JudgedPod.of(PodState.of(pod), by))
        .filter(judged -> judged.standing() == JudgedPod.Standing.SUCCEEDED)
        .map(judged -> judged.pod().index())
        .collect(Collectors.toSet());
  }
}
