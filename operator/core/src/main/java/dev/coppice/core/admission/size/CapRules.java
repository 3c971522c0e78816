package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.admission.rule.RatchetedRule;
import dev.coppice.core.admission.rule.Rule;
import java.util.List;
import java.util.stream.Stream;

/**
 * How large a set may be, so that no single object hurts the cluster. The number of pods that is
 * configured binds what is new; what is stored already has a bound that does not become less.
 */
public final class CapRules implements Rule<PodCliqueSet>, RatchetedRule<PodCliqueSet> {

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
    if (pods > settings.maxStoredPods()) {
      found.add(tooMany(set, pods));
    }
  }

  @Override
  public Stream<Breach> breaches(PodCliqueSet set) {
    long pods = PodCount.of(set);
    return pods > settings.maxPods() && pods <= settings.maxStoredPods()
        ? Stream.of(new Breach("pods", pods, tooMany(set, pods)))
        : Stream.empty();
  }

  private Violation tooMany(PodCliqueSet set, long pods) {
    return new Violation(
        Paths.REPLICAS,
        Violation.Type.INVALID,
        set.getSpec().replicas(),
        PodCount.tooMany(pods, settings.maxPods()));
  }

  private void most(FieldPath path, List<?> parts, Findings.Collector found) {
    if (parts.size() > settings.maxCliques()) {
      found.tooMany(path, parts.size(), settings.maxCliques());
    }
  }
}
