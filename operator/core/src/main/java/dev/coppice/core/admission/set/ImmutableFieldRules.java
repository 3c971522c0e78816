package dev.coppice.core.admission.set;

import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fields on which running pods were built: they are chosen once. */
final class ImmutableFieldRules {

  private ImmutableFieldRules() {}

  static void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    template(before.getSpec().template(), after.getSpec().template(), found);
    Parts.forEachClique(
        after,
        (path, clique) ->
            Parts.clique(before, clique.name()).ifPresent(was -> clique(path, was, clique, found)));
    Parts.forEachGroup(
        after,
        (path, group) ->
            Parts.group(before, group.name()).ifPresent(was -> group(path, was, group, found)));
  }

  private static void template(
      PodCliqueSetTemplate was, PodCliqueSetTemplate is, Findings.Collector found) {
    same(
        Paths.TEMPLATE.child("cliqueStartupType"),
        was.cliqueStartupType(),
        is.cliqueStartupType(),
        found);
    same(
        Paths.TEMPLATE.child("resourceClaimTemplates"),
        was.resourceClaimTemplates(),
        is.resourceClaimTemplates(),
        found);
    same(
        Paths.TEMPLATE.child("resourceSharing"),
        was.resourceSharing(),
        is.resourceSharing(),
        found);
  }

  private static void clique(
      FieldPath path,
      PodCliqueTemplate wasClique,
      PodCliqueTemplate isClique,
      Findings.Collector found) {
    FieldPath spec = path.child("spec");
    PodCliqueSpec was = wasClique.spec();
    PodCliqueSpec is = isClique.spec();
    same(spec.child("roleName"), was.roleName(), is.roleName(), found);
    same(spec.child("minAvailable"), was.minAvailable(), is.minAvailable(), found);
    same(spec.child("startsAfter"), was.startsAfter(), is.startsAfter(), found);
    same(
        spec.child("podSpec").child("schedulerName"),
        orEmpty(was.podSpec().getSchedulerName()),
        orEmpty(is.podSpec().getSchedulerName()),
        found);
    same(
        path.child("resourceSharing"),
        wasClique.resourceSharing(),
        isClique.resourceSharing(),
        found);
  }

  private static void group(
      FieldPath path,
      PodCliqueScalingGroupConfig was,
      PodCliqueScalingGroupConfig is,
      Findings.Collector found) {
    same(path.child("cliqueNames"), was.cliqueNames(), is.cliqueNames(), found);
    same(path.child("minAvailable"), was.minAvailable(), is.minAvailable(), found);
    same(path.child("resourceSharing"), was.resourceSharing(), is.resourceSharing(), found);
  }

  private static void same(
      FieldPath path, @Nullable Object was, @Nullable Object is, Findings.Collector found) {
    if (!Objects.equals(was, is)) {
      found.invalid(path, is, "field is immutable");
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
