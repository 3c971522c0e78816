package dev.coppice.core.admission.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import java.util.Collection;
import java.util.Set;
import java.util.function.Predicate;

/** Keys in templates that the operator writes itself: what a user writes there would be lost. */
public final class OwnedKeyRules {

  private static final String DETAIL = "is written by the operator";

  private static final Set<String> LABELS =
      Set.of(Labels.MANAGED_BY, Labels.PART_OF, Labels.NAME, Labels.COMPONENT);

  private static final Set<String> ANNOTATIONS =
      Set.of(Annotations.TOPOLOGY_NAME, Annotations.STARTUP_RELEASED);

  private OwnedKeyRules() {}

  public static void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          check(path.child("labels"), clique.labels().keySet(), OwnedKeyRules::isOwnLabel, found);
          check(
              path.child("annotations"),
              clique.annotations().keySet(),
              ANNOTATIONS::contains,
              found);
        });
    Parts.forEachGroup(
        set,
        (path, group) ->
            check(
                path.child("annotations"),
                group.annotations().keySet(),
                ANNOTATIONS::contains,
                found));
  }

  private static boolean isOwnLabel(String key) {
    return LABELS.contains(key) || key.startsWith(Labels.OWN_PREFIX);
  }

  private static void check(
      FieldPath path, Collection<String> keys, Predicate<String> owned, Findings.Collector found) {
    keys.stream().filter(owned).forEach(key -> found.forbidden(path.key(key), DETAIL));
  }
}
