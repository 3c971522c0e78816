package dev.coppice.core.object;

import java.util.regex.Pattern;

/** What the value of a label looks like in Kubernetes. */
public final class LabelValue {

  /** The longest, in characters. */
  public static final int LONGEST = 63;

  /** The characters of one, as a regular expression. */
  public static final String PATTERN = "([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?";

  /** The same for people. */
  public static final String RULE =
      "must be empty or consist of letters, digits, '-', '_' and '.', and begin and end with a"
          + " letter or digit";

  private static final Pattern COMPILED = Pattern.compile(PATTERN);

  private LabelValue() {}

  /** Whether a text can be one. */
  public static boolean canBe(String text) {
    return text.length() <= LONGEST && COMPILED.matcher(text).matches();
  }
}
