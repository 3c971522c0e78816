package dev.coppice.kube.history;

import dev.coppice.core.history.Cut;
import dev.coppice.core.history.History;
import dev.coppice.kube.LogKeys;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process has seen of the history of the API server's store. Where that is cut, as by an
 * older backup, watches wait in silence for revisions that are yet to come once more, and nothing
 * in the caches can be trusted: it is told once, and the process has to begin anew. A new process
 * has seen nothing, so none ends twice for the same cut. Safe for use by many threads.
 */
public final class ClusterHistory {

  private static final Logger LOGGER = LoggerFactory.getLogger(ClusterHistory.class);

  private final AtomicReference<History> seen = new AtomicReference<>(History.NONE);
  private final Map<String, Watched> watches = new ConcurrentHashMap<>();
  private final CompletableFuture<Cut> cut = new CompletableFuture<>();
  private volatile Looks looks =
      new Looks() {
        @Override
        public CompletableFuture<Boolean> now(String list) {
          return CompletableFuture.completedFuture(false);
        }

        @Override
        public void soon(String list, long from) {}
      };

  /**
   * A watch as it was last heard of.
   *
   * @param subject what is watched
   * @param list asks for the first of what is watched
   * @param began how often it has begun
   * @param fails whether it was refused, or not answered, since
   */
  record Watched(String subject, String list, int began, boolean fails) {}

  /** Has lists be made whose answers are heard here. Both return at once. */
  public interface Looks {

    /** Makes one, and tells whether it was answered. */
    CompletableFuture<Boolean> now(String list);

    /**
     * Makes one, for this and for all that go on where they were broken off about now.
     *
     * @param from where this one goes on; 0 if nobody knows
     */
    void soon(String list, long from);
  }

  /** Has somebody look from now on. */
  public void lookBy(Looks newLooks) {
    looks = newLooks;
  }

  /** Completes when it shows that the history was cut. */
  public CompletionStage<Cut> cut() {
    return cut.minimalCompletionStage();
  }

  /** Shows among the figures whether it was. */
  public void showCuts(MeterRegistry registry) {
    FunctionCounter.builder("coppice.history.cuts", cut, it -> it.isDone() ? 1 : 0)
        .description("Times that the history of the API server's store was found cut")
        .register(registry);
  }

  /** What has been seen until now. */
  public History seen() {
    return seen.get();
  }

  /** Lists of those watches that had come further than an answer, which may be about others. */
  public Set<String> listsAhead(History before, long answered) {
    Set<String> ahead = before.ahead(answered);
    return watches.values().stream()
        .filter(watch -> ahead.contains(watch.subject()))
        .map(Watched::list)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * An answer that had to show all that was written before the request.
   *
   * @param before what had been seen when the request began
   */
  void answered(String subject, History before, long revision) {
    before.cut(subject, revision).ifPresent(this::tell);
    saw(subject, revision);
  }

  private void saw(String subject, long revision) {
    seen.updateAndGet(history -> history.with(subject, revision));
  }

  /** A watch has been accepted; from where it goes on has been seen. */
  void watchBegan(Question watch) {
    watch.from().ifPresent(from -> saw(watch.subject(), from));
    Watched now =
        watches.merge(
            watch.list(),
            new Watched(watch.subject(), watch.list(), 1, false),
            (before, first) ->
                new Watched(first.subject(), first.list(), before.began() + 1, false));
    if (now.began() > 1) {
      looks.soon(watch.list(), watch.from().orElse(0));
    }
  }

  /** A watch has been refused, or nothing came back; it is tried again. */
  void watchFailed(Question watch) {
    watches.computeIfPresent(
        watch.list(),
        (_, before) -> new Watched(before.subject(), before.list(), before.began(), true));
  }

  /** The watches of a subject. */
  Set<Watched> watchesOf(String subject) {
    return watches.values().stream()
        .filter(watch -> watch.subject().equals(subject))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Looks whether the API server still knows of a write.
   *
   * @return whether it answered
   */
  CompletableFuture<Boolean> lookFor(String subject, long written) {
    saw(subject, written);
    return watchesOf(subject).stream()
        .findFirst()
        .map(watch -> looks.now(watch.list()))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  /** A watch that goes on without a fault does not bring back what was written. */
  void unheard(String subject, long written, long heard) {
    tell(new Cut.Unheard(subject, written, heard));
  }

  private void tell(Cut found) {
    if (cut.complete(found)) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.FAILURE, found.text())
          .log(
              "The history of the API server's store was cut, as by an older backup of it; the"
                  + " process ends, and begins anew with empty caches");
    }
  }
}
