package dev.coppice.core.admission.field;

import dev.coppice.core.object.LabelValue;
import dev.coppice.core.status.Words;
import java.util.regex.Pattern;

/** What names look like in Kubernetes. */
public enum NameFormat {
  /** A name that can stand in host names. */
  DNS_LABEL(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
      NameFormat.LONGEST_LABEL,
      "must consist of lower-case letters, digits and '-', and begin and end with a letter or"
          + " digit"),
  /** A name that can be that of a Service. */
  SERVICE_NAME(
      "[a-z]([-a-z0-9]*[a-z0-9])?",
      NameFormat.LONGEST_LABEL,
      "must consist of lower-case letters, digits and '-', begin with a letter and end with a"
          + " letter or digit"),
  /** The value of a label. */
  LABEL_VALUE(LabelValue.PATTERN, LabelValue.LONGEST, LabelValue.RULE),
  /** The name of an environment variable. */
  VARIABLE_NAME(
      "[ -~&&[^=]]+",
      Integer.MAX_VALUE,
      "must consist of printable ASCII characters other than '='");

  /** The longest name that can stand in a host name or be the value of a label. */
  public static final int LONGEST_LABEL = LabelValue.LONGEST;

  private final Pattern pattern;
  private final int longest;
  private final String rule;

  NameFormat(String pattern, int longest, String rule) {
    this.pattern = Pattern.compile(pattern);
    this.longest = longest;
    this.rule = rule;
  }

  /** Notes a name that does not look so. */
  public void check(FieldPath path, String name, Findings.Collector found) {
    if (name.length() > longest) {
      found.invalid(path, name, Words.sentence("must have at most %d characters", longest));
    }
    if (!pattern.matcher(name).matches()) {
      found.invalid(path, name, rule);
    }
  }
}
