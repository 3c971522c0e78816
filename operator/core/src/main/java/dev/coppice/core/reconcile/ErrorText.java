package dev.coppice.core.reconcile;

import java.util.regex.Pattern;

/** Words for {@code status.lastErrors} that do not change while the cause stays the same. */
final class ErrorText {

  private static final Pattern QUOTA_USE = Pattern.compile(", used: .*?(?=, limited: |$)");

  private ErrorText() {}

  /**
   * The server's reason without the name of the single object and without amounts that change from
   * try to try.
   */
  static String stable(Action action, String message) {
    String name = action.target().name();
    String nameless = name.isEmpty() ? message : message.replace(" \"" + name + "\"", "");
    return QUOTA_USE.matcher(nameless).replaceAll("");
  }
}
