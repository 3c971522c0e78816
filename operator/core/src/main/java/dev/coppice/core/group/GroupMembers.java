package dev.coppice.core.group;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.recreation.ReplicaDeletions;
import dev.coppice.core.slots.GroupFacts;
import dev.coppice.core.template.Adoption;
import dev.coppice.core.template.RenderedTemplate;
import dev.coppice.core.template.WrittenPodSpec;
import dev.coppice.core.training.AttemptReports;
import dev.coppice.core.tree.StartupParents;
import dev.coppice.core.trial.TrialPods;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The PodCliques of a scaling group: one for each of its cliques in each of its replicas. */
final class GroupMembers {

  private static final Purpose CREATE =
      Purpose.announced(
          ErrorCodes.CREATE_OR_UPDATE_GROUP_POD_CLIQUES,
          "created",
          "PodClique",
          EventReasons.POD_CLIQUE_CREATE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_CREATE_FAILED);
  private static final Purpose UPDATE =
      Purpose.announced(
          ErrorCodes.CREATE_OR_UPDATE_GROUP_POD_CLIQUES,
          "updated",
          "PodClique",
          EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_FAILED);
  static final Purpose DELETE_REPLICA =
      Purpose.announced(
          ErrorCodes.DELETE_POD_CLIQUE,
          "deleted",
          "PodClique",
          EventReasons.SCALING_GROUP_REPLICA_DELETE_SUCCESSFUL,
          EventReasons.SCALING_GROUP_REPLICA_DELETE_FAILED);
  static final Purpose DELETE_CLIQUE =
      Purpose.announced(
          ErrorCodes.DELETE_POD_CLIQUE,
          "deleted",
          "PodClique",
          EventReasons.POD_CLIQUE_DELETE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_DELETE_FAILED);

  private final GroupView view;
  private final StartupParents parents;

  private GroupMembers(GroupView view) {
    this.view = view;
    this.parents = new StartupParents(view.set(), view.sizes());
  }

  static Stream<Action> plan(GroupView view) {
    Optional<Action> read =
        Adoption.read(view.snapshot(), ChildLabels.scalingGroupPods(view.setName(), view.name()));
    return read.isPresent() ? read.stream() : sync(view);
  }

  private static Stream<Action> sync(GroupView view) {
    GroupMembers members = new GroupMembers(view);
    List<PodClique> wanted =
        IntStream.range(0, view.replicas())
            .boxed()
            .flatMap(replica -> view.cliques().stream().map(c -> members.member(replica, c)))
            .toList();
    List<PodClique> due = wanted.stream().filter(member -> !members.isTornDown(member)).toList();
    if (!view.resolved().isTemplateTaken()) {
      return members.dangling(wanted); // what there is keeps the template that it has
    }
    Optional<Action> look = WrittenPodSpec.read(view.snapshot(), due.stream());
    if (look.isPresent()) {
      return look.stream();
    }
    return Stream.concat(
        due.stream()
            .map(members::ensure)
            .flatMap(Optional::stream)
            .map(action -> WrittenPodSpec.announced(view.snapshot(), action)),
        members.dangling(wanted));
  }

  /** What tries pods of each clique, as those of the first replica: all are alike. */
  static List<Action.Try> trials(GroupView view, TrialPods pods) {
    GroupMembers members = new GroupMembers(view);
    return view.cliques().stream()
        .flatMap(clique ->
            pods
                .of(members.member(0, clique), view.group(), clique.template(), view.set())
                .stream())
        .toList();
  }

  // Nothing of a replica is made or changed before all that is deleted with it is gone.
  private boolean isTornDown(PodClique member) {
    return ReplicaDeletions.isDeleting(ofSet(), view.setReplica())
        || ReplicaDeletions.isDeleting(ofGroup(), Integer.parseInt(replicaOf(member)));
  }

  private List<ReplicaDeletion> ofSet() {
    return view.set().statusOrEmpty().replicaDeletions();
  }

  private List<ReplicaDeletion> ofGroup() {
    return view.group().statusOrEmpty().replicaDeletions();
  }

  /** What goes of a group whose members cannot be planned: replicas that are asked for no more. */
  static Stream<Action> surplus(GroupView view) {
    String index = Labels.SCALING_GROUP_REPLICA_INDEX;
    return Children.owned(view.snapshot(), PodClique.class)
        .filter(clique -> ReplicaIndex.isBeyond(clique, index, view.replicas()))
        .map(clique -> Action.Delete.of(clique, DELETE_REPLICA));
  }

  private boolean isThere(PodClique wanted) {
    return Children.owned(view.snapshot(), PodClique.class, wanted.getMetadata().getName())
        .isPresent();
  }

  private Optional<Action> ensure(PodClique wanted) {
    return Children.ensure(
        view.snapshot(),
        wanted,
        isThere(wanted) ? UPDATE : CREATE,
        view.isOnDelete()
            ? (one, other) -> RenderedTemplate.difference(view.snapshot(), view.set(), one, other)
            : (one, other) ->
                RenderedTemplate.differenceOfReplica(
                    view.snapshot(), view.set(), one, other, this::follows));
  }

  // What has no pods is of no template; one that gets some must fit what it works with.
  private boolean follows(PodClique idle) {
    return ReplicaIndex.of(idle, Labels.SCALING_GROUP_REPLICA_INDEX).stream()
        .noneMatch(new GroupReplicas(view)::isOutdated);
  }

  private Stream<Action> dangling(List<PodClique> wanted) {
    Set<String> names =
        wanted.stream().map(clique -> clique.getMetadata().getName()).collect(Collectors.toSet());
    Set<String> replicas =
        IntStream.range(0, view.replicas()).mapToObj(Integer::toString).collect(Collectors.toSet());
    return Children.owned(view.snapshot(), PodClique.class)
        .filter(clique -> !names.contains(clique.getMetadata().getName()))
        .map(clique ->
            Action.Delete.of(
                clique, replicas.contains(replicaOf(clique)) ? DELETE_CLIQUE : DELETE_REPLICA));
  }

  private PodClique member(int replica, RenderedTemplate clique) {
    String name = view.memberName(replica, clique);
    String baseGang = Names.basePodGang(view.setName(), view.setReplica());
    int minAvailable = view.config().minAvailable();
    String gang =
        replica < minAvailable
            ? baseGang
            : Names.scaledPodGang(
                view.setName(), view.setReplica(), view.config().name(), replica, minAvailable);
    PodClique fresh =
        GroupFacts.on(
            clique.podClique(
                view.group(),
                name,
                ChildLabels.groupClique(
                    view.setName(), view.setReplica(), view.name(), replica, name, gang, baseGang),
                parents.ofMember(view.setReplica(), view.config(), replica, clique.template())),
            view.set(),
            view.snapshot()
                .observed()
                .get(PodClique.class, view.group().getMetadata().getNamespace(), name));
    if (view.isTraining()) {
      return AttemptReports.atBirth(view.set(), view.setReplica()).on(fresh);
    }
    return ReplicaDeletions.restored(
        fresh,
        Stream.concat(ofSet().stream(), ofGroup().stream()),
        asked -> view.resolved().findings(asked).isAllowed());
  }

  static String replicaOf(PodClique clique) {
    Map<String, String> labels = clique.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(Labels.SCALING_GROUP_REPLICA_INDEX, "");
  }
}
