package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.e2e.Sets;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.process.Checkout;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Everybody else: the same two processes serve them as before, within what the chart lets them
 * have.
 */
final class Others {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PODS = 10;

  /** From the answer to the create of a set to the last of its pods. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** Other tests beside this one keep everybody waiting now and then; an attack does each time. */
  private static final int MOST_TRIES = 4;

  private final KubernetesClient client;
  private final String namespace;
  private final SharedOperator operator;
  private final RegisteredWebhook webhook;
  private final long operatorPid;
  private final long webhookPid;
  private int sets;

  /** Somebody with sets in this namespace. */
  Others(
      KubernetesClient client,
      String namespace,
      SharedOperator operator,
      RegisteredWebhook webhook) {
    this.client = client;
    this.namespace = namespace;
    this.operator = operator;
    this.webhook = webhook;
    this.operatorPid = operator.process().pid();
    this.webhookPid = webhook.process().pid();
  }

  /** Nobody has noticed anything. */
  void assertServed() {
    Duration taken = create();
    for (int tries = 1; tries < MOST_TRIES && taken.compareTo(LONGEST) > 0; tries++) {
      taken = create();
    }
    assertThat(taken).as("ten pods of another tenant").isLessThanOrEqualTo(LONGEST);
    assertAnswering();
  }

  /** The same processes are alive and ready, within their memory. */
  void assertAnswering() {
    assertThat(operator.process().alive()).as("the operator runs").isTrue();
    assertThat(webhook.process().alive()).as("the webhook runs").isTrue();
    assertThat(operator.process().pid()).isEqualTo(operatorPid);
    assertThat(webhook.process().pid()).isEqualTo(webhookPid);
    assertThat(operator.process().isLive()).as("the operator is alive").isTrue();
    assertThat(webhook.process().isLive()).as("the webhook is alive").isTrue();
    assertThat(operator.process().isReady()).as("the operator is ready").isTrue();
    assertThat(webhook.process().isReady()).as("the webhook is ready").isTrue();
    assertThat(operator.process().tellsMetrics()).as("the operator tells metrics").isTrue();
    assertThat(webhook.process().tellsMetrics()).as("the webhook tells metrics").isTrue();
    assertThat(mebibytes(operator.process())).isLessThanOrEqualTo(limit("resources"));
    assertThat(mebibytes(webhook.process())).isLessThanOrEqualTo(limit("webhook", "resources"));
  }

  /** How long it takes from the answer to the create of a set to the last of its ten pods. */
  Duration create() {
    PodCliqueSet set = Serialization.unmarshal(manifest("bystander-" + sets++), PodCliqueSet.class);
    client.resource(set).inNamespace(namespace).create();
    long begun = System.nanoTime();
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> podsOf(set) == PODS);
    Duration taken = Duration.ofNanos(System.nanoTime() - begun);
    client.resource(set).inNamespace(namespace).delete();
    return taken;
  }

  /** A set of ten pods. */
  static String manifest(String name) {
    return Sets.manifest(name, 1, Sets.clique("worker", PODS, PODS));
  }

  private int podsOf(PodCliqueSet set) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(Labels.PART_OF, set.getMetadata().getName())
        .list()
        .getItems()
        .size();
  }

  /** Memory that the process holds now. */
  private static long mebibytes(OperatorProcess process) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
              .findFirst()
              .orElseThrow()
          / 1024;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the chart lets a process have, in MiB. */
  private static long limit(String... path) {
    try {
      Map<?, ?> at =
          Serialization.unmarshal(
              Files.readString(Checkout.find().resolve("charts/coppice/values.yaml")), Map.class);
      for (String key : path) {
        at = (Map<?, ?>) at.get(key);
      }
      String limit = String.valueOf(((Map<?, ?>) at.get("limits")).get("memory"));
      return Long.parseLong(limit.replace("Mi", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
