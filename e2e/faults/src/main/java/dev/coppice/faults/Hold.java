package dev.coppice.faults;

import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;

/** Writes that wait at the proxy until a user has done something. */
public final class Hold implements AutoCloseable {

  private final String held;
  private final CountDownLatch released = new CountDownLatch(1);

  Hold(String held) {
    this.held = held;
  }

  /** Waits if the call is one that is held. */
  void await(ApiCall call) throws InterruptedIOException {
    if (!call.toString().equals(held)) {
      return;
    }
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the proxy ends");
    }
  }

  /** Lets all of them pass, now and from now on. */
  @Override
  public void close() {
    released.countDown();
  }
}
