package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.template.CliqueTemplates;

/**
 * What holds at any time for the numbers of replicas that are stored. Each is judged as if it were
 * being scaled to just now, from the number in the template of its set; for that one the set has to
 * answer.
 */
public final class StandingScaleRules {

  private final ScaleRules rules;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   */
  public StandingScaleRules(AdmissionSettings settings) {
    this.rules = new ScaleRules(settings);
  }

  /** Whether a PodClique has no more pods than its set's template says. Most have not. */
  public boolean isPlanned(PodClique clique, PodCliqueSet set) {
    return isWithin(clique.getSpec().replicas(), planned(clique, set));
  }

  /**
   * What they say about a PodClique.
   *
   * @param set the set that it belongs to, defaulted
   */
  public Findings judge(PodClique clique, PodCliqueSet set) {
    if (isPlanned(clique, set)) {
      return Findings.NONE;
    }
    PodClique asPlanned = new PodClique();
    asPlanned.setMetadata(clique.getMetadata());
    asPlanned.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(planned(clique, set)).build());
    return rules.judgeStanding(new Scaling.OfClique(asPlanned, set, clique.getSpec().replicas()));
  }

  /** Whether a scaling group has no more replicas than its set's template says. */
  public boolean isPlanned(PodCliqueScalingGroup group, PodCliqueSet set) {
    return isWithin(group.getSpec().replicas(), planned(group, set));
  }

  /**
   * What they say about a scaling group.
   *
   * @param set the set that it belongs to, defaulted
   */
  public Findings judge(PodCliqueScalingGroup group, PodCliqueSet set) {
    if (isPlanned(group, set)) {
      return Findings.NONE;
    }
    PodCliqueScalingGroup asPlanned = new PodCliqueScalingGroup();
    asPlanned.setMetadata(group.getMetadata());
    asPlanned.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder(group.getSpec())
            .replicas(planned(group, set))
            .build());
    return rules.judgeStanding(new Scaling.OfGroup(asPlanned, set, group.getSpec().replicas()));
  }

  private static int planned(PodClique clique, PodCliqueSet set) {
    return CliqueTemplates.of(set, clique).map(found -> found.spec().replicas()).orElse(0);
  }

  private static int planned(PodCliqueScalingGroup group, PodCliqueSet set) {
    return ScaledPods.config(set, group).map(PodCliqueScalingGroupConfig::replicas).orElse(0);
  }

  private static boolean isWithin(int replicas, int planned) {
    return replicas >= 0 && replicas <= planned;
  }
}
