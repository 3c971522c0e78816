package dev.coppice.core.json;

import java.io.IOException;
import java.io.Writer;

/** Keeps the beginning of what is written, and ends the writing as soon as there is more. */
final class Beginning extends Writer {

  private final int longest;
  private final StringBuilder text = new StringBuilder();

  /** Keeps so many characters, counted by code points. */
  Beginning(int longest) {
    this.longest = longest;
  }

  /** There is more than is kept. */
  static final class EnoughException extends IOException {
    private EnoughException() {
      super("enough");
    }
  }

  @Override
  public void write(char[] buffer, int offset, int length) throws IOException {
    int most = 2 * longest + 2 - text.length();
    text.append(buffer, offset, Math.min(length, most));
    if (length > most || text.codePointCount(0, text.length()) > longest) {
      throw new EnoughException();
    }
  }

  /** What was written, with an ellipsis in place of the last character if that is not all. */
  String text() {
    return text.codePointCount(0, text.length()) <= longest
        ? text.toString()
        : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
