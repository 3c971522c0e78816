package dev.coppice.core.admission.rule;

import dev.coppice.core.admission.field.Findings;

/**
 * What objects must be, in one topic. It notes everything that is wrong and stops at nothing.
 *
 * @param <T> what is judged
 */
@FunctionalInterface
public interface Rule<T> {

  /** Notes what is wrong with an object. */
  void check(T object, Findings.Collector found);
}
