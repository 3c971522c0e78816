package dev.coppice.core.admission.field;

import dev.coppice.core.status.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What rules say about an object: all that is wrong with it, at once, and what its author should
 * know though nothing is wrong. It does not grow with what it is about: each thing is told once,
 * and what comes after the first hundred is counted.
 *
 * @param violations what is wrong; the object is refused if there is any
 * @param warnings what the author should know, a line each
 * @param moreViolations how many more there are
 * @param moreWarnings how many more there are
 */
public record Findings(
    List<Violation> violations, List<String> warnings, int moreViolations, int moreWarnings) {

  /** Nothing to say. */
  public static final Findings NONE = new Findings(List.of(), List.of());

  /** More would hardly be read. */
  private static final int MOST_TOLD = 100;

  private static final int LONGEST_WARNING = 1024;

  /** Keeps copies. */
  public Findings {
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  /** All there is. */
  public Findings(List<Violation> violations, List<String> warnings) {
    this(violations, warnings, 0, 0);
  }

  /** Whether nothing is wrong. */
  public boolean isAllowed() {
    return violations.isEmpty();
  }

  /** The same with what somebody else warns of. */
  public Findings and(Findings other) {
    List<String> all = Stream.concat(warnings.stream(), other.warnings.stream()).toList();
    int most = Math.min(all.size(), MOST_TOLD);
    return new Findings(
        violations,
        all.subList(0, most),
        moreViolations,
        moreWarnings + other.moreWarnings + all.size() - most);
  }

  /** All violations in one line, as Kubernetes aggregates errors; empty if nothing is wrong. */
  public String message() {
    return message(violations.size());
  }

  /** The same with so many of them at most, and the number of the others. */
  public String message(int most) {
    int told = Math.min(most, violations.size());
    int untold = violations.size() - told + moreViolations;
    Stream<String> texts = violations.stream().limit(told).map(Violation::toString);
    String lines =
        (untold > 0 ? Stream.concat(texts, Stream.of("and %d more".formatted(untold))) : texts)
            .collect(Collectors.joining(", "));
    return told + untold > 1 ? "[" + lines + "]" : lines;
  }

  /** Takes notes while rules look at an object. */
  public static final class Collector {

    private final Set<Violation> violations = new LinkedHashSet<>();
    private final List<String> warnings = new ArrayList<>();
    private int moreViolations;
    private int moreWarnings;

    /** Nothing noted yet. */
    public Collector() {}

    /** Whether a violation was noted. */
    public boolean hasViolations() {
      return !violations.isEmpty();
    }

    /** Something has to stand there. */
    public void required(FieldPath path, String detail) {
      add(path, Violation.Type.REQUIRED, null, detail);
    }

    /** What stands there cannot be. */
    public void invalid(FieldPath path, @Nullable Object value, String detail) {
      add(path, Violation.Type.INVALID, value, detail);
    }

    /** What stands there is none of the values that there are. */
    public void unsupported(FieldPath path, @Nullable Object value, Collection<String> supported) {
      String values =
          Words.list(supported.stream().sorted().map(Words::quote).map(FieldValue::quote).toList());
      add(path, Violation.Type.UNSUPPORTED, value, "supported values: " + values);
    }

    /** What stands there stands elsewhere too. */
    public void duplicate(FieldPath path, @Nullable Object value) {
      add(path, Violation.Type.DUPLICATE, value, "");
    }

    /** What stands there refers to nothing. */
    public void notFound(FieldPath path, @Nullable Object value, String detail) {
      add(path, Violation.Type.NOT_FOUND, value, detail);
    }

    /** Nothing may stand there, or nothing may change there. */
    public void forbidden(FieldPath path, String detail) {
      add(path, Violation.Type.FORBIDDEN, null, detail);
    }

    /** A text has more bytes than it may have. */
    public void tooLong(FieldPath path, int most) {
      add(path, Violation.Type.TOO_LONG, null, "may not be more than %d bytes".formatted(most));
    }

    /** A list has more elements than it may have. */
    public void tooMany(FieldPath path, int actual, int most) {
      add(path, Violation.Type.TOO_MANY, actual, "must have at most %d items".formatted(most));
    }

    /** The author should know this. */
    public void warn(FieldPath path, String text) {
      Deadline.check();
      if (warnings.size() < MOST_TOLD) {
        warnings.add(Words.shortened(path + ": " + text, LONGEST_WARNING));
      } else {
        moreWarnings++;
      }
    }

    /** What was noted so far. */
    public Findings findings() {
      return new Findings(List.copyOf(violations), warnings, moreViolations, moreWarnings);
    }

    /** This is wrong. */
    public void add(Violation violation) {
      Deadline.check();
      if (violations.size() < MOST_TOLD) {
        violations.add(violation);
      } else if (!violations.contains(violation)) {
        moreViolations++;
      }
    }

    private void add(FieldPath path, Violation.Type type, @Nullable Object value, String detail) {
      add(new Violation(path, type, value, detail));
    }
  }
}
