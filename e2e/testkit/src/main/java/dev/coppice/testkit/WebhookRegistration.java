package dev.coppice.testkit;

import dev.coppice.testkit.plane.Extender;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.awaitility.Awaitility;

/** What makes the API server of a cluster ask a webhook that runs on this machine. */
public final class WebhookRegistration {

  /** The registration by which evictions of schedulers are judged. */
  public static final String GUARD = "eviction-guard-webhook";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> LABELS =
      Map.of("app.kubernetes.io/name", "coppice", "app.kubernetes.io/component", "webhook");

  private static final GenericKubernetesResource PROBE =
      Serialization.unmarshal(
          """
          apiVersion: grove.io/v1alpha1
          kind: PodCliqueSet
          metadata: {name: probe, namespace: default}
          spec:
            replicas: 0
            template:
              cliques:
              - {name: probe, spec: {podSpec: {containers: [{name: probe, image: probe}]}}}
          """,
          GenericKubernetesResource.class);

  private WebhookRegistration() {}

  /**
   * Registers a webhook by the command that a user has for it. It becomes ready by that.
   *
   * @param administrator kubeconfig of whoever may register it
   */
  public static void apply(OperatorProcess webhook, Path administrator) {
    OperatorProcess.command(
        "webhooks",
        "--apply",
        "--config",
        webhook.configurationFile().toString(),
        "--kubeconfig",
        administrator.toString());
  }

  /**
   * Where a scheduler asks before it evicts, and whom it trusts there: the webhook that is
   * registered as the guard of evictions.
   */
  public static Extender extender(KubernetesClient client) {
    ValidatingWebhookConfiguration guard =
        client.admissionRegistration().v1().validatingWebhookConfigurations().withName(GUARD).get();
    if (guard == null) {
      throw new IllegalStateException("missing: ValidatingWebhookConfiguration " + GUARD);
    }
    WebhookClientConfig asked = guard.getWebhooks().getFirst().getClientConfig();
    return new Extender(
        asked.getUrl().replace("/webhooks/guard-eviction", "/scheduler"),
        new String(Base64.getDecoder().decode(asked.getCaBundle()), StandardCharsets.US_ASCII),
        false);
  }

  /** Waits until writes of sets get through, as the API server learns of a change by and by. */
  public static void awaitAnswers(KubernetesClient client) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreException(KubernetesClientException.class)
        .until(() -> tryWrite(client));
  }

  /**
   * Creates a set that is not stored.
   *
   * @return true
   * @throws KubernetesClientException if it is refused
   */
  public static boolean tryWrite(KubernetesClient client) {
    client.resource(PROBE).dryRun(true).create();
    return true;
  }

  /** Lets the API server decide alone. */
  public static void remove(KubernetesClient client) {
    var registrations = client.admissionRegistration().v1();
    registrations.mutatingWebhookConfigurations().withLabels(LABELS).delete();
    registrations.validatingWebhookConfigurations().withLabels(LABELS).delete();
  }
}
