package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.trial.TrialPods;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelViews;
import dev.coppice.simulator.model.ReconcileLoop;
import dev.coppice.simulator.model.Scaling;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One set in a model cluster, with the controllers of all levels and nodes that run its pods. */
final class SetFixture {

  static final String NAMESPACE = "n";

  final ClusterModel cluster = new ClusterModel(Instant.parse("2026-01-01T00:00:00Z"));
  final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelViews views;
  private final SchedulerBackends schedulers;
  private final TrialPods trials;
  private final Validity validity;
  private final Map<String, ReconcileLoop<PodClique>> cliqueLoops = new HashMap<>();
  private final Map<String, ReconcileLoop<PodCliqueScalingGroup>> groupLoops = new HashMap<>();
  private final ReconcileLoop<PodCliqueSet> setLoop;
  private final String name;

  SetFixture(String yaml) {
    this(TestYaml.read(yaml, PodCliqueSet.class));
  }

  SetFixture(String yaml, AdmissionSettings settings) {
    this(TestYaml.read(yaml, PodCliqueSet.class), settings);
  }

  SetFixture(PodCliqueSet set) {
    this(set, AdmissionSettings.standard());
  }

  private SetFixture(PodCliqueSet set, AdmissionSettings settings) {
    this(set, settings, SchedulerBackends.standard());
  }

  SetFixture(PodCliqueSet set, AdmissionSettings settings, SchedulerBackends schedulers) {
    this(set, settings, schedulers, new TrialPods(schedulers, PodSettings.DEFAULTS));
  }

  /** One whose templates are never tried. */
  static SetFixture withoutTrials(String yaml) {
    return new SetFixture(
        TestYaml.read(yaml, PodCliqueSet.class),
        AdmissionSettings.standard(),
        SchedulerBackends.standard(),
        TrialPods.NONE);
  }

  private SetFixture(
      PodCliqueSet set,
      AdmissionSettings settings,
      SchedulerBackends schedulers,
      TrialPods trials) {
    this.trials = trials;
    this.schedulers = schedulers;
    validity = new Validity(settings);
    views =
        new ModelViews(
            cluster, new SetWatches(settings.topologyAwareScheduling(), schedulers, false));
    set.setMetadata(new ObjectMetaBuilder(set.getMetadata()).withNamespace(NAMESPACE).build());
    name = set.getMetadata().getName();
    cluster.create(set);
    setLoop =
        new ReconcileLoop<>(
            cluster,
            new PodCliqueSetPlanner(
                schedulers, validity, TerminationSettings.DEFAULTS, QueueSettings.OFF, trials),
            memory -> views.set(NAMESPACE, name, memory));
  }

  Reconcile.Result<PodCliqueSet> setPass() {
    return setLoop.reconcile().orElseThrow();
  }

  /** One reconcile over every group. */
  void groupPasses() {
    cluster.all(PodCliqueScalingGroup.class).forEach(group -> loop(group).reconcile());
  }

  /** One reconcile over every clique. */
  void cliquePasses() {
    cluster.all(PodClique.class).forEach(clique -> loop(clique).reconcile());
  }

  /** One reconcile over one clique. */
  void cliquePass(String cliqueName) {
    loop(clique(cliqueName)).reconcile();
  }

  /** The reconcile over one clique that comes by time alone, which has to be due. */
  void cliquePassThatIsDue(String cliqueName) {
    assertThat(loop(clique(cliqueName)).requeueAt())
        .hasValueSatisfying(look -> assertThat(look).isEqualTo(cluster.clock().instant()));
    cliquePass(cliqueName);
  }

  /** One reconcile over one group. */
  void groupPass(String groupName) {
    loop(group(groupName)).reconcile();
  }

  /** The reconcile over one group that comes by time alone, which has to be due. */
  void groupPassThatIsDue(String groupName) {
    assertThat(loop(group(groupName)).requeueAt())
        .hasValueSatisfying(look -> assertThat(look).isEqualTo(cluster.clock().instant()));
    groupPass(groupName);
  }

  /** Lets all controllers and the nodes work until nothing changes, not even after a while. */
  void settle() {
    int quiet = 0;
    for (int round = 0; round < 40; round++) {
      int before = cluster.journal().size();
      setLoop.reconcile();
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

  /** Lets all controllers work for a while, in which nothing else happens. */
  void controllersFor(Duration duration) {
    Instant end = cluster.clock().instant().plus(duration);
    for (int round = 0; round < 400; round++) {
      long before = obeyed();
      setLoop.reconcile();
      groupPasses();
      cliquePasses();
      if (obeyed() == before) {
        Instant now = cluster.clock().instant();
        if (!now.isBefore(end)) {
          return;
        }
        Instant next = requeueAt().filter(end::isAfter).orElse(end);
        // What was refused is tried again a little later.
        Instant soon = next.isAfter(now) ? next : now.plusMillis(50);
        cluster.advance(Duration.between(now, soon));
      }
    }
    throw new AssertionError("no rest");
  }

  /** Lets the set's controller alone work for a while. */
  void setFor(Duration duration) {
    setLoop.runFor(duration);
  }

  /** How often anything was read past the caches. */
  long reads() {
    return actions().stream().filter(Action.Read.class::isInstance).count();
  }

  private long obeyed() {
    return cluster.journal().stream()
        .filter(answer -> !(answer.outcome() instanceof Outcome.Refused))
        .filter(answer -> !(answer.action() instanceof Action.Read))
        .filter(answer -> !(answer.action() instanceof Action.Try))
        .count();
  }

  private Optional<Instant> requeueAt() {
    return Stream.of(
            setLoop.requeueAt().stream(),
            cluster.all(PodCliqueScalingGroup.class).flatMap(g -> loop(g).requeueAt().stream()),
            cluster.all(PodClique.class).flatMap(clique -> loop(clique).requeueAt().stream()))
        .flatMap(Function.identity())
        .min(Comparator.naturalOrder());
  }

  /** The one pod at an index that is neither terminating nor ended. */
  Pod pod(String clique, int index) {
    return cluster
        .all(Pod.class)
        .filter(pod -> !Ownership.isTerminating(pod))
        .filter(pod -> clique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)))
        .filter(pod ->
            Integer.toString(index).equals(pod.getMetadata().getLabels().get(Labels.POD_INDEX)))
        .findFirst()
        .orElseThrow();
  }

  /** UIDs of all PodCliques by name. */
  NavigableMap<String, String> cliqueUids() {
    return cluster
        .all(PodClique.class)
        .collect(
            Collectors.toMap(
                clique -> clique.getMetadata().getName(),
                clique -> clique.getMetadata().getUid(),
                (one, other) -> one,
                TreeMap::new));
  }

  private ReconcileLoop<PodClique> loop(PodClique clique) {
    String cliqueName = clique.getMetadata().getName();
    return cliqueLoops.computeIfAbsent(
        clique.getMetadata().getUid(),
        uid ->
            new ReconcileLoop<>(
                cluster,
                new PodCliquePlanner(schedulers, PodSettings.DEFAULTS, validity),
                memory -> views.clique(NAMESPACE, cliqueName, memory)));
  }

  private ReconcileLoop<PodCliqueScalingGroup> loop(PodCliqueScalingGroup group) {
    String groupName = group.getMetadata().getName();
    return groupLoops.computeIfAbsent(
        group.getMetadata().getUid(),
        uid ->
            new ReconcileLoop<>(
                cluster,
                new PodCliqueScalingGroupPlanner(
                    validity, TerminationSettings.DEFAULTS, false, trials),
                memory -> views.group(NAMESPACE, groupName, memory)));
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
    return set.withSpec(spec);
  }
}
