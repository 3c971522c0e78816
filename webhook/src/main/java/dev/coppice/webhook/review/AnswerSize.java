package dev.coppice.webhook.review;

import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.status.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of what there is to say goes into an answer. Counted is what is written: a character
 * takes up to six bytes in JSON.
 */
final class AnswerSize {

  /** Of an answer. */
  static final int MOST_BYTES = 64 << 10;

  /** Of all violations, in the message and as causes. */
  private static final int MOST_BYTES_OF_VIOLATIONS = 44 << 10;

  /** Of all warnings. */
  private static final int MOST_BYTES_OF_WARNINGS = 16 << 10;

  /** What the API server passes on of all warnings; beyond it, it cuts each to the next number. */
  private static final int MOST_CHARACTERS_OF_WARNINGS = 4096;

  private static final int LONGEST_WARNING = 256;

  /** The names of fields and the punctuation around a violation. */
  private static final int FRAME = 100;

  /** For the line that tells how many more there are. */
  private static final int LAST_LINE = 64;

  private AnswerSize() {}

  /** What a text takes in JSON. */
  static int of(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character < ' ') {
        bytes += 6;
      } else if (character == '"' || character == '\\') {
        bytes += 2;
      } else if (character < 0x80) {
        bytes += 1;
      } else if (character < 0x800 || Character.isSurrogate(character)) {
        bytes += 2;
      } else {
        bytes += 3;
      }
    }
    return bytes;
  }

  /** How many of the violations go into an answer, from the first on. */
  static int told(Findings findings) {
    int told = 0;
    int bytes = 0;
    for (Violation violation : findings.violations()) {
      bytes += 2 * (of(violation.path().text()) + of(violation.body())) + FRAME;
      if (bytes > MOST_BYTES_OF_VIOLATIONS) {
        break;
      }
      told++;
    }
    return told;
  }

  /**
   * As many warnings as the API server passes on, and how many more there are.
   *
   * @param more how many there are beside these
   */
  static List<String> fitting(List<String> warnings, int more) {
    if (more == 0 && fit(warnings)) {
      return warnings;
    }
    List<String> told = new ArrayList<>();
    int characters = LAST_LINE;
    int bytes = LAST_LINE;
    for (String warning : warnings) {
      String line = Words.shortened(warning, LONGEST_WARNING);
      characters += line.codePointCount(0, line.length());
      bytes += of(line);
      if (characters > MOST_CHARACTERS_OF_WARNINGS || bytes > MOST_BYTES_OF_WARNINGS) {
        break;
      }
      told.add(line);
    }
    int untold = warnings.size() - told.size() + more;
    if (untold > 0) {
      told.add("and %d more warnings".formatted(untold));
    }
    return told;
  }

  private static boolean fit(List<String> warnings) {
    return warnings.stream().mapToInt(String::length).sum() <= MOST_CHARACTERS_OF_WARNINGS
        && warnings.stream().mapToInt(AnswerSize::of).sum() <= MOST_BYTES_OF_WARNINGS;
  }
}
