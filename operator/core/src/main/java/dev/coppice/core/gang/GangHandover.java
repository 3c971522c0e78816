package dev.coppice.core.gang;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangMap;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReplicaIndex;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.tree.SetCliques;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of PodGangs that another operator has left, and of the maps that speak of them: when
 * their PodCliques report no pods in them any more, and the API server knows none either.
 */
public final class GangHandover {

  private static final Purpose READ =
      Purpose.unannounced(ErrorCodes.DELETE_POD_GANG, "read", "pod");
  private static final Purpose DELETE_MAP =
      Purpose.unannounced(ErrorCodes.DELETE_POD_GANG, "deleted", "PodGangMap");

  private final Snapshot<PodCliqueSet> snapshot;
  private final SetCliques cliques;
  private final List<PodGang> foreign;

  private GangHandover(Snapshot<PodCliqueSet> snapshot, SetCliques cliques) {
    this.snapshot = snapshot;
    this.cliques = cliques;
    this.foreign = Children.owned(snapshot, PodGang.class).filter(ForeignGangs::isForeign).toList();
  }

  /** What is to be read, or to go. */
  public static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot, SetCliques cliques) {
    return new GangHandover(snapshot, cliques).plan();
  }

  private Stream<Action> plan() {
    List<PodGang> idle = foreign.stream().filter(this::isIdle).toList();
    if (idle.isEmpty() && !isBeginning()) {
      return Stream.empty();
    }
    List<LiveRead> queries =
        Stream.concat(
                Stream.of(list(PodGangMap.class, ChildLabels.common(name()))),
                idle.stream()
                    .map(this::labels)
                    .distinct()
                    .flatMap(labels ->
                        Stream.of(list(Pod.class, labels), list(PodClique.class, labels))))
            .toList();
    if (!snapshot.readLive().containsAll(queries)) {
      return Stream.of(new Action.Read(queries, READ));
    }
    // What was read in an earlier round is old, unless that was read for this.
    return snapshot.live().containsAll(queries) || snapshot.done().contains(DELETE_MAP)
        ? deletions(idle.stream().filter(this::isFree).toList())
        : Stream.empty();
  }

  // First the maps: whoever dies in between finds them by the PodGangs.
  private Stream<Action> deletions(List<PodGang> free) {
    Set<Integer> kept = replicas(foreign.stream().filter(gang -> !free.contains(gang)).toList());
    List<PodGangMap> maps =
        Children.owned(snapshot, PodGangMap.class)
            .filter(map -> !kept.contains(map.getSpec().podCliqueSetReplicaIndex()))
            .toList();
    return maps.isEmpty()
        ? free.stream().map(gang -> Action.Delete.of(gang, PodGangs.DELETE))
        : maps.stream().map(map -> Action.Delete.of(map, DELETE_MAP));
  }

  // A PodClique that is gone reports nothing, and its pods go with it.
  private boolean isIdle(PodGang gang) {
    return gang.getSpec().podgroups().stream()
        .allMatch(group -> group.podReferences().isEmpty() || cliques.find(group.name()).isEmpty());
  }

  private boolean isFree(PodGang gang) {
    Set<String> owners =
        snapshot
            .observed()
            .all(PodClique.class)
            .map(clique -> clique.getMetadata().getUid())
            .collect(Collectors.toSet());
    return snapshot
        .observed()
        .all(Pod.class)
        .filter(pod -> PodState.of(pod).live())
        .filter(pod -> ForeignGangs.names(pod, gang))
        .allMatch(pod ->
            Ownership.controller(pod)
                .filter(owner -> !owners.contains(owner.getUid()))
                .isPresent());
  }

  private static Set<Integer> replicas(List<PodGang> gangs) {
    return gangs.stream()
        .flatMapToInt(gang -> ReplicaIndex.of(gang, Labels.SET_REPLICA_INDEX).stream())
        .boxed()
        .collect(Collectors.toSet());
  }

  /**
   * Whether nothing has been reported yet of a set that another operator has looked after. A
   * replica without pods has no PodGang, and may have a map.
   */
  private boolean isBeginning() {
    String hash = snapshot.primary().statusOrEmpty().currentGenerationHash();
    return hash != null && !TemplateHash.isOurs(hash);
  }

  private Map<String, String> labels(PodGang gang) {
    OptionalInt replica = ReplicaIndex.of(gang, Labels.SET_REPLICA_INDEX);
    return replica.isPresent()
        ? ChildLabels.setReplica(name(), replica.getAsInt())
        : ChildLabels.common(name());
  }

  private String name() {
    return snapshot.primary().getMetadata().getName();
  }

  private LiveRead list(Class<? extends HasMetadata> type, Map<String, String> labels) {
    return new LiveRead.ListOf(type, snapshot.primary().getMetadata().getNamespace(), labels);
  }
}
