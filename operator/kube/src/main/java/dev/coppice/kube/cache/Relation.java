package dev.coppice.kube.cache;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.binding.BindingWatches;
import dev.coppice.core.exclusive.ExclusiveTopology;
import dev.coppice.core.gang.ForeignGangs;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueWatches;
import dev.coppice.core.scheduler.kai.GangQueue;
import dev.coppice.core.scheduler.kai.QueueMark;
import dev.coppice.core.topology.SetTopology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a primary and the objects of another kind that its decisions read find each other: by keys
 * that both sides derive from names and labels. Those that belong together have a key in common. By
 * label and not by owner: what a dead owner left stands in the way of the new one of its name,
 * which must hear when it goes.
 */
public final class Relation {

  private static final String NODE = "spec.nodeName";
  private static final String TOPOLOGY = "topologyName";
  private static final IndexKey ANY_TOPOLOGY = new IndexKey(TOPOLOGY, "", "");
  private static final String SCHEDULER_TOPOLOGY = "topologyReference";
  private static final String QUEUE = "queue";
  private static final String GANG_QUEUE = "queueOfGang";
  private static final String PARENT_QUEUE = "parentQueue";
  private static final String POD_GROUP = "podgroups";

  private final Function<HasMetadata, Set<IndexKey>> ofPrimary;
  private final Function<HasMetadata, Set<IndexKey>> ofOther;
  private final Predicate<HasMetadata> shown;
  private final @Nullable Between between;
  private final @Nullable Chain chain;

  /**
   * Objects that stand between the primary and the others, because neither of the two names the
   * other.
   *
   * @param kind their kind
   * @param ofPrimary keys that they share with the primary
   * @param ofOther keys that they share with the other
   */
  record Between(
      Class<? extends HasMetadata> kind,
      Function<HasMetadata, Set<IndexKey>> ofPrimary,
      Function<HasMetadata, Set<IndexKey>> ofOther) {}

  /**
   * Objects of which each names the one above it, all the way up from that which the primary names.
   *
   * @param up keys of the one above, among those of the objects
   * @param down keys that all have for which this is the one above
   */
  record Chain(
      Function<HasMetadata, Set<IndexKey>> up, Function<HasMetadata, Set<IndexKey>> down) {}

  private Relation(
      Function<HasMetadata, Set<IndexKey>> ofPrimary,
      Function<HasMetadata, Set<IndexKey>> ofOther,
      Predicate<HasMetadata> shown) {
    this(ofPrimary, ofOther, shown, null, null);
  }

  private Relation(
      Function<HasMetadata, Set<IndexKey>> ofPrimary,
      Function<HasMetadata, Set<IndexKey>> ofOther,
      Predicate<HasMetadata> shown,
      @Nullable Between between,
      @Nullable Chain chain) {
    this.ofPrimary = ofPrimary;
    this.ofOther = ofOther;
    this.shown = shown;
    this.between = between;
    this.chain = chain;
  }

  /** Objects that the operator made, and that name the primary in this label. */
  public static Relation naming(String label) {
    return new Relation(name(label), values(label, label), Relation::isOurs);
  }

  /**
   * The pods that a PodClique made, and those of its group if that has a domain of nodes for
   * itself.
   */
  public static Relation podsOfClique() {
    return new Relation(Relation::ofClique, Relation::ofPod, Relation::isOurs);
  }

  /**
   * The nodes of these pods, as far as they belong to a training job or to a group, or terminate.
   */
  public static Relation nodesOfClique() {
    return nodesOfClique(
        new Between(Pod.class, ofTrackedNodes(Relation::ofPod), ofTrackedNodes(Relation::node)));
  }

  /** The nodes of all of these pods. */
  public static Relation allNodesOfClique() {
    return nodesOfClique(new Between(Pod.class, Relation::ofPod, Relation::node));
  }

  private static Relation nodesOfClique(Between pods) {
    return new Relation(
        Relation::ofClique,
        node -> Set.of(new IndexKey(NODE, "", node.getMetadata().getName())),
        _ -> true,
        pods,
        null);
  }

  private static Set<IndexKey> ofClique(HasMetadata object) {
    Set<IndexKey> name = name(Labels.POD_CLIQUE).apply(object);
    return object instanceof PodClique clique
        ? ExclusiveTopology.groupKey(clique)
            .map(key ->
                Stream.concat(name.stream(), Stream.of(IndexKey.of(Labels.GROUP_KEY, clique, key)))
                    .collect(Collectors.toUnmodifiableSet()))
            .orElse(name)
        : name;
  }

  private static Set<IndexKey> ofPod(HasMetadata pod) {
    return Stream.of(Labels.POD_CLIQUE, Labels.GROUP_KEY)
        .flatMap(label -> values(label, label).apply(pod).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Function<HasMetadata, Set<IndexKey>> ofTrackedNodes(
      Function<HasMetadata, Set<IndexKey>> keys) {
    return pod ->
        Ownership.isTerminating(pod)
                || Relatives.label(pod, Labels.RESTART_ATTEMPT).isPresent()
                || Relatives.label(pod, Labels.GROUP_KEY).isPresent()
            ? keys.apply(pod)
            : Set.of();
  }

  /**
   * The ClusterTopologyBinding that a set names, or all of which it seeks one. They are in no
   * namespace.
   */
  public static Relation topologyOfSet() {
    return new Relation(
        object -> object instanceof PodCliqueSet set ? topologies(set) : Set.of(),
        binding -> Set.of(topology(binding.getMetadata().getName()), ANY_TOPOLOGY),
        _ -> true);
  }

  private static Set<IndexKey> topologies(PodCliqueSet set) {
    return SetTopology.isSought(set)
        ? Set.of(ANY_TOPOLOGY)
        : SetTopology.nameOf(set).map(Relation::topology).map(Set::of).orElse(Set.of());
  }

  /** The objects of a scheduler that are compared with a binding; both are in no namespace. */
  public static Relation topologiesOfBinding() {
    return new Relation(
        object ->
            object instanceof ClusterTopologyBinding binding
                ? BindingWatches.namesOf(binding).stream()
                    .map(Relation::schedulerTopology)
                    .collect(Collectors.toUnmodifiableSet())
                : Set.of(),
        topology -> Set.of(schedulerTopology(topology.getMetadata().getName())),
        _ -> true);
  }

  /**
   * The Queue that a set is in, and those above it; all are in no namespace. Where cliques name
   * another one, which is refused, that of the set is the one that its PodGangs bear.
   *
   * @param defaultQueue the one of sets that name none
   */
  public static Relation queuesOfSet(Optional<String> defaultQueue) {
    return new Relation(
        object ->
            object instanceof PodCliqueSet set
                ? GangQueue.of(set)
                    .name()
                    .or(() -> QueueMark.of(set).map(QueueMark::queue))
                    .or(() -> defaultQueue)
                    .stream()
                    .map(Relation::queue)
                    .collect(Collectors.toUnmodifiableSet())
                : Set.of(),
        Relation::queueKeys,
        _ -> true,
        null,
        new Chain(
            object -> parent(object).map(Relation::queue).map(Set::of).orElse(Set.of()),
            object -> Set.of(below(object.getMetadata().getName()))));
  }

  /** The Queues above a Queue, up to the top, and those right below it. */
  public static Relation queuesOfQueue() {
    Function<HasMetadata, Set<IndexKey>> up =
        object -> parent(object).map(Relation::queue).map(Set::of).orElse(Set.of());
    Function<HasMetadata, Set<IndexKey>> down =
        object -> Set.of(below(object.getMetadata().getName()));
    return new Relation(
        object ->
            Stream.of(up, down)
                .flatMap(keys -> keys.apply(object).stream())
                .collect(Collectors.toUnmodifiableSet()),
        Relation::queueKeys,
        _ -> true,
        null,
        new Chain(up, down));
  }

  /**
   * The gangs in a Queue, of all namespaces.
   *
   * @param defaultQueue the queue of gangs that name none
   */
  public static Relation gangsOfQueue(Optional<String> defaultQueue) {
    return new Relation(
        queue -> Set.of(gangs(queue.getMetadata().getName())),
        gang ->
            QueueWatches.queueOf(gang, defaultQueue)
                .map(Relation::gangs)
                .map(Set::of)
                .orElse(Set.of()),
        Relation::isOurs);
  }

  private static IndexKey gangs(String queue) {
    return new IndexKey(GANG_QUEUE, "", queue);
  }

  private static Set<IndexKey> queueKeys(HasMetadata object) {
    return Stream.concat(
            Stream.of(queue(object.getMetadata().getName())),
            parent(object).map(Relation::below).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<String> parent(HasMetadata object) {
    return object instanceof Queue queue ? QueueNode.of(queue).parent() : Optional.empty();
  }

  private static IndexKey queue(String name) {
    return new IndexKey(QUEUE, "", name);
  }

  private static IndexKey below(String parent) {
    return new IndexKey(PARENT_QUEUE, "", parent);
  }

  private static IndexKey schedulerTopology(String name) {
    return new IndexKey(SCHEDULER_TOPOLOGY, "", name);
  }

  private static IndexKey topology(String name) {
    return new IndexKey(TOPOLOGY, "", name);
  }

  private static Function<HasMetadata, Set<IndexKey>> ofTraining(
      Function<HasMetadata, Set<IndexKey>> keys) {
    return pod ->
        Relatives.label(pod, Labels.RESTART_ATTEMPT).isPresent() ? keys.apply(pod) : Set.of();
  }

  private static Set<IndexKey> node(HasMetadata object) {
    return object instanceof Pod pod && PodState.isAssigned(pod)
        ? Set.of(new IndexKey(NODE, "", pod.getSpec().getNodeName()))
        : Set.of();
  }

  /** The same from the primaries that belong to a training job alone; others find nothing. */
  public Relation ofTraining() {
    return new Relation(ofTraining(ofPrimary), ofOther, shown, between, chain);
  }

  /** What stands between the primary and the others; empty if one of them names the other. */
  Optional<Between> between() {
    return Optional.ofNullable(between);
  }

  /** How those above and below one another are found; empty if each is found by itself. */
  Optional<Chain> chain() {
    return Optional.ofNullable(chain);
  }

  /** Objects that the primary names in one of these labels. */
  public static Relation namedIn(String... labels) {
    return new Relation(values(labels[0], labels), name(labels[0]), object -> true);
  }

  /** The gangs that a PodClique names in its labels, and those of another operator that name it. */
  public static Relation gangsOfClique() {
    Function<HasMetadata, Set<IndexKey>> named =
        values(Labels.POD_GANG, Labels.POD_GANG, Labels.BASE_POD_GANG);
    Function<HasMetadata, Set<IndexKey>> name = name(Labels.POD_GANG);
    return new Relation(
        clique ->
            with(named.apply(clique), Stream.of(group(clique, clique.getMetadata().getName()))),
        object ->
            object instanceof PodGang gang
                ? with(
                    name.apply(gang),
                    ForeignGangs.podCliques(gang).map(clique -> group(gang, clique)))
                : Set.of(),
        object -> true);
  }

  private static IndexKey group(HasMetadata object, String podClique) {
    return IndexKey.of(POD_GROUP, object, podClique);
  }

  private static Set<IndexKey> with(Set<IndexKey> some, Stream<IndexKey> more) {
    return Stream.concat(some.stream(), more).collect(Collectors.toUnmodifiableSet());
  }

  /** Objects of another kind that the operator made for the same replica of a set. */
  public static Relation sameSetReplica() {
    return new Relation(Relation::setReplica, Relation::setReplica, Relation::isOurs);
  }

  /** Objects of the primary's own kind in the same replica of a set. */
  public static Relation siblings() {
    return new Relation(Relation::setReplica, Relation::setReplica, object -> true);
  }

  /** Whether the operator made the object. */
  static boolean isOurs(HasMetadata object) {
    return Relatives.label(object, Labels.MANAGED_BY).filter(Labels.MANAGER::equals).isPresent();
  }

  Set<IndexKey> ofPrimary(HasMetadata primary) {
    return ofPrimary.apply(primary);
  }

  Set<IndexKey> ofOther(HasMetadata other) {
    return ofOther.apply(other);
  }

  boolean shows(HasMetadata other) {
    return shown.test(other);
  }

  private static Function<HasMetadata, Set<IndexKey>> name(String label) {
    return object -> Set.of(IndexKey.of(label, object, object.getMetadata().getName()));
  }

  private static Function<HasMetadata, Set<IndexKey>> values(String keyLabel, String... labels) {
    List<String> all = List.of(labels);
    return object ->
        all.stream()
            .flatMap(label -> Relatives.label(object, label).stream())
            .map(value -> IndexKey.of(keyLabel, object, value))
            .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<IndexKey> setReplica(HasMetadata object) {
    return Relatives.label(object, Labels.SET_REPLICA_INDEX)
        .flatMap(replica -> Relatives.label(object, Labels.PART_OF).map(set -> set + "/" + replica))
        .map(value -> Set.of(IndexKey.of(Labels.SET_REPLICA_INDEX, object, value)))
        .orElse(Set.of());
  }
}
