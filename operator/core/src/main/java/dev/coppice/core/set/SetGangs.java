package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.gang.PodGangs;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.pod.PodNames;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.scheduler.SchedulerBackends;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Makes the gangs of a set, and keeps them as its cliques and groups are. */
final class SetGangs {

  private final SetView view;
  private final GangShapes shapes;
  private final PodGangs gangs;

  SetGangs(SetView view, SchedulerBackends schedulers) {
    this.view = view;
    this.shapes = new GangShapes(view);
    int mostPods = view.resolved().mostReplicas();
    this.gangs =
        new PodGangs(
            view.snapshot(),
            // A gang has a reference to each pod: it is not made with numbers that have no bound.
            name -> view.podCliques().find(name).filter(c -> c.getSpec().replicas() <= mostPods),
            labels(schedulers),
            SetGangs::firstPods);
  }

  List<Action> plan() {
    List<Action> actions = new ArrayList<>();
    Set<String> wanted = new HashSet<>();
    for (int replica = 0; replica < view.replicas(); replica++) {
      GangShape base = shapes.base(replica);
      List<GangShape> scaled = shapes.scaled(replica).toList();
      // A gang of nothing holds nothing together.
      if (!base.members().isEmpty()) {
        wanted.add(base.name());
        gangs.sync(base).ifPresent(actions::add);
      }
      // The gates of scaled gangs read the base gang: it has to show all it waits for before them.
      boolean ready = gangs.isInShape(base);
      for (GangShape shape : scaled) {
        wanted.add(shape.name());
        if (ready || gangs.exists(shape)) {
          gangs.sync(shape).ifPresent(actions::add);
        }
      }
    }
    // Without the size of each group nobody knows which gangs are left over.
    if (view.sizes().areExact()) {
      gangs.deleteUnwanted(wanted).forEach(actions::add);
    }
    return List.copyOf(actions);
  }

  private Map<String, String> labels(SchedulerBackends schedulers) {
    Map<String, String> labels = ChildLabels.common(view.name());
    labels.put(Labels.COMPONENT, Components.POD_GANG);
    labels.put(
        Labels.SCHEDULER_NAME,
        view.template().cliques().stream()
            .map(SetGangs::schedulerName)
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(schedulers.fallback().name()));
    return labels;
  }

  private static Optional<String> schedulerName(PodCliqueTemplate clique) {
    return Optional.ofNullable(clique.spec().podSpec().getSchedulerName())
        .filter(name -> !name.isEmpty());
  }

  private static List<String> firstPods(PodClique clique) {
    return IntStream.range(0, clique.getSpec().replicas())
        .mapToObj(index ->
            PodNames.firstGeneration(
                clique.getMetadata().getName(), clique.getMetadata().getUid(), index))
        .toList();
  }
}
