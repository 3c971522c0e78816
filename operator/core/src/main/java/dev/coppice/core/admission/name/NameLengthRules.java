package dev.coppice.core.admission.name;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Optional;

/**
 * Names that are put together must fit where they go: into host names and the values of labels.
 * Each part of a name that does not is told, because any of them can be shortened.
 */
public final class NameLengthRules implements Rule<PodCliqueSet> {

  private final int mostPods;

  public NameLengthRules(AdmissionSettings settings) {
    this.mostPods = settings.maxPods();
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    LongestNames names = LongestNames.of(set, mostPods);
    PodCliqueSetTemplate template = set.getSpec().template();
    // One that is too long by itself is told so by its format.
    if (names.setName().length() <= NameFormat.LONGEST_LABEL) {
      check(Paths.SET_NAME, names.setName(), names.longest(template), found);
    }
    Parts.forEachClique(
        set,
        (path, clique) -> {
          if (CliqueTemplates.groupOf(template, clique.name()).isEmpty()) {
            String pod = names.pod(names.podClique(clique), clique);
            check(path.child("name"), clique.name(), pod, found);
          }
        });
    Parts.forEachGroup(set, (path, group) -> group(set, path, group, names, found));
  }

  private static void group(
      PodCliqueSet set,
      FieldPath path,
      PodCliqueScalingGroupConfig group,
      LongestNames names,
      Findings.Collector found) {
    String longest = "";
    for (int i = 0; i < group.cliqueNames().size(); i++) {
      Optional<PodCliqueTemplate> clique = Parts.clique(set, group.cliqueNames().get(i));
      if (clique.isPresent()) {
        String pod = names.pod(names.podClique(group, clique.get()), clique.get());
        check(path.child("cliqueNames").index(i), clique.get().name(), pod, found);
        longest = pod.length() > longest.length() ? pod : longest;
      }
    }
    check(path.child("name"), group.name(), longest, found);
  }

  private static void check(FieldPath path, String part, String whole, Findings.Collector found) {
    if (whole.length() > NameFormat.LONGEST_LABEL) {
      found.invalid(path, part, LongestNames.tooLong(whole));
    }
  }
}
