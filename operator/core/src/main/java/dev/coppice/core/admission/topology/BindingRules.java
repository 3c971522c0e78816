package dev.coppice.core.admission.topology;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.api.topology.TopologyLevel;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A topology tells its levels apart, and binds schedulers that know topologies. */
public final class BindingRules implements Rule<ClusterTopologyBinding> {

  private final AdmissionSettings settings;

  /**
   * Creates the rules.
   *
   * @param settings tells the schedulers
   */
  public BindingRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(ClusterTopologyBinding binding, Findings.Collector found) {
    if (binding.getSpec() == null) {
      found.required(FieldPath.of("spec"), "");
      return;
    }
    levels(binding.getSpec().levels(), found);
    schedulers(binding.getSpec().schedulerTopologyBindings(), found);
  }

  private static void levels(List<TopologyLevel> levels, Findings.Collector found) {
    FieldPath list = FieldPath.of("spec", "levels");
    if (levels.isEmpty()) {
      found.required(list, "at least one level is required");
    }
    Set<String> domains = new HashSet<>();
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < levels.size(); i++) {
      TopologyLevel level = levels.get(i);
      unique(list.index(i).child("domain"), level.domain(), domains, found);
      unique(list.index(i).child("key"), level.key(), keys, found);
    }
  }

  // The path is Grove's, whose tests and users know it; the field is schedulerTopologyBindings.
  private void schedulers(List<SchedulerTopologyBinding> schedulers, Findings.Collector found) {
    FieldPath list = FieldPath.of("spec", "schedulerTopologyReferences");
    Set<String> names = new HashSet<>();
    for (int i = 0; i < schedulers.size(); i++) {
      FieldPath path = list.index(i).child("schedulerName");
      String name = schedulers.get(i).schedulerName();
      unique(path, name, names, found);
      if (name == null || !settings.schedulers().contains(name)) {
        found.invalid(path, name, "scheduler backend is not enabled in Grove");
      } else if (!settings.topologyAwareSchedulers().contains(name)) {
        found.invalid(path, name, "scheduler backend does not implement topology-aware scheduling");
      }
    }
  }

  private static void unique(
      FieldPath path, String value, Set<String> seen, Findings.Collector found) {
    if (!seen.add(value)) {
      found.duplicate(path, value);
    }
  }
}
