package dev.coppice.core.admission.rule;

import dev.coppice.core.admission.field.Findings;

/**
 * How objects may change, in one topic.
 *
 * @param <T> what is changed
 */
@FunctionalInterface
public interface ChangeRule<T> {

  /** Notes what is wrong with a change. */
  void check(T before, T after, Findings.Collector found);
}
