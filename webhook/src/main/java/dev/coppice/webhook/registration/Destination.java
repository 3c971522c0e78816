package dev.coppice.webhook.registration;

import dev.coppice.webhook.review.ReviewPath;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfigBuilder;

/** Where the API server finds the webhook. */
public sealed interface Destination {

  /**
   * Behind a Service.
   *
   * @param port of the Service
   */
  record Service(String namespace, String name, int port) implements Destination {}

  /**
   * At a URL, for a process outside of the cluster.
   *
   * @param base {@code https}, host and port
   */
  record Url(String base) implements Destination {

    /** Without a slash at the end. */
    public Url {
      base = base.replaceAll("/+$", "");
    }
  }

  /** How one path is reached. Whom to trust there is said by the webhook itself. */
  default WebhookClientConfig clientConfig(ReviewPath path) {
    return switch (this) {
      case Service(String namespace, String name, int port) ->
          new WebhookClientConfigBuilder()
              .withNewService()
              .withNamespace(namespace)
              .withName(name)
              .withPort(port)
              .withPath(path.path())
              .endService()
              .build();
      case Url(String base) -> new WebhookClientConfigBuilder().withUrl(base + path.path()).build();
    };
  }
}
