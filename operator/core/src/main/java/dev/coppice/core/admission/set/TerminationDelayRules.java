package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a breach may last: a length of time, and more than none. A scaling group may have its
 * own only where the set has one, so that leaving that out switches all of it off.
 */
final class TerminationDelayRules {

  private static final String FIELD = "terminationDelay";

  /** No length of time that anyone means is longer; reading one takes time that grows with it. */
  private static final int LONGEST = 64;

  private TerminationDelayRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    PodCliqueSetTemplate template = set.getSpec().template();
    checkDelay(Paths.TEMPLATE.child(FIELD), template.terminationDelay(), found);
    for (int i = 0; i < template.podCliqueScalingGroups().size(); i++) {
      FieldPath path = Paths.GROUPS.index(i).child(FIELD);
      String delay = template.podCliqueScalingGroups().get(i).terminationDelay();
      checkDelay(path, delay, found);
      if (delay != null && template.terminationDelay() == null) {
        found.forbidden(path, "only in a set with a terminationDelay of its own");
      }
    }
  }

  private static void checkDelay(FieldPath path, @Nullable String delay, Findings.Collector found) {
    if (delay == null) {
      return;
    }
    if (delay.length() > LONGEST) {
      found.tooLong(path, LONGEST);
      return;
    }
    try {
      Duration read = GoDuration.parse(delay);
      if (!read.isPositive()) {
        found.invalid(path, delay, "must be greater than 0; leave it out to never terminate");
      }
    } catch (IllegalArgumentException e) {
      found.invalid(path, delay, "must be a length of time such as 90s or 4h");
    }
  }
}
