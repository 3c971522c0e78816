package dev.coppice.kube.client;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets a bounded number of threads work at once. What changes something goes before what only tells
 * of it: where both wait, three of four turns are for the former, so that neither ever stands
 * still. Among themselves namespaces take turns, so that one with thousands that wait delays
 * another by no more than one of its own; within a namespace they go in the order in which they
 * came. Safe for use by many threads.
 */
public final class Turns {

  private static final int TELLING_EVERY = 4;

  private static final int SHARES = 8;

  /** A namespace has at most this many times what is left to others: alone, seven eighths. */
  private static final int MOST_OF_FREE = 7;

  private final Line changing = new Line();
  private final Line telling = new Line();
  private final Map<String, Integer> taken = new HashMap<>();
  private final ActiveNamespaces active;
  private final boolean reserves;
  private final int share;
  private int free;
  private int contested;

  private Turns(int bound, boolean reserves, LongSupplier ticks) {
    free = bound;
    share = Math.max(1, bound / SHARES);
    active = new ActiveNamespaces(ticks);
    this.reserves = reserves;
  }

  /**
   * So many at once, for work that is short and slower the more of it is done at once: a namespace
   * has all turns only while no other one has had work lately, and else an eighth of them.
   *
   * @param ticks nanoseconds that only ever grow
   */
  public static Turns ofShortWork(int bound, LongSupplier ticks) {
    return new Turns(bound, false, ticks);
  }

  /**
   * So many at once, for work that may take seconds: a namespace never has all turns, unless there
   * are fewer than eight, so that others need not wait until its work ends.
   */
  public static Turns ofLongWork(int bound) {
    return new Turns(bound, true, System::nanoTime);
  }

  /** A thread that waits for its turn. */
  private record Turn(String namespace, CountDownLatch come) {}

  /**
   * Waits for a turn, which ends with {@link #release}.
   *
   * @param namespace for whom; empty for what belongs to no namespace
   * @param tells whether it is used only to tell of what there is
   */
  public void acquire(String namespace, boolean tells) throws InterruptedException {
    Turn turn = new Turn(namespace, new CountDownLatch(1));
    synchronized (this) {
      note(namespace);
      if (nobodyWaits() && may(namespace)) {
        take(namespace);
        return;
      }
      (tells ? telling : changing).add(turn);
      grant();
    }
    try {
      turn.come().await();
    } catch (InterruptedException e) {
      leave(turn);
      throw e;
    }
  }

  private synchronized void leave(Turn turn) {
    boolean isWaiting = changing.remove(turn) || telling.remove(turn);
    if (!isWaiting) {
      release(turn.namespace());
    }
  }

  /** Ends a turn of a namespace. */
  public synchronized void release(String namespace) {
    taken.computeIfPresent(namespace, (_, count) -> count == 1 ? null : count - 1);
    free++;
    note(namespace);
    grant();
  }

  // Long work is shared by what is free, whoever was there before.
  private void note(String namespace) {
    if (!reserves) {
      active.note(namespace);
    }
  }

  private void grant() {
    for (Turn next = next(); next != null; next = next()) {
      take(next.namespace());
      next.come().countDown();
    }
  }

  private boolean nobodyWaits() {
    return changing.isEmpty() && telling.isEmpty();
  }

  private void take(String namespace) {
    free--;
    taken.merge(namespace, 1, Integer::sum);
  }

  private boolean may(String namespace) {
    int most = reserves ? MOST_OF_FREE * free : active.areSeveral() ? share : Integer.MAX_VALUE;
    return free > 0 && taken.getOrDefault(namespace, 0) < most;
  }

  private @Nullable Turn next() {
    if (free == 0) {
      return null;
    }
    boolean changes = changing.has(this::may);
    boolean tells = telling.has(this::may);
    if (!changes || !tells) {
      return changes ? changing.poll(this::may) : telling.poll(this::may);
    }
    contested = (contested + 1) % TELLING_EVERY;
    return (contested == 0 ? telling : changing).poll(this::may);
  }

  /** Whether somebody who may change something waits for a turn. */
  public synchronized boolean isAwaited() {
    return !changing.isEmpty();
  }

  /**
   * Those who wait, by namespace; the namespace whose turn is next comes first. Few namespaces can
   * have so many turns that they are passed over.
   */
  private static final class Line {
    private final Map<String, LinkedHashSet<Turn>> waiting = new LinkedHashMap<>();

    boolean isEmpty() {
      return waiting.isEmpty();
    }

    void add(Turn turn) {
      waiting.computeIfAbsent(turn.namespace(), _ -> new LinkedHashSet<>()).add(turn);
    }

    boolean remove(Turn turn) {
      LinkedHashSet<Turn> ofNamespace = waiting.get(turn.namespace());
      if (ofNamespace == null || !ofNamespace.remove(turn)) {
        return false;
      }
      if (ofNamespace.isEmpty()) {
        waiting.remove(turn.namespace());
      }
      return true;
    }

    boolean has(Predicate<String> may) {
      for (String namespace : waiting.keySet()) {
        if (may.test(namespace)) {
          return true;
        }
      }
      return false;
    }

    @Nullable Turn poll(Predicate<String> may) {
      Iterator<Map.Entry<String, LinkedHashSet<Turn>>> namespaces = waiting.entrySet().iterator();
      while (namespaces.hasNext()) {
        Map.Entry<String, LinkedHashSet<Turn>> namespace = namespaces.next();
        if (may.test(namespace.getKey())) {
          namespaces.remove();
          LinkedHashSet<Turn> ofNamespace = namespace.getValue();
          Turn turn = ofNamespace.removeFirst();
          if (!ofNamespace.isEmpty()) {
            waiting.put(turn.namespace(), ofNamespace);
          }
          return turn;
        }
      }
      return null;
    }
  }
}
