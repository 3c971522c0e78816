package dev.coppice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.app.configuration.ConfigurationFile;
import dev.coppice.app.configuration.InvalidConfigurationException;
import dev.coppice.app.configuration.OperatorConfiguration;
import dev.coppice.app.configuration.OperatorConfiguration.Concurrency;
import dev.coppice.app.configuration.SchedulerConfiguration;
import dev.coppice.app.configuration.SchedulerConfiguration.Profile;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.StartupSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorWiringTest {

  @Test
  void each_controller_gets_its_own_bound() {
    OperatorConfiguration.Controllers configured =
        new OperatorConfiguration.Controllers(
            new Concurrency(1), new Concurrency(2), new Concurrency(3));

    assertThat(OperatorWiring.settings(configured, false).podCliqueSetSyncs()).isEqualTo(1);
    assertThat(OperatorWiring.settings(configured, false).podCliqueSyncs()).isEqualTo(2);
    assertThat(OperatorWiring.settings(configured, false).podCliqueScalingGroupSyncs())
        .isEqualTo(3);
  }

  @Test
  void the_stock_scheduler_is_enabled_by_default() {
    SchedulerBackends schedulers =
        OperatorWiring.schedulers(ConfigurationFile.defaults().configuration().scheduler());

    assertThat(schedulers.names()).containsExactly("default-scheduler");
    assertThat(schedulers.fallback().name()).isEqualTo("default-scheduler");
  }

  @ParameterizedTest
  @CsvSource({"\"Off\", false", "Labels, false", "LabelsAndEnv, true"})
  void rules_know_whether_pods_get_the_variables_of_leader_worker_set(
      String words, boolean variables, @TempDir Path folder)
      throws IOException, InvalidConfigurationException {
    OperatorConfiguration configured =
        configured(folder, "pods: {leaderWorkerSetCompatibility: %s}".formatted(words));

    assertThat(AdmissionWiring.settings(configured).leaderWorkerSetVariables())
        .isEqualTo(variables);
  }

  @Test
  void pods_and_certificates_are_told_the_domain_of_the_cluster(@TempDir Path folder)
      throws IOException, InvalidConfigurationException {
    OperatorConfiguration configured = configured(folder, "clusterDomain: k8s.example.com");

    assertThat(OperatorWiring.pods(configured).clusterDomain()).isEqualTo("k8s.example.com");
    assertThat(WebhookWiring.names(configured, "ns").dnsNames())
        .contains("grove-operator.ns.svc.k8s.example.com");
    assertThat(OperatorWiring.pods(ConfigurationFile.defaults().configuration()))
        .isEqualTo(PodSettings.DEFAULTS);
  }

  @Test
  void the_container_of_the_startup_order_gets_what_is_configured(@TempDir Path folder)
      throws IOException, InvalidConfigurationException {
    OperatorConfiguration configured =
        configured(
            folder,
            "startup: {resources: {requests: {cpu: 100m}, limits: {cpu: 200m, ephemeral-storage: 1Mi}}}");

    assertThat(OperatorWiring.pods(configured).startup())
        .isEqualTo(
            new StartupSettings(
                "busybox:1.37",
                Map.of("cpu", new Quantity("100m"), "memory", new Quantity("16Mi")),
                Map.of(
                    "cpu", new Quantity("200m"),
                    "memory", new Quantity("16Mi"),
                    "ephemeral-storage", new Quantity("1Mi"))));
  }

  private static OperatorConfiguration configured(Path folder, String keys)
      throws IOException, InvalidConfigurationException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            """
            apiVersion: operator.config.grove.io/v1alpha1
            kind: OperatorConfiguration
            %s
            """
                .formatted(keys));
    return ConfigurationFile.read(file).configuration();
  }

  @Test
  void kai_is_enabled_where_it_has_a_profile_and_may_be_the_default() {
    SchedulerConfiguration configured =
        new SchedulerConfiguration(List.of(new Profile("kai-scheduler", null)), "kai-scheduler");

    SchedulerBackends schedulers = OperatorWiring.schedulers(configured);

    assertThat(schedulers.names()).containsExactly("kai-scheduler", "default-scheduler");
    assertThat(schedulers.fallback().name()).isEqualTo("kai-scheduler");
    assertThat(schedulers.topologyAware()).containsExactly("kai-scheduler");
    assertThat(configured.hasProfile("kai-scheduler")).isTrue();
    assertThat(configured.hasProfile("volcano")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logLevel: info | false",
        "topologyAwareScheduling: {enabled: true} | true",
        "scheduler: {profiles: [{name: kai-scheduler}]} | true",
        "scheduler: {profiles: [{name: volcano}]} | false",
        "queue: {enabled: true} | false"
      })
  void topologies_are_needed_by_sets_that_may_ask_for_levels_and_by_schedulers_that_know_them(
      String keys, boolean needed, @TempDir Path folder)
      throws IOException, InvalidConfigurationException {
    assertThat(OperatorWiring.needsTopologies(configured(folder, keys))).isEqualTo(needed);
  }

  @Test
  void a_scheduler_without_back_end_stays_disabled_and_is_told() {
    SchedulerConfiguration configured =
        new SchedulerConfiguration(List.of(new Profile("volcano", null)), "volcano");
    try (LogLines lines = new LogLines(OperatorWiring.class)) {

      SchedulerBackends schedulers = OperatorWiring.schedulers(configured);

      assertThat(schedulers.names()).containsExactly("default-scheduler");
      assertThat(schedulers.fallback().name()).isEqualTo("default-scheduler");
      assertThat(lines.all())
          .containsExactly(
              "WARN This version has no back-end for a configured scheduler, which stays disabled"
                  + " scheduler=volcano");
    }
  }
}
