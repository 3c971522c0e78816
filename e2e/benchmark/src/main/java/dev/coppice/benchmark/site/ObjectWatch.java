package dev.coppice.benchmark.site;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.coppice.benchmark.site.Tally.Change;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One watch of all objects of a kind in a namespace, which reads no more of them than it counts:
 * whoever measures on a small machine must not become part of the figure.
 */
final class ObjectWatch implements AutoCloseable {

  private static final ObjectReader CHANGES = new ObjectMapper().readerFor(Change.class);
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

  /** So soon is it noticed that whoever should act has ended. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

  private final Site site;
  private final Kind kind;
  private final String namespace;
  // Guarded by itself, as is what follows.
  private final Tally tally = new Tally();
  private @Nullable InputStream stream;
  private @Nullable Exception broken;
  private boolean closed;

  private ObjectWatch(Site site, Kind kind, String namespace) {
    this.site = site;
    this.kind = kind;
    this.namespace = namespace;
  }

  /** Counts from the objects that are there now. */
  static ObjectWatch open(Site site, Kind kind, String namespace) {
    ObjectWatch watch = new ObjectWatch(site, kind, namespace);
    InputStream first = watch.connect();
    Thread.ofPlatform().daemon().name("watch-" + kind.plural()).start(() -> watch.readAll(first));
    return watch;
  }

  private InputStream connect() {
    KubernetesClient client = site.watching();
    HttpClient http = client.getHttpClient();
    String server = client.getMasterUrl().toString().replaceFirst("/$", "");
    HttpResponse<InputStream> response =
        http.sendAsync(
                http.newHttpRequestBuilder()
                    .uri(
                        server
                            + kind.path(namespace)
                            + "?watch=1&allowWatchBookmarks=true"
                            + resume())
                    // Readiness is in the status; of other kinds only the existence counts.
                    .header("Accept", kind == Kind.POD ? "application/json" : METADATA)
                    .forStreaming()
                    .build(),
                InputStream.class)
            .join();
    if (!response.isSuccessful()) {
      throw new IllegalStateException(
          "no watch of %s: the API server answers %d".formatted(kind.plural(), response.code()));
    }
    synchronized (tally) {
      stream = response.body();
    }
    return response.body();
  }

  private String resume() {
    synchronized (tally) {
      return tally.resourceVersion().map(version -> "&resourceVersion=" + version).orElse("");
    }
  }

  private void readAll(InputStream first) {
    try {
      InputStream next = first;
      while (isOpen()) {
        read(next);
        // An API server without CPU time ends the watches that it cannot serve fast enough.
        next = connect();
      }
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  private void read(InputStream source) throws IOException {
    try (MappingIterator<Change> changes = CHANGES.readValues(source)) {
      while (changes.hasNextValue()) {
        Change change = changes.nextValue();
        Instant now = site.clock().instant();
        synchronized (tally) {
          tally.take(change, now);
          tally.notifyAll();
        }
      }
    }
  }

  private boolean isOpen() {
    synchronized (tally) {
      return !closed;
    }
  }

  private void fail(Exception cause) {
    synchronized (tally) {
      broken = cause;
      tally.notifyAll();
    }
  }

  /** Waits until so many have been created; returns when that was. */
  Instant awaitCreated(int count, Duration patience) {
    return await(seen -> seen.createdAt(count), "%d created".formatted(count), patience);
  }

  /** Waits until so many are ready at once; returns when that was. */
  Instant awaitReady(int count, Duration patience) {
    return await(seen -> seen.readyAt(count), "%d ready".formatted(count), patience);
  }

  /** Waits until none is left; returns when the last one went. */
  Instant awaitGone(Duration patience) {
    return await(Tally::goneAt, "all gone", patience);
  }

  private Instant await(
      Function<Tally, Optional<Instant>> question, String wanted, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (tally) {
      Optional<Instant> answer = question.apply(tally);
      while (answer.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (broken != null) {
          throw new IllegalStateException(
              "the watch of %s broke: %s".formatted(kind.plural(), broken), broken);
        }
        if (left <= 0) {
          throw new IllegalStateException(
              "%s: not %s after %d s, but %s"
                  .formatted(kind.plural(), wanted, patience.toSeconds(), tally));
        }
        if (!site.operated()) {
          throw new IllegalStateException(
              "%s: not %s, but %s, and the operator has ended by itself"
                  .formatted(kind.plural(), wanted, tally));
        }
        pause(Math.min(left, BETWEEN_LOOKS.toMillis()));
        answer = question.apply(tally);
      }
      return answer.get();
    }
  }

  private void pause(long milliseconds) {
    try {
      tally.wait(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + kind.plural(), e);
    }
  }

  @Override
  public void close() {
    InputStream open;
    synchronized (tally) {
      closed = true;
      open = stream;
    }
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException alreadyBroken) {
      // Nothing is read from it any more.
    }
  }
}
