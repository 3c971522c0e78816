package dev.coppice.core.set;

import dev.coppice.api.Components;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.slots.GroupFacts;
import dev.coppice.core.template.Adoption;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.template.WrittenPodSpec;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.tree.StartupParents;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The PodCliques that a set owns itself: those of cliques that are in no scaling group. */
final class StandaloneCliques {

  private static final Purpose CREATE =
      Purpose.announced(
          ErrorCodes.CREATE_OR_UPDATE_POD_CLIQUE,
          "created",
          "PodClique",
          EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_FAILED);
  static final Purpose DELETE =
      Purpose.announced(
          ErrorCodes.DELETE_POD_CLIQUE,
          "deleted",
          "PodClique",
          EventReasons.POD_CLIQUE_DELETE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_DELETE_FAILED);

  private StandaloneCliques() {}

  /** What has to be done about them. */
  static Stream<Action> plan(SetView view, StartupParents parents) {
    Snapshot<PodCliqueSet> snapshot = view.snapshot();
    Optional<Action> read = Adoption.read(snapshot, ChildLabels.standaloneCliques(view.name()));
    if (read.isPresent()) {
      return read.stream();
    }
    List<RenderedTemplate> rendered =
        view.standaloneCliques().stream().map(view.resolved()::rendered).toList();
    List<PodClique> wanted =
        IntStream.range(0, view.replicas())
            .boxed()
            .flatMap(replica ->
                rendered.stream().map(clique -> podClique(view, replica, clique, parents)))
            .toList();
    List<PodClique> due = wanted.stream().filter(clique -> !isTornDown(view, clique)).toList();
    Optional<Action> look = WrittenPodSpec.read(snapshot, due.stream());
    if (look.isPresent()) {
      return look.stream();
    }
    Stream<Action> sync =
        due.stream()
            .map(clique ->
                Children.ensure(
                    snapshot,
                    clique,
                    CREATE,
                    (one, other) -> RenderedTemplate.difference(snapshot, view.set(), one, other)))
            .flatMap(Optional::stream)
            .map(action -> WrittenPodSpec.announced(snapshot, action));
    Set<String> names =
        wanted.stream().map(clique -> clique.getMetadata().getName()).collect(Collectors.toSet());
    Map<String, String> component = Map.of(Labels.COMPONENT, Components.SET_POD_CLIQUE);
    return Stream.concat(
        sync, Children.deleteUnwanted(snapshot, PodClique.class, component, names, DELETE));
  }

  private static PodClique podClique(
      SetView view, int replica, RenderedTemplate rendered, StartupParents parents) {
    String name = view.nameOf(replica, rendered.template());
    PodClique fresh =
        GroupFacts.on(
            rendered.podClique(
                view.set(),
                name,
                ChildLabels.standaloneClique(
                    view.name(), replica, name, Names.basePodGang(view.name(), replica)),
                parents.ofStandalone(replica, rendered.template())),
            view.set(),
            view.snapshot()
                .observed()
                .get(PodClique.class, view.set().getMetadata().getNamespace(), name));
    if (view.isTraining()) {
      return AttemptReports.atBirth(view.set(), replica).on(fresh);
    }
    return ReplicaDeletions.restored(
        fresh,
        view.status().replicaDeletions().stream(),
        asked -> view.resolved().findings(asked).isAllowed());
  }

  // Nothing of a replica is made or changed before all that is deleted with it is gone.
  private static boolean isTornDown(SetView view, PodClique clique) {
    return ReplicaDeletions.isDeleting(
        view.status().replicaDeletions(),
        Integer.parseInt(clique.getMetadata().getLabels().get(Labels.SET_REPLICA_INDEX)));
  }
}
