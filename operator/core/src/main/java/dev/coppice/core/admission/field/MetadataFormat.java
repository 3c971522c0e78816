package dev.coppice.core.admission.field;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What labels and annotations look like in Kubernetes. */
public final class MetadataFormat {

  private static final int LONGEST_PREFIX = 253;
  private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");

  private MetadataFormat() {}

  /** Notes labels whose key or value cannot be. */
  public static void labels(FieldPath path, Map<String, String> labels, Findings.Collector found) {
    labels.forEach((key, value) -> {
      key(path, key, key, found);
      NameFormat.LABEL_VALUE.check(path.key(key), value == null ? "" : value, found);
    });
  }

  /** Notes annotations whose key cannot be, and too many of them. */
  public static void annotations(
      FieldPath path, Map<String, String> annotations, Findings.Collector found) {
    // As in Kubernetes, case does not matter in the key of an annotation.
    annotations.keySet().forEach(key -> key(path, key, key.toLowerCase(Locale.ROOT), found));
    long bytes =
        annotations.entrySet().stream()
            .mapToLong(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
            .sum();
    if (bytes > MOST_ANNOTATION_BYTES) {
      found.tooLong(path, MOST_ANNOTATION_BYTES);
    }
  }

  /** Notes the key of a label that cannot be one. */
  public static void key(FieldPath path, String key, Findings.Collector found) {
    key(path, key, key, found);
  }

  private static void key(FieldPath path, String key, String judged, Findings.Collector found) {
    int slash = judged.indexOf('/');
    String prefix = slash < 0 ? "" : judged.substring(0, slash);
    String name = judged.substring(slash + 1);
    if (slash >= 0 && (prefix.length() > LONGEST_PREFIX || !PREFIX.matcher(prefix).matches())) {
      found.invalid(path, key, "the part before '/' must be a DNS name");
    }
    if (name.length() > NameFormat.LONGEST_LABEL || !NAME.matcher(name).matches()) {
      found.invalid(
          path,
          key,
          "the name of a key must have 1 to 63 letters, digits, '-', '_' and '.', and begin and"
              + " end with a letter or digit");
    }
  }

  private static long bytes(String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
