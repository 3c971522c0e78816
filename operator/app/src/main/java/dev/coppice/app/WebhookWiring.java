package dev.coppice.app;

import dev.coppice.app.configuration.EvictionGuardConfiguration;
import dev.coppice.app.configuration.EvictionGuardConfiguration.WakeUp;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.CertificateProvisioning;
import dev.coppice.app.configuration.OperatorConfiguration.WebhookEndpoint;
import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.kube.scheduling.QueueProbe;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.WebhookSettings;
import dev.coppice.webhook.certificate.ServerNames;
import dev.coppice.webhook.eviction.EvictionSettings;
import dev.coppice.webhook.registration.Destination;
import dev.coppice.webhook.registration.GuardedEvictions;
import dev.coppice.webhook.registration.InstalledRegistrations;
import dev.coppice.webhook.registration.JudgedQueues;
import dev.coppice.webhook.registration.RegistrationObjects;
import dev.coppice.webhook.server.Limits;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Puts together what the webhook, and those who register it, are given. */
final class WebhookWiring {

  private WebhookWiring() {}

  /**
   * What the webhook is given.
   *
   * @param kai whether KAI reads the same Queues
   */
  static WebhookSettings settings(
      OperatorConfiguration configuration, String namespace, JudgedQueues.Kai kai) {
    WebhookEndpoint endpoint = configuration.server().webhooks();
    return new WebhookSettings(
        address(endpoint),
        certificates(configuration, namespace),
        configuration.authorizer().enabled(),
        trusted(configuration.authorizer(), namespace),
        AdmissionWiring.settings(configuration),
        queues(configuration, kai),
        evictions(configuration),
        Limits.within(Runtime.getRuntime().maxMemory()));
  }

  private static Optional<JudgedQueues> queues(
      OperatorConfiguration configuration, JudgedQueues.Kai kai) {
    return configuration.queue().enabled()
        ? Optional.of(
            new JudgedQueues(
                kai,
                configuration.queue().protectDeletion(),
                OperatorWiring.queues(configuration).defaultQueue()))
        : Optional.empty();
  }

  /** Whether KAI reads the same Queues, as far as it is configured. */
  static JudgedQueues.Kai kai(OperatorConfiguration configuration) {
    return configuration.integration().kai()
        ? JudgedQueues.Kai.CONFIGURED
        : JudgedQueues.Kai.ABSENT;
  }

  /**
   * Whether KAI reads the same Queues; the cluster is asked only if that decides anything.
   *
   * @throws KubernetesClientException if the API server does not answer
   */
  static JudgedQueues.Kai kai(OperatorConfiguration configuration, KubernetesClient client) {
    JudgedQueues.Kai configured = kai(configuration);
    return configuration.queue().enabled()
            && configured == JudgedQueues.Kai.ABSENT
            && new QueueProbe(client).isKaiThere()
        ? JudgedQueues.Kai.FOUND
        : configured;
  }

  /** Whether the webhook process has a part in who is evicted, and which. */
  static Optional<EvictionSettings> evictions(OperatorConfiguration configuration) {
    if (!configuration.queue().enabled()) {
      return Optional.empty();
    }
    return switch (configuration.enforcement()) {
      // A scheduler that does it by itself, as KAI does, asks nobody.
      case AUTO, EXTENDER -> Optional.of(evictions(configuration, true));
      case WEBHOOK_ONLY -> Optional.of(evictions(configuration, false));
      case DELEGATED, OFF -> Optional.empty();
    };
  }

  private static EvictionSettings evictions(OperatorConfiguration configuration, boolean asked) {
    EvictionGuardConfiguration guard = configuration.evictionGuard();
    return new EvictionSettings(
        asked,
        OperatorWiring.queues(configuration),
        configuration.minRuntime().elasticSelection(),
        Set.copyOf(guard.schedulerUsers()),
        guard.denyCode(),
        guard.wakeUp() == WakeUp.NOMINATION);
  }

  private static InetSocketAddress address(WebhookEndpoint endpoint) {
    return endpoint.bindAddress().isEmpty()
        ? new InetSocketAddress(endpoint.port())
        : new InetSocketAddress(endpoint.bindAddress(), endpoint.port());
  }

  private static WebhookSettings.Certificates certificates(
      OperatorConfiguration configuration, String namespace) {
    WebhookEndpoint endpoint = configuration.server().webhooks();
    ServerNames names = names(configuration, namespace);
    return switch (endpoint.certProvisionMode()) {
      case AUTO ->
          new WebhookSettings.Certificates.SelfMade(namespace, endpoint.secretName(), names);
      case MANUAL ->
          new WebhookSettings.Certificates.Mounted(Path.of(endpoint.serverCertDir()), names);
    };
  }

  static ServerNames names(OperatorConfiguration configuration, String namespace) {
    WebhookEndpoint endpoint = configuration.server().webhooks();
    ServerNames ofService =
        ServerNames.ofService(endpoint.serviceName(), namespace, configuration.clusterDomain());
    return endpoint.url().isEmpty()
        ? ofService
        : ofService.and(URI.create(endpoint.url()).getHost());
  }

  private static TrustedUsers trusted(
      OperatorConfiguration.Authorizer authorizer, String namespace) {
    return TrustedUsers.CLUSTER
        .and(Set.of(OwnIdentity.operatorUser(namespace)))
        .and(authorizer.exemptServiceAccountUserNames());
  }

  /** What has to be in the cluster before the webhook works, by whoever may put it there. */
  static List<HasMetadata> installed(
      OperatorConfiguration configuration,
      JudgedQueues.Kai kai,
      String namespace,
      Optional<String> url) {
    WebhookEndpoint endpoint = configuration.server().webhooks();
    Stream<HasMetadata> secret =
        endpoint.certProvisionMode() == CertificateProvisioning.AUTO
            ? Stream.of(RegistrationObjects.secret(namespace, endpoint.secretName()))
            : Stream.empty();
    return Stream.concat(secret, registrations(configuration, kai, namespace, url).all().stream())
        .toList();
  }

  /** The registrations that must not be in the cluster. */
  static List<RegistrationName> switchedOff(
      OperatorConfiguration configuration, JudgedQueues.Kai kai) {
    return new InstalledRegistrations(
            configuration.authorizer().enabled(),
            queues(configuration, kai),
            evictions(configuration).isPresent())
        .switchedOff();
  }

  private static RegistrationObjects registrations(
      OperatorConfiguration configuration,
      JudgedQueues.Kai kai,
      String namespace,
      Optional<String> url) {
    WebhookEndpoint endpoint = configuration.server().webhooks();
    String base = url.orElse(endpoint.url());
    Destination destination =
        base.isEmpty()
            ? new Destination.Service(namespace, endpoint.serviceName(), endpoint.port())
            : new Destination.Url(base);
    return new RegistrationObjects(
        destination,
        configuration.authorizer().enabled(),
        trusted(configuration.authorizer(), namespace),
        TrustedUsers.MACHINERY.and(Set.of(OwnIdentity.operatorUser(namespace))),
        queues(configuration, kai),
        evictions(configuration)
            .map(evictions -> new GuardedEvictions(evictions.schedulers(), !evictions.asked())));
  }
}
