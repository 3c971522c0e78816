package dev.coppice.core.admission.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.Breach;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;
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
    Stream.Builder<Breach> breaches = Stream.builder();
    if (!set.getSpec().trains()) {
      Parts.forEachClique(
          set,
          (path, clique) ->
              attempts("clique " + clique.name(), path, clique.annotations().keySet(), breaches));
      Parts.forEachGroup(
          set,
          (path, group) ->
              attempts("group " + group.name(), path, group.annotations().keySet(), breaches));
    }
    return breaches.build();
  }

  private static void attempts(
      String part, FieldPath path, Collection<String> keys, Stream.Builder<Breach> breaches) {
    keys.stream()
        .filter(OF_ATTEMPTS::contains)
        .forEach(key ->
            breaches.add(
                new Breach(
                    "%s of %s".formatted(key, part),
                    new Violation(
                        path.child("annotations").key(key),
                        Violation.Type.FORBIDDEN,
                        null,
                        DETAIL))));
  }

  private static boolean isOwnLabel(String key) {
    return LABELS.contains(key) || key.startsWith(Labels.OWN_PREFIX);
  }

  private static void check(
      FieldPath path, Collection<String> keys, Predicate<String> owned, Findings.Collector found) {
    keys.stream().filter(owned).forEach(key -> found.forbidden(path.key(key), DETAIL));
  }
}
