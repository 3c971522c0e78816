package dev.coppice.core.admission.pod;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.status.Words;
import java.util.List;

/**
 * The scheduler of a set: one for all its pods, since a gang is placed by one, and one of those
 * that are enabled.
 */
public final class SchedulerRules implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;

  public SchedulerRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    List<String> names =
        Parts.cliques(set).stream()
            .map(clique -> resolved(clique.spec().podSpec().getSchedulerName()))
            .toList();
    for (int i = 0; i < names.size(); i++) {
      FieldPath path = Paths.podSpec(Paths.CLIQUES.index(i)).child("schedulerName");
      String name = names.get(i);
      if (!name.equals(names.getFirst())) {
        found.invalid(
            path,
            name,
            Words.sentence(
                "all cliques must have the same scheduler; the first has \"%s\"",
                names.getFirst()));
      }
      if (!settings.schedulers().contains(name)) {
        found.invalid(
            path,
            name,
            "the scheduler is not enabled in the operator's configuration; enabled: "
                + Words.list(settings.schedulers()));
      }
    }
  }

  private String resolved(String name) {
    return Parts.isBlank(name) ? settings.defaultScheduler() : name;
  }
}
