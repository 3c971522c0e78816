package dev.coppice.testkit.review;

import dev.coppice.tls.Trust;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;

/** Calls a webhook as the API server does: with its trust, over connections that are kept. */
public final class WebhookCaller implements AutoCloseable {

  /** As long as the registrations let the API server wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI webhook;
  private final HttpClient http;

  private WebhookCaller(URI webhook, Trust trust) {
    this.webhook = webhook;
    this.http =
        HttpClient.newBuilder()
            .sslContext(trust.context())
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
  }

  /** One who trusts what the registrations of a cluster say at this moment. */
  public static WebhookCaller asRegistered(KubernetesClient client) {
    WebhookClientConfig config = registered(client);
    return new WebhookCaller(URI.create(config.getUrl()), trust(config));
  }

  /** Where the registrations of a cluster say at this moment that the webhook is. */
  public static URI address(KubernetesClient client) {
    return URI.create(registered(client).getUrl());
  }

  /** TLS of somebody who trusts what they say at this moment. */
  public static SSLContext tls(KubernetesClient client) {
    return trust(registered(client)).context();
  }

  private static Trust trust(WebhookClientConfig config) {
    return Trust.inPem(
        new String(Base64.getDecoder().decode(config.getCaBundle()), StandardCharsets.UTF_8));
  }

  private static WebhookClientConfig registered(KubernetesClient client) {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("podcliqueset-validating-webhook")
        .require()
        .getWebhooks()
        .getFirst()
        .getClientConfig();
  }

  /** Sends a body to one of the webhook's paths. */
  public CompletableFuture<HttpResponse<String>> post(String path, String type, byte[] body) {
    return send(
        HttpRequest.newBuilder(webhook.resolve(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body)));
  }

  /** Asks for a path without sending anything. */
  public CompletableFuture<HttpResponse<String>> get(String path) {
    return send(HttpRequest.newBuilder(webhook.resolve(path)).GET());
  }

  private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
    return http.sendAsync(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
