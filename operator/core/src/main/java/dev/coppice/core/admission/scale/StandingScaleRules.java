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
    this.rules = ScaleRules.ofStored(settings);
  }

  /**
   * What they say about a PodClique.
   *
   * @param set the set that it belongs to, defaulted
   */
  public Findings judge(PodClique clique, PodCliqueSet set) {
    int planned = planned(clique, set);
    if (isWithin(clique.getSpec().replicas(), planned)) {
      return Findings.NONE; // as most do
    }
    PodClique asPlanned = new PodClique();
    asPlanned.setMetadata(clique.getMetadata());
    asPlanned.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(planned).build());
    return rules.judgeStanding(new Scaling.OfClique(asPlanned, set, clique.getSpec().replicas()));
  }

  /**
   * What they say about a scaling group.
   *
   * @param set the set that it belongs to, defaulted
   */
  public Findings judge(PodCliqueScalingGroup group, PodCliqueSet set) {
    int planned = planned(group, set);
    if (isWithin(group.getSpec().replicas(), planned)) {
      return Findings.NONE;
    }
    PodCliqueScalingGroup asPlanned = new PodCliqueScalingGroup();
    asPlanned.setMetadata(group.getMetadata());
    asPlanned.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder(group.getSpec()).replicas(planned).build());
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
