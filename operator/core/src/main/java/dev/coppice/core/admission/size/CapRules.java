package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import java.util.List;

/** How large a set may be, so that no single object hurts the cluster. */
public final class CapRules implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;

  public CapRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  /** How many parts there are: of more nothing else is said, which bounds the work of the rules. */
  public void parts(PodCliqueSet set, Findings.Collector found) {
    most(Paths.CLIQUES, Parts.cliques(set), found);
    most(Paths.GROUPS, Parts.groups(set), found);
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    long pods = PodCount.of(set);
    if (pods > settings.maxPods()) {
      found.invalid(
          Paths.REPLICAS, set.getSpec().replicas(), PodCount.tooMany(pods, settings.maxPods()));
    }
  }

  private void most(FieldPath path, List<?> parts, Findings.Collector found) {
    if (parts.size() > settings.maxCliques()) {
      found.tooMany(path, parts.size(), settings.maxCliques());
    }
  }
}
