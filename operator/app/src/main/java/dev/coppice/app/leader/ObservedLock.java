package dev.coppice.app.leader;

import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock that notices what the elector's calls meet. An elector survives only failures of the
 * client, so every other one (a Lease that somebody edited) is turned into that kind.
 */
final class ObservedLock implements Lock {

  private static final Logger LOGGER = LoggerFactory.getLogger(ObservedLock.class);
  private static final String NOT_ASKED_YET = "the Lease has not been read yet";

  /** The lock of the library reads the fields of a Lease without asking whether they are there. */
  private static final String SPOILT =
      "the Lease lacks fields; delete it, and it will be made anew";

  private final Lock lock;
  private final String lease;

  /** What the last call met; null when it was answered. */
  private final AtomicReference<@Nullable String> obstacle = new AtomicReference<>(NOT_ASKED_YET);

  /**
   * @param lease namespace and name, for people
   */
  ObservedLock(Lock lock, String lease) {
    this.lock = lock;
    this.lease = lease;
  }

  /** Why the last call was of no use; empty when it was answered. */
  Optional<String> obstacle() {
    return Optional.ofNullable(obstacle.get());
  }

  /** Namespace and name, for people. */
  String lease() {
    return lease;
  }

  @Override
  public @Nullable LeaderElectionRecord get(KubernetesClient client) {
    return observe(() -> lock.get(client));
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord wanted) {
    write(() -> lock.create(client, wanted));
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord wanted) {
    write(() -> lock.update(client, wanted));
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }

  private void write(Runnable call) {
    observe(() -> {
      call.run();
      return null;
    });
  }

  private @Nullable LeaderElectionRecord observe(Supplier<@Nullable LeaderElectionRecord> call) {
    try {
      LeaderElectionRecord answer = call.get();
      obstacle.set(null);
      return answer;
    } catch (KubernetesClientException e) {
      note(e);
      throw e;
    } catch (RuntimeException e) {
      note(e);
      throw new KubernetesClientException("the Lease cannot be used", e);
    }
  }

  /** Silence is told by the connection; a lost race is an answer like any other. */
  private void note(RuntimeException failure) {
    if (failure instanceof KubernetesClientException refusal
        && refusal.getCode() == HttpURLConnection.HTTP_CONFLICT) {
      obstacle.set(null);
      return;
    }
    String reason = failure instanceof NullPointerException ? SPOILT : FailureReason.of(failure);
    if (!reason.equals(obstacle.getAndSet(reason)) && !FailureReason.isSilence(failure)) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.LEASE, lease)
          .addKeyValue(LogKeys.FAILURE, reason)
          .log("The Lease cannot be used; trying again until it can");
    }
  }
}
