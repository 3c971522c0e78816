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
import java.util.Objects;
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
 * when the API server goes away. What had come further than the look shows is looked at itself.
 * Safe for use by many threads.
 */
final class HistoryLooks implements ClusterHistory.Looks, AutoCloseable {

  private static final Duration BETWEEN = Duration.ofSeconds(30);
  private static final BackOff AGAIN = new BackOff(Duration.ofSeconds(1), BETWEEN);
  private static final int TOO_MANY_REQUESTS = 429;

  private final ClusterHistory history;
  private final ApiServer api;
  private final LongSupplier ticks;
  private final Delays delays;
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();

  private @Nullable String next;
  private long earliest;
  private int lost;
  private volatile boolean closed;

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
            CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS)
                .execute(action));
  }

  HistoryLooks(ClusterHistory history, ApiServer api, LongSupplier ticks, Delays delays) {
    this.history = history;
    this.api = api;
    this.ticks = ticks;
    this.delays = delays;
    earliest = ticks.getAsLong();
  }

  @Override
  public CompletableFuture<Boolean> now(String list) {
    return CompletableFuture.supplyAsync(() -> look(list) == Looked.ANSWERED, threads);
  }

  @Override
  public synchronized void soon(String list) {
    if (next != null) {
      return;
    }
    next = list;
    Duration wait = Duration.ofNanos(Math.max(0, earliest - ticks.getAsLong()));
    delays.after(wait, () -> threads.execute(this::lookAtNext));
  }

  private void lookAtNext() {
    String list = takeNext();
    Looked looked = look(list);
    synchronized (this) {
      lost = looked == Looked.LOST ? lost + 1 : 0;
      if (looked == Looked.LOST) {
        earliest = ticks.getAsLong() + AGAIN.after(lost).toNanos();
      }
    }
    if (looked == Looked.LOST) {
      soon(list);
    }
  }

  private synchronized String takeNext() {
    String list = Objects.requireNonNull(next);
    next = null;
    earliest = ticks.getAsLong() + BETWEEN.toNanos();
    return list;
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
