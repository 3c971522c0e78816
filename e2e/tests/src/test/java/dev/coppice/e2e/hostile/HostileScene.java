package dev.coppice.e2e.hostile;

import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A tenant who means ill or knows no better, in a namespace of his own, beside others. */
@EndsUnsettled("the sets of the others are deleted as soon as they have their pods")
abstract class HostileScene {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What etcd takes, with room for what the API server adds. */
  static final int LARGEST_OBJECT = 1_300_000;

  /** The longest annotations that an API server takes, with room for their keys. */
  static final int LARGEST_ANNOTATIONS = 250 << 10;

  Tenant tenant;
  Others others;
  RegisteredWebhook webhook;
  SharedOperator operator;

  @BeforeEach
  void open(
      KubernetesClient client,
      TestNamespace namespace,
      SharedOperator shared,
      RegisteredWebhook registered) {
    webhook = registered;
    operator = shared;
    others = new Others(client, namespace.name(), shared, registered);
    tenant =
        Tenant.in(client, namespace.name() + "-hostile", "coppice-edit", "coppice-admin", "edit");
  }

  @AfterEach
  void close() {
    tenant.close();
    webhook.ensureAnswering();
  }
}
