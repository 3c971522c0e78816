package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.name.NameLengthRules;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.pod.OwnedKeyRules;
import dev.coppice.core.admission.pod.PodSpecRules;
import dev.coppice.core.admission.pod.QueueRules;
import dev.coppice.core.admission.pod.ResourceClaimRules;
import dev.coppice.core.admission.pod.ResourceSharingRules;
import dev.coppice.core.admission.pod.RestartPolicyRules;
import dev.coppice.core.admission.pod.SchedulerRules;
import dev.coppice.core.admission.pod.UnknownPodFields;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.admission.size.CapRules;
import dev.coppice.core.admission.size.ReplicaRules;
import dev.coppice.core.admission.subgroup.SubGroupRules;
import dev.coppice.core.admission.topology.TopologyRules;
import java.util.List;
import java.util.function.Function;

/**
 * What holds for every set at any time. Nothing is looked up, so that the controllers can ask too,
 * at every reconcile. Sets are judged as they are with their defaults.
 */
public final class StandingRules {

  private final RequiredParts requiredParts = new RequiredParts();
  private final CapRules caps;
  private final List<Rule<PodCliqueSet>> rules;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   */
  public StandingRules(AdmissionSettings settings) {
    caps = new CapRules(settings);
    rules =
        List.of(
            MetadataRules::check,
            ReplicaRules::check,
            CliqueRules::check,
            ScalingGroupRules::check,
            new NameLengthRules(settings),
            caps,
            StartupRules::check,
            AutoscalingRules::check,
            SubGroupRules::check,
            new SchedulerRules(settings),
            new QueueRules(settings),
            RestartPolicyRules::check,
            PodSpecRules::check,
            QuantityRules::check,
            new UnknownPodFields(settings),
            OwnedKeyRules::check,
            ResourceClaimRules::check,
            new ResourceSharingRules(settings),
            TerminationDelayRules::check,
            RollingUpdateRules::check,
            TrainingRules::check,
            TopologyRules::shape);
  }

  /** What they say about a set. */
  public Findings judge(PodCliqueSet set) {
    Findings.Collector found = new Findings.Collector();
    check(set, found);
    return found.findings();
  }

  /** Whether a set has all its parts: of others nothing can be said but what they lack. */
  public boolean isComplete(PodCliqueSet set) {
    return RequiredParts.areIn(set);
  }

  /**
   * Whether it can be said what is to be made of a set: it is complete, each part has a name of its
   * own, and the caps bound their number.
   */
  public boolean isWorkable(PodCliqueSet set) {
    Findings.Collector found = new Findings.Collector();
    if (canBeGoneThrough(set, found)) {
      caps.check(set, found);
    }
    return !found.hasViolations()
        && areDistinct(Parts.cliques(set), PodCliqueTemplate::name)
        && areDistinct(Parts.groups(set), PodCliqueScalingGroupConfig::name);
  }

  private static <T> boolean areDistinct(List<T> parts, Function<T, String> name) {
    return parts.stream().map(name).distinct().count() == parts.size();
  }

  /**
   * Notes what is wrong with a set.
   *
   * @return whether other rules can be asked: parts may be missing, or too many to go through
   */
  boolean check(PodCliqueSet set, Findings.Collector found) {
    if (!canBeGoneThrough(set, found)) {
      return false;
    }
    rules.forEach(rule -> rule.check(set, found));
    return true;
  }

  /** Whether other rules can be asked about a set. */
  boolean canBeGoneThrough(PodCliqueSet set) {
    return canBeGoneThrough(set, new Findings.Collector());
  }

  private boolean canBeGoneThrough(PodCliqueSet set, Findings.Collector found) {
    requiredParts.check(set, found);
    if (!found.hasViolations()) {
      caps.parts(set, found);
    }
    return !found.hasViolations();
  }
}
