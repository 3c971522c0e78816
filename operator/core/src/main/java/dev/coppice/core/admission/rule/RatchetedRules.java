package dev.coppice.core.admission.rule;

import dev.coppice.core.admission.field.Findings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules that came when objects were stored already. They refuse what is created against them, and
 * every change that breaks them, or breaks them by more. What is stored against them is kept, with
 * a warning at each change.
 *
 * @param <T> what is judged
 */
public final class RatchetedRules<T> {

  private final List<RatchetedRule<T>> rules;

  /** These rules. */
  public RatchetedRules(List<RatchetedRule<T>> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Notes what is wrong with a new object. */
  public void onCreate(T object, Findings.Collector found) {
    breaches(object).forEach(breach -> found.add(breach.violation()));
  }

  /** Notes what is wrong with a changed object. */
  public void onUpdate(T before, T after, Findings.Collector found) {
    List<Breach> breaches = breaches(after);
    if (breaches.isEmpty()) {
      return;
    }
    Map<String, Long> stored = new HashMap<>();
    breaches(before).forEach(breach -> stored.merge(breach.subject(), breach.extent(), Math::max));
    for (Breach breach : breaches) {
      Long extent = stored.get(breach.subject());
      if (extent != null && extent >= breach.extent()) {
        found.warn(breach.violation().path(), breach.warning());
      } else {
        found.add(breach.violation());
      }
    }
  }

  private List<Breach> breaches(T object) {
    return rules.stream().flatMap(rule -> rule.breaches(object)).toList();
  }
}
