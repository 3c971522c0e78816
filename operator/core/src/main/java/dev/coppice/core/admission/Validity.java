package dev.coppice.core.admission;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.scale.StandingScaleRules;
import dev.coppice.core.admission.set.StandingRules;

/**
 * The rules of admission as the controllers ask them, of objects that are stored: with the same
 * settings they give the same answers as the webhook, of sets with their defaults. It has no state
 * and may be asked by any thread.
 */
public final class Validity {

  private final StandingRules sets;
  private final StandingScaleRules numbers;
  private final int mostPods;
  private final boolean topologyAware;

  /**
   * The rules of one cluster.
   *
   * @param settings those of the webhook
   */
  public Validity(AdmissionSettings settings) {
    this.sets = new StandingRules(settings);
    this.numbers = new StandingScaleRules(settings);
    this.mostPods = settings.maxStoredPods();
    this.topologyAware = settings.topologyAwareScheduling();
  }

  /** Those of an operator that is configured in no way. */
  public static Validity standard() {
    return new Validity(AdmissionSettings.standard());
  }

  /** What is wrong with a set. */
  public Findings of(PodCliqueSet set) {
    return sets.judge(set);
  }

  /** What is wrong with the number of replicas of a scaling group of the set, a complete one. */
  public Findings of(PodCliqueScalingGroup group, PodCliqueSet set) {
    return numbers.judge(group, set);
  }

  /** What is wrong with the number of pods of a PodClique of the set, a complete one. */
  public Findings of(PodClique clique, PodCliqueSet set) {
    return numbers.judge(clique, set);
  }

  /** Whether a set has all the parts that a planner needs to say anything about it. */
  public boolean isComplete(PodCliqueSet set) {
    return sets.isComplete(set);
  }

  /**
   * Whether the children of a set can be planned: it is complete, and no cap is broken. What has no
   * bound is never enumerated.
   */
  public boolean isWorkable(PodCliqueSet set) {
    return sets.isWorkable(set);
  }

  /** What no number of replicas can be above, of whatever object. */
  public int mostReplicas() {
    return mostPods;
  }

  /** Whether sets may say where they are placed. */
  public boolean isTopologyAware() {
    return topologyAware;
  }
}
