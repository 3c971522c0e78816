package dev.coppice.core.admission.field;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What rules say about an object: all that is wrong with it, at once, and what its author should
 * know though nothing is wrong.
 *
 * @param violations what is wrong; the object is refused if there is any
 * @param warnings what the author should know, a line each
 */
public record Findings(List<Violation> violations, List<String> warnings) {

  /** Nothing to say. */
  public static final Findings NONE = new Findings(List.of(), List.of());

  /** More would hardly be read, and an answer must not grow with what it refuses. */
  private static final int MOST_TOLD = 100;

  /** Keeps copies. */
  public Findings {
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  /** Whether nothing is wrong. */
  public boolean isAllowed() {
    return violations.isEmpty();
  }

  /** The violations that an answer tells of: each once, and no more than are read. */
  public List<Violation> told() {
    return violations.stream().distinct().limit(MOST_TOLD).toList();
  }

  /** All violations in one line, as Kubernetes aggregates errors; empty if nothing is wrong. */
  public String message() {
    List<Violation> told = told();
    long untold = violations.stream().distinct().count() - told.size();
    Stream<String> texts = told.stream().map(Violation::toString);
    String lines =
        (untold > 0 ? Stream.concat(texts, Stream.of("and %d more".formatted(untold))) : texts)
            .collect(Collectors.joining(", "));
    return violations.size() > 1 ? "[" + lines + "]" : lines;
  }

  /** Takes notes while rules look at an object. */
  public static final class Collector {

    private final List<Violation> violations = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

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
          supported.stream().sorted().map(FieldValue::quote).collect(Collectors.joining(", "));
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
      warnings.add(path + ": " + text);
    }

    /** What was noted so far. */
    public Findings findings() {
      return new Findings(violations, warnings);
    }

    /** This is wrong. */
    public void add(Violation violation) {
      violations.add(violation);
    }

    private void add(FieldPath path, Violation.Type type, @Nullable Object value, String detail) {
      violations.add(new Violation(path, type, value, detail));
    }
  }
}
