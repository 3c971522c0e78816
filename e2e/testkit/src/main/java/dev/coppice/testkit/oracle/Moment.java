package dev.coppice.testkit.oracle;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What stood in the cluster at an instant. */
public final class Moment {

  private final Instant at;
  private final List<HasMetadata> objects;
  private final Map<Work, Set<String>> done;
  // Looked up by many rules, or by none.
  private @Nullable Map<String, List<HasMetadata>> byOwner;

  /**
   * A moment.
   *
   * @param at the instant
   * @param objects everything that stood; stored objects never change
   */
  public Moment(Instant at, List<HasMetadata> objects) {
    this(
        at,
        objects,
        objects.stream()
            .filter(Pod.class::isInstance)
            .map(Pod.class::cast)
            .filter(PodFacts::hasSucceeded));
  }

  private Moment(Instant at, List<HasMetadata> objects, Stream<Pod> succeeded) {
    this.at = at;
    this.objects = objects;
    this.done =
        succeeded.collect(
            Collectors.groupingBy(
                Work::of, Collectors.mapping(PodFacts::index, Collectors.toSet())));
  }

  /** What a PodClique of a training job does in one attempt. */
  private record Work(String podClique, String attempt) {

    static Work of(Pod pod) {
      return new Work(PodFacts.ownerUid(pod), PodFacts.label(pod, Labels.RESTART_ATTEMPT));
    }

    static Work of(PodClique clique) {
      Map<String, String> annotations = clique.getMetadata().getAnnotations();
      return new Work(
          clique.getMetadata().getUid(),
          annotations == null ? "" : annotations.getOrDefault(Annotations.RESTART_ATTEMPT, ""));
    }
  }

  /** What stood at the end of a recording. */
  static Moment atEnd(Recording recording) {
    Instant end =
        recording.events().isEmpty() ? Instant.EPOCH : recording.events().getLast().arrivedAt();
    return new Moment(
        end,
        recording.atEnd().stream().map(RecordedEvent::typed).toList(),
        // A pod that has done its work may be gone.
        recording
            .ofKind(RecordedPod.KIND)
            .map(RecordedPod::new)
            .filter(RecordedPod::hasSucceeded)
            .map(pod -> (Pod) pod.event().typed()));
  }

  /** The instant. */
  public Instant at() {
    return at;
  }

  /** Everything that stood. */
  public List<HasMetadata> objects() {
    return objects;
  }

  /** All objects of a kind. */
  public <T extends HasMetadata> Stream<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast);
  }

  /** The object itself, if it stood. */
  public <T extends HasMetadata> Optional<T> find(Class<T> type, String uid) {
    return all(type).filter(object -> object.getMetadata().getUid().equals(uid)).findFirst();
  }

  /** The groups of one replica of a set. */
  public Stream<PodCliqueScalingGroup> groups(PodCliqueSet set, int replica) {
    return owned(set, PodCliqueScalingGroup.class)
        .filter(group -> isAt(group, Labels.SET_REPLICA_INDEX, replica));
  }

  /** The PodCliques of one replica of a set, members of its groups included. */
  public Stream<PodClique> cliques(PodCliqueSet set, int replica) {
    List<PodCliqueScalingGroup> groups = groups(set, replica).toList();
    return all(PodClique.class)
        .filter(clique ->
            isOwner(set, clique) || groups.stream().anyMatch(group -> isOwner(group, clique)))
        .filter(clique -> isAt(clique, Labels.SET_REPLICA_INDEX, replica));
  }

  /** The PodCliques of one replica of a group. */
  public Stream<PodClique> cliques(PodCliqueScalingGroup group, int replica) {
    return owned(group, PodClique.class)
        .filter(clique -> isAt(clique, Labels.SCALING_GROUP_REPLICA_INDEX, replica));
  }

  /** The pods of a PodClique that count: they stay and have not ended. */
  public Stream<Pod> pods(PodClique clique) {
    return owned(clique, Pod.class).filter(PodFacts::isLive);
  }

  /** The indices of a PodClique whose pods have done their work in the attempt that it is in. */
  private Set<String> done(PodClique clique) {
    return done.getOrDefault(Work.of(clique), Set.of());
  }

  /** How many pods of a PodClique there were; one that has done its work counts as if it stood. */
  int existing(PodClique clique) {
    return orDone(clique, _ -> true);
  }

  /** How many pods of a PodClique were Ready, or had done their work. */
  public int ready(PodClique clique) {
    return orDone(clique, PodFacts::isReady);
  }

  private int orDone(PodClique clique, Predicate<Pod> which) {
    Set<String> indices = done(clique);
    return indices.size()
        + count(clique, pod -> !indices.contains(PodFacts.index(pod)) && which.test(pod));
  }

  /** How many pods of a PodClique had a node. */
  int scheduled(PodClique clique) {
    return orDone(clique, PodFacts::isBound);
  }

  /** How many pods of a PodClique were made from the template that it had. */
  int updated(PodClique clique) {
    return orDone(clique, isMadeFrom(clique));
  }

  /** Which pods were made from the template that a PodClique had. */
  static Predicate<Pod> isMadeFrom(PodClique clique) {
    String hash = PodFacts.templateHash(clique);
    return pod -> PodFacts.templateHash(pod).equals(hash);
  }

  /** How much the pods of a PodClique were that were like that, where a minimum is asked for. */
  int units(PodClique clique, Predicate<Pod> which) {
    return SubGroupFacts.of(clique)
        .map(facts -> facts.units(pods(clique).filter(which).toList(), done(clique)))
        .orElseGet(() -> orDone(clique, which));
  }

  /** How many subgroups of a PodClique were whole, by pods that were like that. */
  int subGroups(PodClique clique, Predicate<Pod> which) {
    return SubGroupFacts.of(clique)
        .map(facts -> facts.whole(pods(clique).filter(which).toList(), done(clique)))
        .orElse(0);
  }

  /** How many of the pods of a PodClique that count were like that. */
  int count(PodClique clique, Predicate<Pod> which) {
    return (int) pods(clique).filter(which).count();
  }

  /** When a pod of a PodClique ceased to be Ready for the last time; empty if none tells. */
  public Optional<Instant> lastLoss(PodClique clique) {
    return owned(clique, Pod.class)
        .flatMap(pod -> PodFacts.lostAt(pod).stream())
        .max(Comparator.naturalOrder());
  }

  /** Whether a PodClique had as many Ready pods as it has to. */
  public boolean isWhole(PodClique clique) {
    return units(clique, PodFacts::isReady) >= PodFacts.minimum(clique);
  }

  /** Whether a group had as many whole replicas as it has to. */
  public boolean isAvailable(PodCliqueScalingGroup group) {
    return replicas(group, this::isWhole) >= PodFacts.minimum(group);
  }

  /** In how many replicas of a group every PodClique was there, stayed and was like that. */
  int replicas(PodCliqueScalingGroup group, Predicate<PodClique> which) {
    String name = group.getMetadata().getName();
    return (int)
        IntStream.range(0, group.getSpec().replicas())
            .filter(replica ->
                group.getSpec().cliqueNames().stream()
                    .map(clique -> Names.groupPodClique(name, replica, clique))
                    .allMatch(clique -> has(group, PodClique.class, clique, which)))
            .count();
  }

  /** Whether everything that a replica of a set consists of was there with its minimum. */
  public boolean isAvailable(PodCliqueSet set, int replica) {
    String name = set.getMetadata().getName();
    PodCliqueSetTemplate template = set.getSpec().template();
    return template.cliques().stream()
            .map(PodCliqueTemplate::name)
            .filter(clique ->
                template.podCliqueScalingGroups().stream()
                    .noneMatch(group -> group.cliqueNames().contains(clique)))
            .map(clique -> Names.standalonePodClique(name, replica, clique))
            .allMatch(clique -> has(set, PodClique.class, clique, this::isWhole))
        && template.podCliqueScalingGroups().stream()
            .map(group -> Names.podCliqueScalingGroup(name, replica, group.name()))
            .allMatch(group -> has(set, PodCliqueScalingGroup.class, group, this::isAvailable));
  }

  private <T extends HasMetadata> boolean has(
      HasMetadata owner, Class<T> type, String name, Predicate<T> which) {
    return owned(owner, type)
        .filter(object -> object.getMetadata().getName().equals(name))
        .anyMatch(object -> !PodFacts.isTerminating(object) && which.test(object));
  }

  private <T extends HasMetadata> Stream<T> owned(HasMetadata owner, Class<T> type) {
    Map<String, List<HasMetadata>> index = byOwner;
    if (index == null) {
      index = objects.stream().collect(Collectors.groupingBy(PodFacts::ownerUid));
      byOwner = index;
    }
    return index.getOrDefault(owner.getMetadata().getUid(), List.of()).stream()
        .filter(type::isInstance)
        .map(type::cast);
  }

  /** Whether one object controls another. */
  public static boolean isOwner(HasMetadata owner, HasMetadata object) {
    return owner.getMetadata().getUid().equals(PodFacts.ownerUid(object));
  }

  /** The index that a label of an object tells; -1 if somebody has made it tell none. */
  public static int replica(HasMetadata object, String label) {
    String value = PodFacts.label(object, label);
    return value.matches("\\d+") ? Integer.parseInt(value) : -1;
  }

  private static boolean isAt(HasMetadata object, String label, int replica) {
    return PodFacts.label(object, label).equals(Integer.toString(replica));
  }
}
