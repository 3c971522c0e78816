package dev.coppice.core.admission.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.LeaderWorkerSetKeys;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.status.Words;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys in templates that the operator writes itself: what a user writes there would be lost. */
public final class OwnedKeyRules {

  private static final String DETAIL = "is written by the operator";

  private static final Set<String> LABELS =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.NAME, Labels.COMPONENT);

  private static final Set<String> ANNOTATIONS =
      Set.of(Annotations.TOPOLOGY_NAME, Annotations.STARTUP_RELEASED);

  /** Those by which a training job tells its attempts apart. */
  private static final Set<String> OF_ATTEMPTS =
      Set.of(Annotations.RESTART_ATTEMPT, Annotations.ATTEMPT_RUN);

  /** Those by which pods and PodCliques tell their place in a group of pods. */
  private static final Set<String> OF_GROUPS =
      Set.of(
          Annotations.GROUP_SIZE,
          Annotations.LEADER_NAME,
          Annotations.GROUP_NAME,
          Annotations.GROUP_WORKER_OFFSET,
          Annotations.GROUP_EPOCH,
          Annotations.SUBGROUP_SIZE,
          Annotations.SUBGROUP_POLICY_TYPE,
          Annotations.SUBGROUP_LAYOUT,
          LeaderWorkerSetKeys.SIZE,
          LeaderWorkerSetKeys.SUBGROUP_SIZE,
          LeaderWorkerSetKeys.SUBGROUP_POLICY_TYPE,
          LeaderWorkerSetKeys.LEADER_NAME,
          LeaderWorkerSetKeys.LEADER_REQUESTS_TPUS);

  /** The labels among them, without ours, none of which may stand in a template. */
  private static final Set<String> LABELS_OF_GROUPS =
      Set.of(
          LeaderWorkerSetKeys.GROUP_INDEX,
          LeaderWorkerSetKeys.WORKER_INDEX,
          LeaderWorkerSetKeys.GROUP_KEY,
          LeaderWorkerSetKeys.SUBGROUP_INDEX,
          LeaderWorkerSetKeys.SUBGROUP_WORKER_INDEX,
          LeaderWorkerSetKeys.SUBGROUP_KEY);

  private static final Set<String> NO_LABELS_OF_PODS =
      Stream.of(LABELS_OF_GROUPS, LeaderWorkerSetKeys.OF_ITS_OWN_PODS)
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  private OwnedKeyRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    Predicate<String> annotations =
        set.getSpec().trains()
            ? key -> ANNOTATIONS.contains(key) || OF_ATTEMPTS.contains(key)
            : ANNOTATIONS::contains;
    Parts.forEachClique(
        set,
        (path, clique) -> {
          check(path.child("labels"), clique.labels().keySet(), OwnedKeyRules::isOwnLabel, found);
          check(path.child("annotations"), clique.annotations().keySet(), annotations, found);
        });
    Parts.forEachGroup(
        set,
        (path, group) ->
            check(path.child("annotations"), group.annotations().keySet(), annotations, found));
  }

  /** The keys of attempts in other sets, some of which were stored before there were attempts. */
  public static Stream<Breach> ofAttempts(PodCliqueSet set) {
    return set.getSpec().trains() ? Stream.empty() : breaches(set, OF_ATTEMPTS, Set.of());
  }

  /** The keys of groups of pods, in sets some of which were stored before there were groups. */
  public static Stream<Breach> ofGroups(PodCliqueSet set) {
    return breaches(set, OF_GROUPS, NO_LABELS_OF_PODS);
  }

  private static Stream<Breach> breaches(
      PodCliqueSet set, Set<String> annotations, Set<String> labels) {
    Stream.Builder<Breach> breaches = Stream.builder();
    Parts.forEachClique(
        set,
        (path, clique) -> {
          String part = "clique " + clique.name();
          owned(part, path.child("labels"), clique.labels().keySet(), labels, breaches);
          owned(
              part,
              path.child("annotations"),
              clique.annotations().keySet(),
              annotations,
              breaches);
        });
    Parts.forEachGroup(
        set,
        (path, group) ->
            owned(
                "group " + group.name(),
                path.child("annotations"),
                group.annotations().keySet(),
                annotations,
                breaches));
    return breaches.build();
  }

  private static void owned(
      String part,
      FieldPath path,
      Collection<String> keys,
      Set<String> owned,
      Stream.Builder<Breach> breaches) {
    keys.stream()
        .filter(owned::contains)
        .forEach(key ->
            breaches.add(
                new Breach(
                    Words.sentence("%s of %s", key, part),
                    new Violation(path.key(key), Violation.Type.FORBIDDEN, null, detail(key)))));
  }

  private static String detail(String key) {
    return LeaderWorkerSetKeys.OF_ITS_OWN_PODS.contains(key)
        ? "LeaderWorkerSet would take the pods for its own"
        : DETAIL;
  }

  private static boolean isOwnLabel(String key) {
    return LABELS.contains(key) || key.startsWith(Labels.OWN_PREFIX);
  }

  private static void check(
      FieldPath path, Collection<String> keys, Predicate<String> owned, Findings.Collector found) {
    keys.stream().filter(owned).forEach(key -> found.forbidden(path.key(key), DETAIL));
  }
}
