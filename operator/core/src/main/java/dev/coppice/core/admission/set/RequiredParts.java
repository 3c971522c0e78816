package dev.coppice.core.admission.set;

import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.ResourceClaimTemplateConfig;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts without which nothing else can be said about a set. The schema asks for them too; this
 * is for sets that come another way, a file for example.
 */
final class RequiredParts implements Rule<PodCliqueSet> {

  /** Whether a set has all of them. */
  static boolean areIn(PodCliqueSet set) {
    Findings.Collector found = new Findings.Collector();
    new RequiredParts().check(set, found);
    return !found.hasViolations();
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    FieldPath spec = FieldPath.of("spec");
    if (set.getMetadata() == null) {
      found.required(FieldPath.of("metadata"), "");
    }
    PodCliqueSetSpec wanted = set.getSpec();
    if (isThere(spec, wanted, found) && isThere(spec.child("template"), wanted.template(), found)) {
      FieldPath template = spec.child("template");
      cliques(template.child("cliques"), wanted.template().cliques(), found);
      groups(
          template.child("podCliqueScalingGroups"),
          wanted.template().podCliqueScalingGroups(),
          found);
      claims(
          template.child("resourceClaimTemplates"),
          wanted.template().resourceClaimTemplates(),
          found);
    }
  }

  private static void cliques(
      FieldPath path, List<PodCliqueTemplate> cliques, Findings.Collector found) {
    for (int i = 0; i < cliques.size(); i++) {
      isThere(path.index(i).child("name"), cliques.get(i).name(), found);
      FieldPath spec = path.index(i).child("spec");
      PodCliqueSpec clique = cliques.get(i).spec();
      if (isThere(spec, clique, found)) {
        isThere(spec.child("podSpec"), clique.podSpec(), found);
      }
    }
  }

  private static void groups(
      FieldPath path, List<PodCliqueScalingGroupConfig> groups, Findings.Collector found) {
    for (int i = 0; i < groups.size(); i++) {
      isThere(path.index(i).child("name"), groups.get(i).name(), found);
    }
  }

  private static void claims(
      FieldPath path, List<ResourceClaimTemplateConfig> templates, Findings.Collector found) {
    for (int i = 0; i < templates.size(); i++) {
      isThere(path.index(i).child("templateSpec"), templates.get(i).templateSpec(), found);
    }
  }

  private static boolean isThere(FieldPath path, @Nullable Object value, Findings.Collector found) {
    if (value == null) {
      found.required(path, "");
    }
    return value != null;
  }
}
