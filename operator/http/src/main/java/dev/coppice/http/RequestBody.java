package dev.coppice.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body as it arrives; tells when it is whole. */
final class RequestBody extends FilterInputStream {

  private final Runnable whole;

  RequestBody(InputStream in, Runnable whole) {
    super(in);
    this.whole = whole;
  }

  @Override
  public int read() throws IOException {
    return noted(super.read());
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return noted(super.read(buffer, offset, length));
  }

  private int noted(int read) {
    if (read < 0) {
      whole.run();
    }
    return read;
  }

  /** Reads what is left of it, unless that is more; whether it is whole now. */
  boolean skipped(int most) throws IOException {
    if (read() < 0) {
      return true;
    }
    byte[] buffer = new byte[16 << 10];
    int left = most;
    for (int read = 1; read >= 0; read = read(buffer)) {
      left -= read;
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /** The next request comes over the same connection. */
  @Override
  public void close() {}
}
