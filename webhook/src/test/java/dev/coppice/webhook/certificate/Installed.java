package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.tls.Pem;
import dev.coppice.webhook.registration.Destination;
import dev.coppice.webhook.registration.RegistrationObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is installed beside a webhook, and what it makes of that.
 *
 * @param client of the cluster
 */
record Installed(KubernetesClient client) {

  static final String NAMESPACE = "coppice";
  static final String SECRET = "webhook-cert";

  static List<HasMetadata> registrations() {
    return new RegistrationObjects(
            new Destination.Service(NAMESPACE, "webhook", 9443),
            false,
            TrustedUsers.CLUSTER,
            TrustedUsers.MACHINERY,
            Optional.empty(),
            Optional.empty())
        .all();
  }

  void register() {
    registrations().forEach(registration -> client.resource(registration).create());
    makeSecret();
  }

  void makeSecret() {
    client.resource(RegistrationObjects.secret(NAMESPACE, SECRET)).create();
  }

  List<String> bundles() {
    return clientConfigs().map(WebhookClientConfig::getCaBundle).toList();
  }

  private Stream<WebhookClientConfig> clientConfigs() {
    return Stream.concat(
        client
            .admissionRegistration()
            .v1()
            .mutatingWebhookConfigurations()
            .list()
            .getItems()
            .stream()
            .flatMap(configuration -> configuration.getWebhooks().stream())
            .map(webhook -> webhook.getClientConfig()),
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .list()
            .getItems()
            .stream()
            .flatMap(configuration -> configuration.getWebhooks().stream())
            .map(webhook -> webhook.getClientConfig()));
  }

  Map<String, String> stored() {
    Secret secret = secret().get();
    assertThat(secret).isNotNull();
    return secret.getData();
  }

  int authorities() {
    return Pem.certificates(decode(stored().get("ca.crt"))).size();
  }

  static String decode(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  Resource<Secret> secret() {
    return client.secrets().inNamespace(NAMESPACE).withName(SECRET);
  }
}
