package dev.coppice.webhook.server;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails as soon as more is read from it than it may hold. */
final class BoundedInput extends FilterInputStream {

  private long left;

  BoundedInput(InputStream in, long mostBytes) {
    super(in);
    left = mostBytes;
  }

  /** There is more than may be. */
  static final class TooLargeException extends IOException {
    private TooLargeException() {
      super("too large");
    }
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    if (read >= 0) {
      count(1);
    }
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    count(Math.max(read, 0));
    return read;
  }

  private void count(int read) throws TooLargeException {
    left -= read;
    if (left < 0) {
      throw new TooLargeException();
    }
  }
}
