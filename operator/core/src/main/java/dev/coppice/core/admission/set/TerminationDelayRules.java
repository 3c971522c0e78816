package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import org.jspecify.annotations.Nullable;

/**
 * How long a breach may last: a length of time, and more than none, except that a training job need
 * not wait at all. A scaling group may have its own only where the set has one, so that leaving
 * that out switches all of it off.
 */
final class TerminationDelayRules {

  private static final String FIELD = "terminationDelay";

  private TerminationDelayRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    PodCliqueSetTemplate template = set.getSpec().template();
    boolean training = set.getSpec().trains();
    delay(Paths.TEMPLATE.child(FIELD), template.terminationDelay(), training, found);
    Parts.forEachGroup(
        set,
        (group, config) -> {
          FieldPath path = group.child(FIELD);
          String delay = config.terminationDelay();
          delay(path, delay, training, found);
          if (delay != null && template.terminationDelay() == null) {
            found.forbidden(path, "only in a set with a terminationDelay of its own");
          }
        });
  }

  private static void delay(
      FieldPath path, @Nullable String delay, boolean training, Findings.Collector found) {
    LengthOfTime.read(path, delay, found)
        .filter(read -> training ? read.isNegative() : !read.isPositive())
        .ifPresent(_ ->
            found.invalid(
                path,
                delay,
                training
                    ? "must be greater than or equal to 0"
                    : "must be greater than 0; leave it out to never terminate"));
  }
}
