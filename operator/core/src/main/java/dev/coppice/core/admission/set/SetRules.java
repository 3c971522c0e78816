package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.name.ChildNameRules;
import dev.coppice.core.admission.name.ReservedNameRules;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.pod.OverwrittenFields;
import dev.coppice.core.admission.pod.OwnedKeyRules;
import dev.coppice.core.admission.pod.PodSpecRules;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.ChangeRule;
import dev.coppice.core.admission.rule.RatchetedRules;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.admission.size.CapRules;
import dev.coppice.core.admission.size.GangRules;
import dev.coppice.core.admission.size.SetSizeRules;
import dev.coppice.core.admission.subgroup.ExclusivePlacementRules;
import dev.coppice.core.admission.subgroup.ExclusiveTopologyRules;
import dev.coppice.core.admission.subgroup.SubGroupChangeRules;
import dev.coppice.core.admission.subgroup.SubGroupWarnings;
import dev.coppice.core.admission.topology.TopologyChangeRules;
import dev.coppice.core.admission.topology.TopologyRules;
import dev.coppice.core.status.Words;
import java.util.List;

/**
 * What may be stored as a PodCliqueSet: the standing rules, those that came later and bind only
 * what is new, and what concerns new and changed sets only. Sets are judged as they are with their
 * defaults.
 */
public final class SetRules {

  private final StandingRules standing;
  private final OverwrittenFields overwritten;
  private final RatchetedRules<PodCliqueSet> ratcheted;
  private final List<Rule<PodCliqueSet>> onCreate;
  private final List<ChangeRule<PodCliqueSet>> onUpdate;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   * @param lookup what sets are compared with
   */
  public SetRules(AdmissionSettings settings, AdmissionLookup lookup) {
    TopologyRules topology = new TopologyRules(settings, lookup);
    standing = new StandingRules(settings);
    overwritten = new OverwrittenFields(settings);
    ratcheted =
        new RatchetedRules<>(
            List.of(
                new ChildNameRules(settings),
                ScalingGroupRules::withoutMembers,
                ReservedNameRules::breaches,
                PodSpecRules::places,
                OwnedKeyRules::ofAttempts,
                OwnedKeyRules::ofGroups,
                ExclusiveTopologyRules::breaches,
                new CapRules(settings),
                new GangRules(settings),
                new SetSizeRules(settings)));
    onCreate =
        List.of(topology, new ExclusivePlacementRules(settings, lookup), new MnnvlRules(settings));
    onUpdate =
        List.of(
            PartsChangeRules::check,
            ImmutableFieldRules::check,
            SubGroupChangeRules::check,
            TrainingChangeRules::check,
            new TopologyChangeRules(topology));
  }

  /** Judges a new set. */
  public void onCreate(PodCliqueSet set, Findings.Collector found) {
    if (standing.check(set, found)) {
      warn(set, found);
      ratcheted.onCreate(set, found);
      onCreate.forEach(rule -> rule.check(set, found));
    }
  }

  /** Judges a changed set. */
  public void onUpdate(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    if (!standing.check(after, found)) {
      return;
    }
    warn(after, found);
    if (!standing.canBeGoneThrough(before)) {
      ratcheted.onCreate(after, found);
    } else {
      ratcheted.onUpdate(before, after, found);
      MnnvlRules.onUpdate(before, after, found);
      TrainingChangeRules.type(before, after, found);
      // A set that is wrong in itself is told so first: what changed in it may be the mistake.
      if (!found.hasViolations()) {
        onUpdate.forEach(rule -> rule.check(before, after, found));
      }
    }
  }

  private void warn(PodCliqueSet set, Findings.Collector found) {
    overwritten.check(set, found);
    SubGroupWarnings.check(set, found);
    UnsupportedFields.check(set, found);
    StartupRules.warn(set, found);
    MetadataRules.warn(set, found);
    warnOfNoReplicas(set, found);
  }

  // Whoever leaves the field out asks for none as well.
  private static void warnOfNoReplicas(PodCliqueSet set, Findings.Collector found) {
    if (set.getSpec().replicas() == 0 && !set.getSpec().trains()) {
      found.warn(
          Paths.REPLICAS,
          Words.sentence(
              "0, which it also is when it is left out: no pods are created; to create them: kubectl scale pcs/%s -n %s --replicas=1",
              set.getMetadata().getName(), set.getMetadata().getNamespace()));
    }
  }
}
