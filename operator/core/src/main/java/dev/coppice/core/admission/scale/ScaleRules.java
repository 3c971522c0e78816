package dev.coppice.core.admission.scale;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.size.PodCount;
import dev.coppice.core.admission.size.SetSizeRules;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;

/**
 * What holds for every scaling. Fewer is always possible, also below {@code minAvailable}: who
 * scales by hand knows why. Only a clique that is divided into subgroups does nothing with less.
 * More is bounded as it is in a new set. A training job has one size, and so have the cliques of a
 * group that is divided.
 */
public final class ScaleRules {

  /** What is told of every other number of replicas in a training job. */
  public static final String FIXED = "field is immutable: a training job is not scaled";

  private static final FieldPath REPLICAS = FieldPath.of("spec", "replicas");

  private final int maxPods;
  private final int mostPods;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   */
  public ScaleRules(AdmissionSettings settings) {
    this(settings.maxPods(), settings.maxPods());
  }

  private ScaleRules(int maxPods, int mostPods) {
    this.maxPods = maxPods;
    this.mostPods = mostPods;
  }

  /** Those by which numbers are judged that are stored already. */
  static ScaleRules ofStored(AdmissionSettings settings) {
    return new ScaleRules(settings.maxPods(), settings.maxStoredPods());
  }

  /** What they say about a scaling. */
  public Findings judge(Scaling scaling) {
    Findings.Collector found = new Findings.Collector();
    PodCliqueSet set = scaling.set();
    if (set != null && set.getSpec().trains()) {
      fixed(scaling, found);
    } else {
      check(scaling, found);
      gang(scaling, found);
      bytes(scaling, found);
      subGroups(scaling, found);
    }
    return found.findings();
  }

  /** Those of them that a number must keep that is stored already. */
  Findings judgeStanding(Scaling scaling) {
    Findings.Collector found = new Findings.Collector();
    check(scaling, found);
    return found.findings();
  }

  private void check(Scaling scaling, Findings.Collector found) {
    notNegative(scaling, found);
    pods(scaling, found);
    names(scaling, found);
  }

  private static void fixed(Scaling scaling, Findings.Collector found) {
    if (scaling.replicas() != scaling.before()) {
      found.invalid(REPLICAS, scaling.replicas(), FIXED);
    }
  }

  private void notNegative(Scaling scaling, Findings.Collector found) {
    if (scaling.replicas() < 0) {
      found.invalid(REPLICAS, scaling.replicas(), "must be greater than or equal to 0");
    }
  }

  private void pods(Scaling scaling, Findings.Collector found) {
    long pods = ScaledPods.of(scaling);
    if (scaling.isOut() && pods > mostPods) {
      found.invalid(REPLICAS, scaling.replicas(), PodCount.tooMany(pods, maxPods));
    }
  }

  private void gang(Scaling scaling, Findings.Collector found) {
    ScaledGang.of(scaling, mostPods)
        .filter(references -> scaling.isOut() && !references.fit())
        .ifPresent(
            references -> found.invalid(REPLICAS, scaling.replicas(), references.tooLarge()));
  }

  // Of a number that has no bound something else is told.
  private void bytes(Scaling scaling, Findings.Collector found) {
    if (scaling.isOut() && ScaledPods.of(scaling) <= mostPods) {
      long bytes = ScaledPods.bytes(scaling);
      if (bytes > SetSizeRules.MAX_CHILDREN_BYTES) {
        found.invalid(REPLICAS, scaling.replicas(), SetSizeRules.tooLarge(bytes));
      }
    }
  }

  private static void subGroups(Scaling scaling, Findings.Collector found) {
    PodCliqueSet set = scaling.set();
    int replicas = scaling.replicas();
    if (set == null || replicas == scaling.before()) {
      return;
    }
    if (scaling instanceof Scaling.OfClique(PodClique clique, _, _)) {
      CliqueTemplates.of(set, clique)
          .ifPresent(template ->
              CliqueTemplates.groupOf(set.getSpec().template(), template.name())
                  .ifPresentOrElse(
                      group -> member(group, replicas, found),
                      () -> alone(template.spec(), replicas, found)));
    }
  }

  private static void member(
      PodCliqueScalingGroupConfig group, int replicas, Findings.Collector found) {
    if (group.subGroupPolicy() != null) {
      found.invalid(
          REPLICAS,
          replicas,
          Words.sentence(
              "field is immutable: the pods of scaling group %s are divided", group.name()));
    }
  }

  private static void alone(PodCliqueSpec spec, int replicas, Findings.Collector found) {
    Integer minAvailable = spec.minAvailable();
    if (spec.subGroupPolicy() != null
        && minAvailable != null
        && replicas > 0
        && replicas < minAvailable) {
      found.invalid(
          REPLICAS,
          replicas,
          Words.sentence(
              "must be 0 or not less than minAvailable (%d), as the pods are divided into subgroups of %d",
              minAvailable, spec.subGroupPolicy().subGroupSize()));
    }
  }

  private void names(Scaling scaling, Findings.Collector found) {
    String longest = ScaledNames.longest(scaling, mostPods);
    if (scaling.isOut() && longest.length() > NameFormat.LONGEST_LABEL) {
      found.invalid(REPLICAS, scaling.replicas(), LongestNames.tooLong(longest));
    }
  }
}
