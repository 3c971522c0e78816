package dev.coppice.webhook.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Receives the bodies of requests within bounds for each of them and for all together. Memory is
 * taken as bytes arrive, not as they are announced, so that who announces much and sends nothing
 * costs nothing. Safe for use by many threads.
 */
final class Bodies {

  /**
   * What a body takes at a time; the first is free, or a thousand who send a byte would starve all.
   */
  private static final int CHUNK = 4 << 10;

  private final int mostBytes;
  private final Semaphore chunks;

  /** Takes up to {@code mostBytes} of one body and {@code bufferedBytes} of all. */
  Bodies(int mostBytes, int bufferedBytes) {
    this.mostBytes = mostBytes;
    this.chunks = new Semaphore(bufferedBytes / CHUNK);
  }

  /** A body, or why there is none; what it takes is given back when it is closed. */
  final class Body implements AutoCloseable {
    private byte[] buffer = new byte[0];
    private int length;
    private int taken;
    private Extent extent = Extent.WHOLE;

    private Body() {}

    /** How much of it there is. */
    Extent extent() {
      return extent;
    }

    /** What has been received of it. */
    byte[] bytes() {
      return length == buffer.length ? buffer : Arrays.copyOf(buffer, length);
    }

    private void receive(InputStream in) throws IOException {
      int read = 0;
      while (read >= 0) {
        if (length == buffer.length && !grow()) {
          extent = Extent.UNAFFORDABLE;
          return;
        }
        read = in.read(buffer, length, buffer.length - length);
        length += Math.max(read, 0);
        if (length > mostBytes) {
          extent = Extent.TOO_LARGE;
          return;
        }
      }
    }

    private boolean grow() {
      int wanted = Math.min(Math.max(CHUNK, buffer.length * 2), mostBytes + 1);
      int more = (wanted - 1) / CHUNK - taken;
      if (!chunks.tryAcquire(more)) {
        return false;
      }
      taken += more;
      buffer = Arrays.copyOf(buffer, wanted);
      return true;
    }

    @Override
    public void close() {
      chunks.release(taken);
      taken = 0;
    }
  }

  /** How much of a body was received. */
  enum Extent {
    /** All of it. */
    WHOLE,
    /** Its beginning; it has more bytes than any review. */
    TOO_LARGE,
    /** Its beginning; others take all the memory there is for bodies. */
    UNAFFORDABLE
  }

  /**
   * Receives a body.
   *
   * @throws IOException if its sender goes away, or takes too long
   */
  Body receive(InputStream in) throws IOException {
    Body body = new Body();
    try {
      body.receive(in);
      return body;
    } catch (IOException | RuntimeException e) {
      body.close();
      throw e;
    }
  }
}
