package dev.coppice.core.admission.rule;

import dev.coppice.core.admission.field.Violation;

/**
 * One way in which an object breaks a {@link RatchetedRule}.
 *
 * @param subject what breaks it, in words that stay the same wherever in the object it stands
 * @param extent by how much; 0 where there is no more or less
 * @param violation what is told of it
 */
public record Breach(String subject, long extent, Violation violation) {

  /** What is told of a breach that is not refused. */
  public static final String KEPT = "kept only because it is stored already";

  /** One that has no extent. */
  public Breach(String subject, Violation violation) {
    this(subject, 0, violation);
  }

  String warning() {
    return violation.body() + "; " + KEPT;
  }
}
