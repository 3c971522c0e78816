package dev.coppice.benchmark.site;

import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.RegisteredWebhook;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A cluster and the operator in it that is measured.
 *
 * @param client the user who applies
 * @param watching the same user, with a connection for each watch: one that is shared carries no
 *     more than a hundred requests at a time
 * @param writes counts the operator's writes; empty where there is no audit log
 * @param operator the operator's process; empty where it runs out of reach
 * @param webhook starts the webhook and registers it; empty where it is out of reach
 * @param clock tells the time; the same machine writes the audit log
 * @param progress is told each step
 * @param detail is told what only the curious want to know
 */
public record Site(
    KubernetesClient client,
    KubernetesClient watching,
    Optional<WriteMeter> writes,
    Optional<MeasuredOperator> operator,
    Optional<Supplier<RegisteredWebhook>> webhook,
    Clock clock,
    Consumer<String> progress,
    Consumer<Supplier<String>> detail) {

  // Deciding about a large set rests for five seconds, and goes on with what has come since.
  private static final Duration QUIET = Duration.ofSeconds(6);

  /** Waits until the operator has nothing left to write, or for a while where that is unseen. */
  public void settle() {
    writes.ifPresentOrElse(meter -> meter.fromNow().awaitQuiet(QUIET), () -> pass(QUIET));
  }

  /** Waits until nobody has anything left to write in a namespace. */
  public void settle(String namespace) {
    writes.ifPresentOrElse(
        meter -> meter.fromNow().awaitQuiet(QUIET, namespace), () -> pass(QUIET));
  }

  /** Whether there is any point in waiting for what the operator should do. */
  boolean operated() {
    return operator.map(MeasuredOperator::alive).orElse(true);
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
  }
}
