package dev.coppice.core.admission.field;

import dev.coppice.core.status.Words;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with an object. It reads as the field errors of Kubernetes do, because
 * users and tools know those: {@code <path>: <class>: <value>: <detail>}. It is small, however
 * large what it tells of: the value is kept as far as it is told, and with it nothing of the
 * object.
 *
 * @param path where it stands
 * @param type what is wrong in general
 * @param value what stands there; only told by types that tell it
 * @param detail what is wrong in particular; empty if the type says it all
 */
public record Violation(FieldPath path, Type type, @Nullable Object value, String detail) {

  private static final int LONGEST_DETAIL = 1024;

  /** Cuts what is too long. */
  public Violation {
    value = FieldValue.told(value);
    detail = Words.shortened(detail, LONGEST_DETAIL);
  }

  /** What is wrong in general: the classes of field errors that Kubernetes knows. */
  public enum Type {
    /** Something has to stand there. */
    REQUIRED("Required value", "FieldValueRequired", false),
    /** What stands there cannot be. */
    INVALID("Invalid value", "FieldValueInvalid", true),
    /** What stands there is none of the values that there are. */
    UNSUPPORTED("Unsupported value", "FieldValueNotSupported", true),
    /** What stands there stands elsewhere too. */
    DUPLICATE("Duplicate value", "FieldValueDuplicate", true),
    /** What stands there refers to nothing. */
    NOT_FOUND("Not found", "FieldValueNotFound", true),
    /** Nothing may stand there, or nothing may change there. */
    FORBIDDEN("Forbidden", "FieldValueForbidden", false),
    /** A text has too many characters. */
    TOO_LONG("Too long", "FieldValueTooLong", false),
    /** A list has too many elements. */
    TOO_MANY("Too many", "FieldValueTooMany", true);

    private final String words;
    private final String reason;
    private final boolean tellsValue;

    Type(String words, String reason, boolean tellsValue) {
      this.words = words;
      this.reason = reason;
      this.tellsValue = tellsValue;
    }

    /** The word for programs, as the cause of a Kubernetes {@code Status} bears it. */
    public String reason() {
      return reason;
    }
  }

  /** The violation without its path, as the message of a cause has it. */
  public String body() {
    String what = type.tellsValue ? type.words + ": " + FieldValue.render(value) : type.words;
    return detail.isEmpty() ? what : what + ": " + detail;
  }

  @Override
  public String toString() {
    return path + ": " + body();
  }
}
