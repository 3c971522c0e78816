package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.operator.Change;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * From when on somebody writes into statuses, no Ready pod goes that keeps its labels and its
 * owners, each of which keeps its own, but with a replica that lacks its minimum, or as surplus.
 * What had lost a label or a reference when the reconcile was last up to date counts as lost.
 */
final class ForgeriesCostNoPod implements Rule {

  private static final String RULE = "what others write costs no Ready pod";

  private static final String POD_GROUP = "PodGroup";

  private static final Set<String> FOUND_BY =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.POD_CLIQUE);

  private final ClusterModel cluster;
  private final Set<String> landedPods;
  private final Map<String, Identity> taken = new HashMap<>();
  private final Map<String, Instant> lastWithout = new HashMap<>();
  private final Set<String> recordedForCause = new HashSet<>();
  private final Map<String, Set<String>> hashes = new HashMap<>();
  private boolean begun;

  ForgeriesCostNoPod(ClusterModel cluster, Set<String> landedPods) {
    this.cluster = cluster;
    this.landedPods = landedPods;
  }

  /** What an object is found by. */
  private record Identity(Map<String, String> labels, List<OwnerReference> owners) {

    static Identity of(HasMetadata object) {
      return new Identity(
          Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of()),
          object.getMetadata().getOwnerReferences());
    }

    Identity withHash(String hash) {
      Map<String, String> other = new HashMap<>(labels);
      other.put(Labels.POD_TEMPLATE_HASH, hash);
      return new Identity(other, owners);
    }

    boolean isKeptBy(Identity other) {
      return other.labels.entrySet().containsAll(labels.entrySet())
          && other.owners.containsAll(owners);
    }

    boolean hasLabelsOf(Identity other, Set<String> keys) {
      return keys.stream().allMatch(key -> Objects.equals(labels.get(key), other.labels.get(key)));
    }
  }

  /**
   * Takes note of a change.
   *
   * @param forged whether somebody made it behind the operator's back
   */
  void changed(Change change, boolean forged) {
    begun |= forged;
    HasMetadata now = change.now();
    if (now instanceof PodClique && !forged && isFound(now)) {
      hashes.computeIfAbsent(now.getMetadata().getUid(), _ -> new HashSet<>()).add(hash(now));
    }
    if (now instanceof Pod pod && change.before() == null) {
      made(pod);
    }
    if (now == null || change.before() == null) {
      return;
    }
    String uid = now.getMetadata().getUid();
    Identity before = Identity.of(change.before());
    if (forged && !before.isKeptBy(Identity.of(now))) {
      taken.putIfAbsent(uid, before);
    }
    Identity own = taken.get(uid);
    if (own != null) {
      lastWithout.put(uid, cluster.clock().instant());
      if (own.isKeptBy(Identity.of(now)) || isAdopted(now, own)) {
        taken.remove(uid);
      }
    }
  }

  // One that is made while a view shows what somebody has written over the hash of its PodClique is
  // of no template.
  private void made(Pod pod) {
    pod.getMetadata().getOwnerReferences().stream()
        .map(reference -> hashes.getOrDefault(reference.getUid(), Set.of()))
        .filter(known -> !known.isEmpty() && !known.contains(hash(pod)))
        .forEach(known ->
            taken.put(
                pod.getMetadata().getUid(), Identity.of(pod).withHash(known.iterator().next())));
  }

  private static String hash(HasMetadata object) {
    return PodFacts.label(object, Labels.POD_TEMPLATE_HASH);
  }

  // By the next owner of that name.
  private boolean isAdopted(HasMetadata object, Identity own) {
    return Identity.of(object).hasLabelsOf(own, own.labels().keySet()) && hasOwner(object);
  }

  private boolean hasOwner(HasMetadata object) {
    return cluster.all(HasMetadata.class).anyMatch(owner -> Moment.isOwner(owner, object));
  }

  /**
   * What nobody finds any more: a pod, or what tells a scheduler of pods, without a label that it
   * is found by, whose name nobody has met again, and what is without a reference and has lost its
   * owner since.
   */
  List<HasMetadata> lost() {
    return cluster
        .all(HasMetadata.class)
        .filter(object -> !PodFacts.isTerminating(object))
        .filter(object -> {
          Identity own = taken.get(object.getMetadata().getUid());
          return own != null && (isHidden(object, own) || (!hasOwner(object) && !hasAnyOwner(own)));
        })
        .toList();
  }

  private static boolean isHidden(HasMetadata object, Identity own) {
    return (object instanceof Pod || object.getKind().equals(POD_GROUP))
        && !Identity.of(object).hasLabelsOf(own, FOUND_BY);
  }

  private boolean hasAnyOwner(Identity own) {
    return cluster
        .all(HasMetadata.class)
        .anyMatch(owner ->
            own.owners().stream()
                .anyMatch(reference -> reference.getUid().equals(owner.getMetadata().getUid())));
  }

  /** Whether an object still has the labels and the owners that it was made with. */
  boolean isFound(HasMetadata object) {
    return !taken.containsKey(object.getMetadata().getUid());
  }

  private boolean isFound(HasMetadata object, Instant since) {
    Instant last = lastWithout.get(object.getMetadata().getUid());
    return isFound(object) && (last == null || last.isBefore(since));
  }

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.Delete _ when begun -> write.stood().ifPresent(gone -> checkDelete(write, gone));
      case Action.PutStatus put -> recorded(write, put.object());
      default -> {}
    }
  }

  /** Takes note of a call that nobody waited for. */
  void landed(Write write) {
    if (write.action() instanceof Action.PutStatus put) {
      recorded(write, put.object());
    }
  }

  private void recorded(Write write, HasMetadata owner) {
    TeardownFacts.opened(write.stood().orElse(null), owner)
        .filter(record -> hasCause(write, owner, record))
        .forEach(record -> recordedForCause.addAll(TeardownFacts.uids(record)));
  }

  private void checkDelete(Write write, HasMetadata gone) {
    Instant seen = write.reconcile().seenAsOf();
    if (recordedForCause.contains(gone.getMetadata().getUid())) {
      return;
    }
    Stream<Pod> pods = gone instanceof Pod pod ? Stream.of(pod) : cluster.all(Pod.class);
    pods.filter(PodFacts::isReady)
        .filter(pod -> isBelow(pod, gone, seen))
        .filter(pod -> !isSurplus(write, pod))
        .findFirst()
        .ifPresent(pod -> {
          throw new Broken(
              RULE, "%s went with %s".formatted(pod.getMetadata().getName(), write.action()));
        });
  }

  /** Whether it has gone with its owners, all of whom stand and are found. */
  private boolean isBelow(Pod pod, HasMetadata gone, Instant since) {
    List<HasMetadata> line = line(pod, gone);
    return line.getLast() instanceof PodCliqueSet
        && line.contains(gone)
        && line.stream().allMatch(object -> isFound(object, since));
  }

  private List<HasMetadata> line(Pod pod, HasMetadata gone) {
    List<HasMetadata> line = new ArrayList<>(List.of(pod));
    Optional<HasMetadata> next = owner(pod, gone);
    while (next.isPresent()) {
      line.add(next.get());
      next = owner(next.get(), gone);
    }
    return line;
  }

  private Optional<HasMetadata> owner(HasMetadata object, HasMetadata gone) {
    return Stream.concat(
            Stream.of(gone),
            cluster.all(HasMetadata.class).filter(owner -> !PodFacts.isTerminating(owner)))
        .filter(owner -> Moment.isOwner(owner, object))
        .findFirst();
  }

  // What a late call made, and what stands at an index that somebody has freed and filled again.
  private boolean isSurplus(Write write, Pod pod) {
    return landedPods.contains(pod.getMetadata().getUid())
        || CurrentPodsStay.isDuplicate(write.seen(), pod);
  }

  private boolean hasCause(Write write, HasMetadata owner, ReplicaDeletion record) {
    Instant seen = write.reconcile().seenAsOf();
    Moment moment = write.read().orElseGet(() -> cluster.moment());
    List<PodClique> cliques = cliques(moment, record);
    return Stream.concat(cliques.stream(), cliques.stream().flatMap(moment::pods))
            .anyMatch(object -> !isFound(object, seen))
        || !isWhole(moment, owner, record.replicaIndex());
  }

  private static List<PodClique> cliques(Moment moment, ReplicaDeletion record) {
    return TeardownFacts.uids(record).stream()
        .flatMap(uid -> moment.find(PodClique.class, uid).stream())
        .toList();
  }

  private static boolean isWhole(Moment moment, HasMetadata owner, int replica) {
    return switch (owner) {
      case PodCliqueSet set -> moment.isAvailable(set, replica);
      case PodCliqueScalingGroup group -> {
        List<PodClique> members = moment.cliques(group, replica).toList();
        yield members.size() == group.getSpec().cliqueNames().size()
            && members.stream().allMatch(moment::isWhole);
      }
      default -> true;
    };
  }

  /**
   * Judges what stands when neither an event nor time can bring a change: nobody waits for what an
   * earlier owner of the same name has left.
   */
  void withNothingLeft() {
    cluster
        .all(HasMetadata.class)
        .filter(object -> !PodFacts.isTerminating(object) && isFound(object))
        .filter(this::isLeftByTheDead)
        .findFirst()
        .ifPresent(left -> {
          throw new Broken("nothing is left by the dead", left.toString());
        });
  }

  private boolean isLeftByTheDead(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(reference -> Boolean.TRUE.equals(reference.getController()))
        .anyMatch(reference ->
            cluster
                .all(HasMetadata.class)
                .filter(owner -> owner.getKind().equals(reference.getKind()))
                .filter(owner -> owner.getMetadata().getName().equals(reference.getName()))
                .filter(this::lives)
                .anyMatch(owner -> !owner.getMetadata().getUid().equals(reference.getUid())));
  }

  // A group whose set is dead, or that nobody has found again, needs the names of its children no
  // more.
  private boolean lives(HasMetadata owner) {
    return owner instanceof PodCliqueSet
        || owner.getMetadata().getOwnerReferences().stream()
            .anyMatch(reference ->
                cluster
                    .all(HasMetadata.class)
                    .filter(one -> one.getMetadata().getUid().equals(reference.getUid()))
                    .anyMatch(this::lives));
  }
}
