package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.model.ModelNodes;
import dev.coppice.core.model.ModelViews;
import dev.coppice.core.model.PassLoop;
import dev.coppice.core.model.Scaling;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.pod.PodCliquePlanner;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.validity.Validity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One set in a model cluster, with the controllers of all levels and nodes that run its pods. */
final class SetScene {

  static final String NAMESPACE = "n";

  final ClusterModel cluster = new ClusterModel(Instant.parse("2026-01-01T00:00:00Z"));
  final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelViews views = new ModelViews(cluster);
  private final SchedulerBackends schedulers = SchedulerBackends.standard();
  private final Map<String, PassLoop<PodClique>> cliqueLoops = new HashMap<>();
  private final Map<String, PassLoop<PodCliqueScalingGroup>> groupLoops = new HashMap<>();
  private final PassLoop<PodCliqueSet> setLoop;
  private final String name;

  SetScene(String yaml) {
    this(TestYaml.read(yaml, PodCliqueSet.class));
  }

  SetScene(PodCliqueSet set) {
    set.setMetadata(new ObjectMetaBuilder(set.getMetadata()).withNamespace(NAMESPACE).build());
    name = set.getMetadata().getName();
    cluster.create(set);
    setLoop =
        new PassLoop<>(
            cluster,
            new PodCliqueSetPlanner(schedulers, Validity.standard()),
            since -> views.set(NAMESPACE, name, since));
  }

  Pass.Result<PodCliqueSet> setPass() {
    return setLoop.pass().orElseThrow();
  }

  /** One pass over every group. */
  void groupPasses() {
    cluster.all(PodCliqueScalingGroup.class).forEach(group -> loop(group).pass());
  }

  /** One pass over every clique. */
  void cliquePasses() {
    cluster.all(PodClique.class).forEach(clique -> loop(clique).pass());
  }

  /** Lets all controllers and the nodes work until nothing changes, not even after a while. */
  void settle() {
    int quiet = 0;
    for (int round = 0; round < 40; round++) {
      int before = cluster.journal().size();
      setLoop.pass();
      groupPasses();
      cliquePasses();
      nodes.finishTerminations();
      nodes.runAll();
      cluster.advance(Duration.ofSeconds(6));
      quiet = cluster.journal().size() == before ? quiet + 1 : 0;
      // What nodes did in one quiet round may leave a status write waiting for its interval in the
      // next.
      if (quiet == 3) {
        return;
      }
    }
    throw new AssertionError("no rest");
  }

  private PassLoop<PodClique> loop(PodClique clique) {
    String cliqueName = clique.getMetadata().getName();
    return cliqueLoops.computeIfAbsent(
        clique.getMetadata().getUid(),
        uid ->
            new PassLoop<>(
                cluster,
                new PodCliquePlanner(schedulers, PodSettings.DEFAULTS, Validity.standard()),
                since -> views.clique(NAMESPACE, cliqueName, since)));
  }

  private PassLoop<PodCliqueScalingGroup> loop(PodCliqueScalingGroup group) {
    String groupName = group.getMetadata().getName();
    return groupLoops.computeIfAbsent(
        group.getMetadata().getUid(),
        uid ->
            new PassLoop<>(
                cluster,
                new PodCliqueScalingGroupPlanner(Validity.standard()),
                since -> views.group(NAMESPACE, groupName, since)));
  }

  PodCliqueSet set() {
    return cluster.find(PodCliqueSet.class, NAMESPACE, name).orElseThrow();
  }

  PodCliqueSetStatus status() {
    return set().statusOrEmpty();
  }

  PodClique clique(String cliqueName) {
    return cluster.find(PodClique.class, NAMESPACE, cliqueName).orElseThrow();
  }

  PodCliqueScalingGroup group(String groupName) {
    return cluster.find(PodCliqueScalingGroup.class, NAMESPACE, groupName).orElseThrow();
  }

  PodGang gang(String gangName) {
    return cluster.find(PodGang.class, NAMESPACE, gangName).orElseThrow();
  }

  <T extends HasMetadata> List<String> names(Class<T> type) {
    return cluster.all(type).map(object -> object.getMetadata().getName()).sorted().toList();
  }

  List<String> podUids() {
    return cluster.all(Pod.class).map(pod -> pod.getMetadata().getUid()).sorted().toList();
  }

  List<Action> actions() {
    return cluster.journal().stream().map(Answer::action).toList();
  }

  List<Action> actionsSince(int count) {
    List<Action> all = actions();
    return all.subList(count, all.size());
  }

  void scaleSet(int replicas) {
    Scaling.scale(cluster, set(), replicas);
  }

  void changeSet(UnaryOperator<PodCliqueSet> change) {
    cluster.change(set(), change);
  }

  void scaleGroup(String groupName, int replicas) {
    Scaling.scale(cluster, group(groupName), replicas);
  }

  void scaleClique(String cliqueName, int replicas) {
    Scaling.scale(cluster, clique(cliqueName), replicas);
  }

  static PodCliqueSet withSpec(PodCliqueSet set, PodCliqueSetSpec spec) {
    PodCliqueSet changed = new PodCliqueSet();
    changed.setMetadata(set.getMetadata());
    changed.setSpec(spec);
    changed.setStatus(set.getStatus());
    return changed;
  }
}
