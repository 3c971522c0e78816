package dev.coppice.core.admission.rule;

import java.util.stream.Stream;

/**
 * What objects must be, by a rule that came when some were stored already. Whatever ran before it
 * runs on: only what is new has to keep it.
 *
 * @param <T> what is judged
 */
@FunctionalInterface
public interface RatchetedRule<T> {

  /** All the ways in which an object breaks it. */
  Stream<Breach> breaches(T object);
}
