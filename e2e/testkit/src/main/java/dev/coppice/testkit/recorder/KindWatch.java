package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.ObjectSource.Listing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one kind recorded: list, watch, and after a break the same again with the gap noted. */
final class KindWatch implements ObjectSource.Listener, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KindWatch.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final ObjectSource source;
  private final Journal journal;
  private final Duration firstWait;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable AutoCloseable watch;

  KindWatch(ObjectSource source, Journal journal, Duration firstWait) {
    this.source = source;
    this.journal = journal;
    this.firstWait = firstWait;
  }

  /**
   * Starts the watch: every change after the return is recorded. Of a kind that the API server does
   * not know yet, this holds from shortly after it does.
   */
  void open() {
    if (!opens()) {
      broken();
    }
  }

  private boolean opens() {
    Optional<Listing> listing = source.list();
    if (listing.isEmpty()) {
      return false;
    }
    journal.listed(source.kind(), listing.get());
    AutoCloseable opened = source.watch(listing.get().resourceVersion(), this);
    synchronized (this) {
      watch = opened;
    }
    if (isClosed()) {
      end(opened);
    }
    return true;
  }

  /** Whether all that the API server knows now has been recorded. */
  boolean isUpToDate(Duration timeout) throws InterruptedException {
    Optional<Listing> now = source.list();
    return now.isEmpty() || journal.await(() -> journal.hasSeen(source.kind(), now.get()), timeout);
  }

  @Override
  public void changed(ChangeType type, JsonNode object) {
    journal.changed(type, object);
  }

  @Override
  public void broken() {
    if (!isClosed()) {
      Thread.ofVirtual().name("reopen-" + source.kind()).start(this::reopen);
    }
  }

  private void reopen() {
    Duration wait = firstWait;
    while (!isClosed()) {
      try {
        if (opens()) {
          return;
        }
      } catch (RuntimeException e) {
        LOG.atDebug()
            .addKeyValue("kind", source.kind())
            .setCause(e)
            .log("the watch cannot be opened again yet");
      }
      try {
        if (closed.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      Duration twice = wait.multipliedBy(2);
      wait = twice.compareTo(LONGEST_WAIT) < 0 ? twice : LONGEST_WAIT;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Override
  public void close() {
    closed.countDown();
    AutoCloseable opened;
    synchronized (this) {
      opened = watch;
    }
    if (opened != null) {
      end(opened);
    }
  }

  private static void end(AutoCloseable watch) {
    try {
      watch.close();
    } catch (Exception e) {
      throw new IllegalStateException("a watch cannot be closed", e);
    }
  }
}
