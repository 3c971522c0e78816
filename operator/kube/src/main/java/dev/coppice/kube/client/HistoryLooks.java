package dev.coppice.kube.client;

import dev.coppice.core.history.History;
import dev.coppice.core.time.BackOff;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.history.RevisionReader;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks how far the API server's store has come, after a watch went on where it was broken off: a
 * watch that goes on at a revision which is yet to come is not refused. All kinds share a look, and
 * there are thirty seconds between two of them, since all watches of a process are broken together
 * when the API server goes away; but what goes on beyond the last look is looked at without delay.
 * What had come further than a look shows is looked at itself. Safe for use by many threads.
 */
final class HistoryLooks implements ClusterHistory.Looks, AutoCloseable {

  private static final Duration BETWEEN = Duration.ofSeconds(30);
  private static final Duration BETWEEN_AT_LEAST = Duration.ofSeconds(1);
  private static final BackOff AGAIN = new BackOff(BETWEEN_AT_LEAST, BETWEEN);
  private static final int TOO_MANY_REQUESTS = 429;

  private final ClusterHistory history;
  private final ApiServer api;
  private final LongSupplier ticks;
  private final Delays delays;
  private final Executor threads;

  private @Nullable Due next;
  private @Nullable Long last;
  private long lastRevision;
  private long furthest;
  private int lost;
  private volatile boolean closed;

  /**
   * A look that is to be made.
   *
   * @param ticks when
   */
  private record Due(String list, long ticks) {}

  /** Does something later. */
  @FunctionalInterface
  interface Delays {
    void after(Duration wait, Runnable action);
  }

  /** Looks through the API server's own answers, in which the history finds the revisions. */
  HistoryLooks(ClusterHistory history, ApiServer api) {
    this(
        history,
        api,
        System::nanoTime,
        (wait, action) ->
            CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS).execute(action),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  HistoryLooks(
      ClusterHistory history, ApiServer api, LongSupplier ticks, Delays delays, Executor threads) {
    this.history = history;
    this.api = api;
    this.ticks = ticks;
    this.delays = delays;
    this.threads = threads;
  }

  @Override
  public CompletableFuture<Boolean> now(String list) {
    return CompletableFuture.supplyAsync(() -> look(list) == Looked.ANSWERED, threads);
  }

  @Override
  public synchronized void soon(String list, long from) {
    furthest = Math.max(furthest, from);
    due(list);
  }

  private synchronized void due(String list) {
    long wait = untilNext();
    if (next == null || ticks.getAsLong() + wait - next.ticks() < 0) {
      Due due = new Due(list, ticks.getAsLong() + wait);
      next = due;
      delays.after(Duration.ofNanos(wait), () -> threads.execute(() -> lookAt(due)));
    }
  }

  private long untilNext() {
    Duration pause =
        lost > 0 ? AGAIN.after(lost) : furthest > lastRevision ? BETWEEN_AT_LEAST : BETWEEN;
    return last == null ? 0 : Math.max(0, last + pause.toNanos() - ticks.getAsLong());
  }

  private void lookAt(Due due) {
    synchronized (this) {
      // An earlier one may have taken its place.
      if (!due.equals(next)) {
        return;
      }
      next = null;
      if (untilNext() > 0) {
        // What the last look has shown since tells that there is no hurry.
        due(due.list());
        return;
      }
      last = ticks.getAsLong();
      furthest = 0;
    }
    boolean isLost = look(due.list()) == Looked.LOST;
    synchronized (this) {
      lost = isLost ? lost + 1 : 0;
      if (isLost) {
        due(due.list());
      }
    }
  }

  private enum Looked {
    ANSWERED,
    /** It is of no use to ask again. */
    REFUSED,
    LOST
  }

  private Looked look(String list) {
    if (closed) {
      return Looked.REFUSED;
    }
    History before = history.seen();
    return switch (send(list)) {
      case Reply.Lost _ -> Looked.LOST;
      case Reply.Answered answered when answered.isSuccess() -> {
        RevisionReader.of(answered.body())
            .ifPresent(revision -> lookAtThoseAhead(before, revision, list));
        yield Looked.ANSWERED;
      }
      case Reply.Answered answered ->
          answered.status() >= HttpURLConnection.HTTP_INTERNAL_ERROR
                  || answered.status() == TOO_MANY_REQUESTS
              ? Looked.LOST
              : Looked.REFUSED;
    };
  }

  private void lookAtThoseAhead(History before, long revision, String looked) {
    synchronized (this) {
      lastRevision = revision;
    }
    history.listsAhead(before, revision).stream()
        .filter(list -> !list.equals(looked))
        .forEach(this::send);
  }

  private Reply send(String list) {
    int query = list.indexOf('?');
    return api.send(
        Call.read(
            Verb.LIST,
            new ResourcePath("history", list.substring(0, query), list.substring(query))));
  }

  @Override
  public void close() {
    closed = true;
  }
}
