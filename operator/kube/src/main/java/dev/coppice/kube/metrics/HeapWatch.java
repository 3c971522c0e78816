package dev.coppice.kube.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what the memory is used for while there is some left: when a collection leaves more of the
 * heap in use than a share of it, and again only after one has left less. The JVM tells; nothing
 * asks it. The part of the heap that is meant is the one in which objects grow old.
 */
public final class HeapWatch implements AutoCloseable {

  /** A heap that is as full as this after a collection is about to be too small. */
  public static final double FULL = 0.85;

  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);

  private final NotificationEmitter memory;
  private final NotificationListener listener;

  private HeapWatch(NotificationEmitter memory, NotificationListener listener) {
    this.memory = memory;
    this.listener = listener;
  }

  /**
   * Watches from now on.
   *
   * @param share of the old part of the heap
   * @param largest what is large in this process, for people; asked when the share is reached
   * @param threads where it is asked, since the JVM's own thread must not be held up
   */
  public static HeapWatch start(double share, Supplier<String> largest, Executor threads) {
    NotificationEmitter memory = (NotificationEmitter) ManagementFactory.getMemoryMXBean();
    Optional<MemoryPoolMXBean> old = old();
    NotificationListener listener =
        (notification, _) -> {
          if (notification
              .getType()
              .equals(MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED)) {
            threads.execute(() -> old.ifPresent(pool -> tell(pool.getCollectionUsage(), largest)));
          }
        };
    memory.addNotificationListener(listener, null, null);
    old.ifPresent(
        pool -> pool.setCollectionUsageThreshold((long) (pool.getUsage().getMax() * share)));
    return new HeapWatch(memory, listener);
  }

  private static Optional<MemoryPoolMXBean> old() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .filter(MemoryPoolMXBean::isCollectionUsageThresholdSupported)
        .filter(pool -> pool.getUsage().getMax() > 0)
        .filter(pool -> !pool.getName().contains("Eden") && !pool.getName().contains("Survivor"))
        .max(Comparator.comparingLong(pool -> pool.getUsage().getMax()));
  }

  private static void tell(MemoryUsage usage, Supplier<String> largest) {
    LOG.warn(
        "{} MiB of {} MiB of the old generation are in use after a collection. The largest {}."
            + " Look for who made them, or give the process a larger heap:"
            + " docs/operations/tenants.md",
        usage.getUsed() >> 20,
        usage.getMax() >> 20,
        largest.get());
  }

  /** Watches no more. */
  @Override
  public void close() {
    try {
      memory.removeNotificationListener(listener);
    } catch (ListenerNotFoundException e) {
      throw new IllegalStateException("it was closed before", e);
    }
  }
}
