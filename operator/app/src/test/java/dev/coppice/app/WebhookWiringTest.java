package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.kube.trust.RegistrationName;
import dev.coppice.webhook.eviction.EvictionSettings;
import dev.coppice.webhook.registration.JudgedQueues;
import dev.coppice.webhook.registration.JudgedQueues.Kai;
import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnableKubernetesMockClient
class WebhookWiringTest {

  private KubernetesMockServer server;
  private KubernetesClient client;

  @TempDir private Path folder;

  private OperatorConfiguration configuration(String rest) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            apiVersion: operator.config.grove.io/v1alpha1
            kind: OperatorConfiguration
            %s
            """
                .formatted(rest));
    return ConfigurationFile.readOrDefaults(file).configuration();
  }

  @ParameterizedTest
  @CsvSource({
    "false, Auto,        no part",
    "false, Extender,    no part",
    "false, WebhookOnly, no part",
    "true,  Auto,        asked",
    "true,  Extender,    asked",
    "true,  WebhookOnly, alone",
    "true,  Delegated,   no part",
    "true,  Off,         no part",
  })
  void the_webhook_has_a_part_in_evictions_only_where_that_is_said(
      boolean queues, String enforcement, String part) throws Exception {
    Optional<EvictionSettings> settings =
        WebhookWiring.settings(
                configuration(
                    "queue: {enabled: %s}\nenforcement: %s".formatted(queues, enforcement)),
                "ns",
                Kai.ABSENT)
            .evictions();

    assertThat(settings.map(known -> known.asked() ? "asked" : "alone").orElse("no part"))
        .isEqualTo(part);
  }

  @Test
  void by_default_it_has_none_and_nothing_is_registered_for_it() throws Exception {
    OperatorConfiguration defaults = ConfigurationFile.readOrDefaults(null).configuration();

    assertThat(WebhookWiring.settings(defaults, "ns", Kai.ABSENT).evictions()).isEmpty();
    assertThat(WebhookWiring.switchedOff(defaults, Kai.ABSENT))
        .extracting(RegistrationName::name)
        .contains("eviction-guard-webhook");
  }

  @Test
  void the_queue_of_gangs_that_name_none_is_known_where_queues_are_judged() throws Exception {
    assertThat(
            WebhookWiring.settings(
                    configuration("queue: {enabled: true, defaultName: all}"), "ns", Kai.ABSENT)
                .queues()
                .orElseThrow()
                .defaultQueue())
        .contains("all");
  }

  @Test
  void whose_evictions_are_judged_is_a_setting() throws Exception {
    EvictionSettings settings =
        WebhookWiring.settings(
                configuration(
                    """
                    queue: {enabled: true, defaultName: all}
                    evictionGuard: {schedulerUsers: [system:kube-scheduler, second], denyCode: 404, wakeUp: Nomination}
                    """),
                "ns",
                Kai.ABSENT)
            .evictions()
            .orElseThrow();

    assertThat(settings.schedulers()).containsExactlyInAnyOrder("system:kube-scheduler", "second");
    assertThat(settings.deleteDenialCode()).isEqualTo(404);
    assertThat(settings.wakes()).isTrue();
    assertThat(settings.queues().defaultQueue()).contains("all");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  false, '',               ABSENT,     false",
    "true,  false, schedulingshards, FOUND,      true",
    "true,  false, topologies,       ABSENT,     false",
    "true,  true,  '',               CONFIGURED, true",
    "true,  true,  schedulingshards, CONFIGURED, true",
    "false, false, schedulingshards, ABSENT,     false",
  })
  void kai_is_found_where_it_is_not_configured_and_never_is_written_for_it(
      boolean queues, boolean configured, String served, Kai kai, boolean registered)
      throws Exception {
    if (!served.isEmpty()) {
      serve("kai.scheduler/v1", served);
    }
    OperatorConfiguration configuration =
        configuration("queue: {enabled: %s}\nintegration: {kai: %s}".formatted(queues, configured));

    Kai found = WebhookWiring.kai(configuration, client);

    assertThat(found).isEqualTo(kai);
    assertThat(WebhookWiring.settings(configuration, "ns", found).queues().map(JudgedQueues::kai))
        .isEqualTo(queues ? Optional.of(kai) : Optional.empty());
    assertThat(WebhookWiring.installed(configuration, found, "ns", Optional.empty()))
        .extracting(object -> object.getMetadata().getName())
        .filteredOn("queue-defaulting-webhook"::equals)
        .hasSize(registered ? 1 : 0);
    assertThat(WebhookWiring.switchedOff(configuration, found))
        .extracting(RegistrationName::name)
        .filteredOn("queue-defaulting-webhook"::equals)
        .hasSize(registered ? 0 : 1);
  }

  private void serve(String version, String resource) {
    server
        .expect()
        .get()
        .withPath("/apis/" + version)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion(version)
                .addToResources(new APIResourceBuilder().withName(resource).build())
                .build())
        .always();
  }
}
