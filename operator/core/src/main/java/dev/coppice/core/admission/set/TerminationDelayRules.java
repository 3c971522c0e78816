package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;

/** How long a breach may last: a length of time, and more than none. */
final class TerminationDelayRules {

  /** No length of time that anyone means is longer; reading one takes time that grows with it. */
  private static final int LONGEST = 64;

  private TerminationDelayRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    String delay = set.getSpec().template().terminationDelay();
    if (delay == null) {
      return;
    }
    FieldPath path = Paths.TEMPLATE.child("terminationDelay");
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
