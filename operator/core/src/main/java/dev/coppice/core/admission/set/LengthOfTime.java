package dev.coppice.core.admission.set;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.time.GoDuration;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fields that hold a length of time, in the notation of Kubernetes. */
final class LengthOfTime {

  private LengthOfTime() {}

  /** What a field says; empty if it says nothing, or what is no length of time, which is noted. */
  static Optional<Duration> read(FieldPath path, @Nullable String text, Findings.Collector found) {
    if (text == null) {
      return Optional.empty();
    }
    if (text.length() > GoDuration.LONGEST) {
      found.tooLong(path, GoDuration.LONGEST);
      return Optional.empty();
    }
    try {
      return Optional.of(GoDuration.parse(text));
    } catch (IllegalArgumentException e) {
      found.invalid(path, text, "must be a length of time such as 90s or 4h");
      return Optional.empty();
    }
  }
}
