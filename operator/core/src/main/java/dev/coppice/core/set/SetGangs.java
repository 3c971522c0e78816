package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.child.Children;
import dev.coppice.core.gang.GangReport;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.gang.PodGangs;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.placement.GangObjects;
import dev.coppice.core.placement.SetPlacementMode;
import dev.coppice.core.placement.SetPlacements;
import dev.coppice.core.pod.PodNames;
import dev.coppice.core.queue.StartFacts.Recreation;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.runtime.GangStarts;
import dev.coppice.core.runtime.OpenTeardowns;
import dev.coppice.core.scheduler.GangSupport;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.TopologySupport;
import dev.coppice.core.scheduler.kai.GangQueue;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.slots.Division;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.topology.GangTranslation;
import dev.coppice.core.topology.SetTopology;
import dev.coppice.core.training.AttemptReports;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which gangs a set has. Each of its replicas has a base gang: the standalone cliques and the
 * minimum of each group. Each replica of a group beyond that minimum is a scaled gang of its own.
 */
final class SetGangs {

  private final SetView view;
  private final SchedulerBackends schedulers;
  private final PodGangs gangs;
  private final Optional<SetPlacementMode> mode;
  private final GangTranslation constraints;

  /** The gang of one replica of a group. */
  private record Scaled(GangShape shape, PodCliqueScalingGroupConfig group, int index) {}

  SetGangs(SetView view, SchedulerBackends schedulers) {
    this.view = view;
    this.schedulers = schedulers;
    int mostPods = view.resolved().mostReplicas();
    this.gangs =
        new PodGangs(
            view.snapshot(),
            // A gang has a reference to each pod: it is not made with numbers that have no bound.
            name -> view.podCliques().find(name).filter(c -> c.getSpec().replicas() <= mostPods),
            labels(),
            backend().map(SchedulerBackend::gangAnnotations).orElse(Map.of()),
            SetGangs::firstPods);
    this.mode = SetPlacementMode.of(view.snapshot(), view.podCliques(), backend());
    this.constraints =
        new GangTranslation(
            view.set(), view.topology(), mode.filter(SetPlacementMode::keepsGroups).isPresent());
  }

  List<Action> plan() {
    List<Action> actions = new ArrayList<>();
    Set<String> wanted = new HashSet<>();
    // A gang without the constraints of its topology would be placed anywhere.
    boolean known = !(view.topology() instanceof SetTopology.Unreadable);
    for (int replica = 0; replica < view.replicas(); replica++) {
      GangShape base = base(view, replica);
      List<Scaled> scaled = scaled(view, replica).toList();
      // A gang of nothing holds nothing together.
      if (!base.members().isEmpty()) {
        wanted.add(base.name());
        if (known) {
          gangs.sync(base, constraints.ofBaseGang(replica, view.sizes())).ifPresent(actions::add);
        }
      }
      // The gates of scaled gangs read the base gang: it has to show all it waits for before them.
      boolean ready = gangs.isInShape(base);
      for (Scaled gang : scaled) {
        wanted.add(gang.shape().name());
        if (known && (ready || gangs.exists(gang.shape()))) {
          gangs
              .sync(gang.shape(), constraints.ofScaledGang(replica, gang.group(), gang.index()))
              .ifPresent(actions::add);
        }
      }
    }
    // Without the size of each group nobody knows which gangs are left over.
    if (view.sizes().areExact()) {
      gangs.deleteUnwanted(wanted).forEach(actions::add);
    }
    return List.copyOf(actions);
  }

  /** Records how the pods of each gang come to their nodes, if that is for us to record. */
  void recordPlacements(Plan.Builder plan) {
    if (view.resolved().isBounded()) {
      backend()
          .filter(SchedulerBackend::placesOnce)
          .filter(_ -> mode.filter(known -> !known.isByGang()).isEmpty())
          .map(scheduler ->
              new SetPlacements(
                  shapes(view),
                  name -> Children.owned(view.snapshot(), PodGang.class, name),
                  view.podCliques(),
                  view.snapshot(),
                  scheduler.topologies(),
                  status -> mode.map(known -> known.in(status)).orElse(status),
                  view.now()))
          .ifPresentOrElse(
              placements -> placements.plan(plan),
              () ->
                  mode.ifPresent(known ->
                      plan.addAll(
                          known
                              .recorded(Children.owned(view.snapshot(), PodGang.class))
                              .toList())));
    }
  }

  /** Tells the scheduler of every gang. */
  Stream<Action> tellScheduler() {
    List<PodGang> all = Children.owned(view.snapshot(), PodGang.class).toList();
    return objects().stream()
        .flatMap(objects ->
            Stream.concat(
                all.stream().flatMap(gang -> objects.plan(gang, view.set())),
                objects.leftovers(all, view.set())));
  }

  /** Which gangs the scheduler was told of and has not answered. */
  Predicate<PodGang> unanswered() {
    return objects().<Predicate<PodGang>>map(all -> all::isUnanswered).orElse(_ -> false);
  }

  /** What the scheduler keeps of the constraints of gangs; empty if it is not enabled. */
  Optional<TopologySupport> topologies() {
    return backend().map(SchedulerBackend::topologies);
  }

  /** Takes the start times from gangs that are made again as a whole, before their pods go. */
  static Stream<Action> clearedStarts(SetView view) {
    return view.queues().enabled()
        ? starts(view).cleared(Children.owned(view.snapshot(), PodGang.class))
        : Stream.empty();
  }

  /** Brings the start times of gangs to what they should be. */
  static Stream<Action> keptStarts(SetView view) {
    return view.queues().enabled()
        ? starts(view).kept(Children.owned(view.snapshot(), PodGang.class), view.now())
        : GangStarts.forgotten(Children.owned(view.snapshot(), PodGang.class));
  }

  private static GangStarts starts(SetView view) {
    OpenTeardowns teardowns =
        OpenTeardowns.of(
            Stream.concat(
                view.status().replicaDeletions().stream(),
                Children.owned(view.snapshot(), PodCliqueScalingGroup.class)
                    .flatMap(group -> group.statusOrEmpty().replicaDeletions().stream())),
            view.podCliques()::find);
    return new GangStarts(
        view.podCliques()::find,
        view.isTraining() ? gang -> ofTraining(view, gang) : teardowns::of,
        view.queues().begin());
  }

  // Between two attempts no pod runs that counts.
  private static Recreation ofTraining(SetView view, PodGang gang) {
    return gang.getSpec().podgroups().stream()
            .flatMap(group -> view.podCliques().find(group.name()).stream())
            .flatMap(clique -> ReplicaIndex.of(clique, Labels.SET_REPLICA_INDEX).stream().boxed())
            .map(replica -> AttemptReports.of(view.status(), replica))
            .anyMatch(attempt -> attempt.podCliques().isEmpty())
        ? Recreation.ENDS
        : Recreation.NONE;
  }

  private Optional<GangObjects> objects() {
    return backend()
        .filter(backend -> !backend.kinds().isEmpty())
        .map(backend -> new GangObjects(backend, view.snapshot()));
  }

  private static Stream<GangShape> shapes(SetView view) {
    return IntStream.range(0, view.counted())
        .boxed()
        .flatMap(replica ->
            Stream.concat(
                Stream.of(base(view, replica)), scaled(view, replica).map(Scaled::shape)));
  }

  private static GangShape base(SetView view, int replica) {
    Stream<List<String>> standalone =
        Stream.of(
            view.standaloneCliques().stream().map(clique -> view.nameOf(replica, clique)).toList());
    Stream<List<String>> grouped =
        view.groupConfigs().stream()
            .flatMap(group ->
                IntStream.range(0, view.sizes().inBaseGang(replica, group))
                    .mapToObj(index -> view.memberNames(replica, group, index).toList()));
    return new GangShape(
        Names.basePodGang(view.name(), replica),
        replica,
        false,
        Stream.concat(standalone, grouped).filter(unit -> !unit.isEmpty()).toList());
  }

  private static Stream<Scaled> scaled(SetView view, int replica) {
    return view.groupConfigs().stream()
        .flatMap(group -> {
          int first = Math.max(0, group.minAvailable());
          return IntStream.range(first, view.sizes().replicas(replica, group))
              .mapToObj(index ->
                  new Scaled(
                      new GangShape(
                          Names.scaledPodGang(view.name(), replica, group.name(), index, first),
                          replica,
                          true,
                          List.of(view.memberNames(replica, group, index).toList())),
                      group,
                      index));
        });
  }

  /** A status with what is reported of the gangs. */
  static PodCliqueSetStatus told(
      SetView view, SchedulerBackends schedulers, PodCliqueSetStatus status) {
    if (!view.resolved().isBounded()) {
      return status; // nobody counts gangs without bound
    }
    List<String> wanted =
        shapes(view).filter(shape -> !shape.members().isEmpty()).map(GangShape::name).toList();
    GangReport report =
        new GangReport(
            wanted,
            Children.owned(view.snapshot(), PodGang.class),
            view.set().getMetadata().getGeneration());
    GangSupport support =
        GangSupport.of(
            schedulers,
            view.template().cliques().stream()
                .map(clique -> clique.spec().podSpec().getSchedulerName()));
    PodCliqueSetStatus supported =
        report.supported(
            report.enforced(
                status,
                new SetGangs(view, schedulers).topologies(),
                told(view, ConditionTypes.TOPOLOGY_NOT_ENFORCED).findFirst(),
                view.now()),
            support.isGiven()
                ? ofGangs(view, schedulers).or(() -> rewritten(view, schedulers)).orElse(support)
                : support,
            view.now());
    return TrainingEnd.isReached(status)
        ? GangReport.over(supported)
        : report.placed(supported, view.now());
  }

  private static Optional<GangSupport> ofGangs(SetView view, SchedulerBackends schedulers) {
    SetGangs gangs = new SetGangs(view, schedulers);
    Stream<GangSupport> ofEach =
        gangs.backend().stream()
            .flatMap(backend ->
                Children.owned(view.snapshot(), PodGang.class)
                    .sorted(Comparator.comparing(gang -> gang.getMetadata().getName()))
                    .map(gang -> backend.gangs(gang, view.set())));
    return Stream.concat(
            gangs.backend().stream()
                .flatMap(backend -> gangs.mode.stream().flatMap(known -> known.lacking(backend))),
            ofEach)
        .filter(support -> !support.isGiven())
        .findFirst();
  }

  // What was asked for came to the scheduler in another form.
  private static Optional<GangSupport> rewritten(SetView view, SchedulerBackends schedulers) {
    Stream<String> ofObjects =
        new SetGangs(view, schedulers)
            .objects().stream()
                .flatMap(objects ->
                    Children.owned(view.snapshot(), PodGang.class)
                        .sorted(Comparator.comparing(gang -> gang.getMetadata().getName()))
                        .flatMap(gang -> objects.distortions(gang, view.set())));
    return Stream.concat(told(view, ConditionTypes.GANG_NOT_ENFORCED), ofObjects)
        .findFirst()
        .map(what -> new GangSupport(false, ConditionReasons.GANG_REWRITTEN, what));
  }

  private static Stream<String> told(SetView view, String type) {
    return view.podCliques()
        .staying()
        .sorted(Comparator.comparing(clique -> clique.getMetadata().getName()))
        .flatMap(clique ->
            Conditions.find(clique.statusOrEmpty().conditions(), type).stream()
                .map(told ->
                    "PodClique %s: %s"
                        .formatted(clique.getMetadata().getName(), told.getMessage())));
  }

  // The first clique that names a scheduler names that of the set.
  private Optional<SchedulerBackend> backend() {
    return schedulers.find(schedulerName().orElse(null));
  }

  private Optional<String> schedulerName() {
    return view.template().cliques().stream()
        .map(SetGangs::schedulerName)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Map<String, String> labels() {
    Map<String, String> labels = ChildLabels.common(view.name());
    labels.put(Labels.COMPONENT, Components.POD_GANG);
    labels.put(Labels.SCHEDULER_NAME, schedulerName().orElse(schedulers.fallback().name()));
    if (view.queues().enabled()) {
      // Those that the set itself carries are handed on as they are.
      GangQueue.of(view.set()).name().ifPresent(queue -> labels.put(KaiKeys.QUEUE, queue));
    }
    return labels;
  }

  private static Optional<String> schedulerName(PodCliqueTemplate clique) {
    return Optional.ofNullable(clique.spec().podSpec().getSchedulerName())
        .filter(name -> !name.isEmpty());
  }

  private static List<String> firstPods(PodClique clique) {
    return IntStream.range(0, Division.pods(clique))
        .mapToObj(index ->
            PodNames.firstGeneration(
                clique.getMetadata().getName(), clique.getMetadata().getUid(), index))
        .toList();
  }
}
