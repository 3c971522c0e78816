package dev.coppice.testkit.recorder;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Records every change of our objects, pods and services while it is open. It watches the API
 * server by itself and asks the operator nothing.
 */
public final class Recorder implements AutoCloseable {

  /** What is recorded: a namespace in which nothing of it changes is at rest. */
  public static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          PodCliqueSet.class,
          PodCliqueScalingGroup.class,
          PodClique.class,
          PodGang.class,
          Pod.class,
          Service.class);

  private static final Duration CATCH_UP = Duration.ofSeconds(30);
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);

  private final Journal journal = new Journal(Clock.systemUTC());
  private final List<KindWatch> watches;

  private Recorder(KubernetesClient client, Optional<String> namespace) {
    watches =
        KINDS.stream()
            .map(kind ->
                new KindWatch(ClientSource.of(client, namespace, kind), journal, FIRST_WAIT))
            .toList();
  }

  /** Begins to record a namespace; the client stays its owner's to close. */
  public static Recorder inNamespace(KubernetesClient client, String namespace) {
    return new Recorder(client, Optional.of(namespace)).open();
  }

  /** Begins to record all namespaces; the client stays its owner's to close. */
  public static Recorder inAllNamespaces(KubernetesClient client) {
    return new Recorder(client, Optional.empty()).open();
  }

  private Recorder open() {
    try {
      watches.forEach(KindWatch::open);
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** What has been recorded so far; the newest changes may still be on their way. */
  public Recording recording() {
    return journal.recording();
  }

  /**
   * What has been recorded so far, all changes included that the API server had made before the
   * call.
   */
  public Recording upToDate() {
    try {
      for (KindWatch watch : watches) {
        if (!watch.isUpToDate(CATCH_UP)) {
          throw new IllegalStateException(
              "the recorder lags more than %d s behind the API server"
                  .formatted(CATCH_UP.toSeconds()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the recorder was catching up", e);
    }
    return journal.recording();
  }

  /** A way to wait until nothing changes any more. */
  public Rest rest() {
    return new Rest(this, journal, journal.lastArrival());
  }

  /** Ends the recording; what was recorded stays. */
  @Override
  public void close() {
    watches.forEach(KindWatch::close);
  }
}
