package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.ChangeRule;
import dev.coppice.core.admission.rule.Rule;
import java.util.List;

/**
 * The rules of a PodCliqueSet. They are for sets that have all {@link RequiredParts parts} and are
 * defaulted.
 */
public final class SetRules {

  private final List<Rule<PodCliqueSet>> standing;
  private final List<Rule<PodCliqueSet>> onCreate;
  private final List<ChangeRule<PodCliqueSet>> onUpdate;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   * @param lookup what sets are compared with
   */
  public SetRules(AdmissionSettings settings, AdmissionLookup lookup) {
    standing = List.of(ReplicaRules::set);
    onCreate = List.of();
    onUpdate = List.of();
  }

  /** Judges a set by what holds for every set at any time; nothing is looked up. */
  public void standing(PodCliqueSet set, Findings.Collector found) {
    standing.forEach(rule -> rule.check(set, found));
  }

  /** Judges a new set. */
  public void onCreate(PodCliqueSet set, Findings.Collector found) {
    standing(set, found);
    onCreate.forEach(rule -> rule.check(set, found));
  }

  /** Judges a changed set. */
  public void onUpdate(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    standing(after, found);
    // A set that is wrong in itself is told so first: what changed in it may be the mistake.
    if (!found.hasViolations()) {
      onUpdate.forEach(rule -> rule.check(before, after, found));
    }
  }
}
