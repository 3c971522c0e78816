package dev.coppice.kube.cache;

import dev.coppice.core.json.ModelJson;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Estimates what an object of the model takes of the heap, from its JSON: by its objects, lists,
 * members and texts. Right within a factor of two, which is enough to find what is large.
 */
final class HeldBytes extends OutputStream {

  private static final int OBJECT = 64;
  private static final int LIST = 48;
  private static final int MEMBER = 12;
  private static final int TEXT = 8;

  /** A text that is longer is never shared with other objects. */
  private static final int SHARED = 256;

  /** A text before a colon that is longer is a key of somebody's, and not the name of a field. */
  private static final int FIELD = 32;

  private long bytes;
  private int length;
  private boolean isInText;
  private boolean isEscaped;

  private HeldBytes() {}

  /** Bytes of an object or a part of one. */
  static long of(Object object) {
    HeldBytes held = new HeldBytes();
    try {
      ModelJson.write(object, held);
    } catch (UncheckedIOException e) {
      // What is nested too deeply to be written counts as far as it can be.
      return held.bytes;
    }
    return held.bytes;
  }

  @Override
  public void write(byte[] json, int from, int count) {
    for (int i = from; i < from + count; i++) {
      take(json[i]);
    }
  }

  @Override
  public void write(int json) {
    take((byte) json);
  }

  private void take(byte json) {
    if (isInText) {
      takeText(json);
      return;
    }
    switch (json) {
      case '"' -> {
        isInText = true;
        length = 0;
      }
      case '{' -> bytes += OBJECT;
      case '[' -> bytes += LIST;
      case ',' -> bytes += MEMBER;
      // The text before it is the name of a field, of which the process has one.
      case ':' -> bytes -= length <= FIELD ? text() : 0;
      default -> {}
    }
  }

  private void takeText(byte json) {
    if (!isEscaped && json == '"') {
      isInText = false;
      bytes += text();
    } else if (!isEscaped && json == '\\') {
      isEscaped = true;
    } else {
      isEscaped = false;
      length++;
    }
  }

  private long text() {
    return length > SHARED ? (long) TEXT + length : (long) TEXT + length - length / 4;
  }
}
