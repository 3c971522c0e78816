package dev.coppice.app.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.coppice.app.configuration.OperatorConfiguration.CertificateProvisioning;
import dev.coppice.app.configuration.OperatorConfiguration.LogFormat;
import dev.coppice.app.configuration.OperatorConfiguration.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationFileTest {

  private static final String HEADER =
      """
      apiVersion: operator.config.grove.io/v1alpha1
      kind: OperatorConfiguration
      """;

  @Test
  void an_omitted_key_has_its_default() throws InvalidConfigurationException {
    OperatorConfiguration configuration = ConfigurationFile.parse(HEADER).configuration();

    assertThat(configuration).isEqualTo(ConfigurationFile.defaults().configuration());
    assertThat(configuration.leaderElection().enabled()).isFalse();
    assertThat(configuration.leaderElection().leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(configuration.leaderElection().renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(configuration.leaderElection().retryPeriod()).isEqualTo(Duration.ofSeconds(2));
    assertThat(configuration.server().webhooks().port()).isEqualTo(2750);
    assertThat(configuration.server().healthProbes().port()).isEqualTo(2751);
    assertThat(configuration.server().metrics().port()).isEqualTo(2752);
    assertThat(configuration.controllers().podCliqueSet().concurrentSyncs()).isEqualTo(96);
    assertThat(configuration.logLevel()).isEqualTo(LogLevel.INFO);
    assertThat(configuration.logFormat()).isEqualTo(LogFormat.JSON);
    assertThat(configuration.startup().image()).isEqualTo("busybox:1.37");
    assertThat(configuration.pods().leaderWorkerSetCompatibility())
        .isEqualTo(OperatorConfiguration.LeaderWorkerSetWords.LABELS);
    assertThat(configuration.gangTermination().defaultDelay()).isNull();
  }

  @Test
  void a_key_that_is_set_wins_over_its_default_and_leaves_its_neighbours_alone()
      throws InvalidConfigurationException {
    OperatorConfiguration configuration =
        parse(
                """
                leaderElection: {enabled: true, leaseDuration: 1m}
                server:
                  healthProbes: {port: 9444}
                  webhooks: {certProvisionMode: manual}
                controllers: {podClique: {concurrentSyncs: 3}}
                authorizer: {exemptServiceAccountUserNames: ["system:serviceaccount:a:b"]}
                logLevel: debug
                logFormat: text
                startup: {image: "registry.example/busybox:1"}
                pods: {leaderWorkerSetCompatibility: LabelsAndEnv}
                gangTermination: {defaultDelay: 4h}
                """)
            .configuration();

    assertThat(configuration.leaderElection().enabled()).isTrue();
    assertThat(configuration.leaderElection().leaseDuration()).isEqualTo(Duration.ofMinutes(1));
    assertThat(configuration.leaderElection().renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(configuration.server().healthProbes().port()).isEqualTo(9444);
    assertThat(configuration.server().metrics().port()).isEqualTo(2752);
    assertThat(configuration.server().webhooks().certProvisionMode())
        .isEqualTo(CertificateProvisioning.MANUAL);
    assertThat(configuration.controllers().podClique().concurrentSyncs()).isEqualTo(3);
    assertThat(configuration.authorizer().exemptServiceAccountUserNames())
        .containsExactly("system:serviceaccount:a:b");
    assertThat(configuration.logLevel()).isEqualTo(LogLevel.DEBUG);
    assertThat(configuration.logFormat()).isEqualTo(LogFormat.TEXT);
    assertThat(configuration.startup().image()).isEqualTo("registry.example/busybox:1");
    assertThat(configuration.pods().leaderWorkerSetCompatibility())
        .isEqualTo(OperatorConfiguration.LeaderWorkerSetWords.LABELS_AND_ENV);
    assertThat(configuration.gangTermination().defaultDelay()).isEqualTo(Duration.ofHours(4));
  }

  @Test
  void a_key_without_value_counts_as_omitted() throws InvalidConfigurationException {
    assertThat(parse("server:\nlogLevel:\ncontrollers: {podClique: }\n").configuration())
        .isEqualTo(ConfigurationFile.defaults().configuration());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "controllers: {podClique: {concurentSyncs: 3}} | controllers.podClique.concurentSyncs: unknown key, did you mean concurrentSyncs?",
        "loglevel: info | loglevel: unknown key, did you mean logLevel?",
        "leaderElection: {leaseduration: 15s} | leaderElection.leaseduration: unknown key, did you mean leaseDuration?",
        "runtimeClientConection: {} | runtimeClientConection: unknown key, did you mean runtimeClientConnection?",
        "debugging: {enableProfilin: true} | debugging.enableProfilin: unknown key, did you mean enableProfiling?",
        "scheduler: {profiles: [{nam: volcano, name: volcano}]} | scheduler.profiles[0].nam: unknown key, did you mean name?",
        "network: {mtu: 1500} | network.mtu: unknown key, known keys: autoMNNVLEnabled",
        "authorizer: {x: 1} | authorizer.x: unknown key, known keys: enabled, exemptServiceAccountUserNames, reconcilerServiceAccountUserName",
      })
  void an_unknown_key_is_refused_naming_the_nearest_known_one(String yaml, String problem) {
    assertThat(problems(yaml)).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "server: 8080 | server: Invalid value: \"8080\": must be an object",
        "server: {metrics: {port: http}} | server.metrics.port: Invalid value: \"http\": must be an integer",
        "server: {metrics: {port: '80'}} | server.metrics.port: Invalid value: \"80\": must be an integer",
        "server: {metrics: {port: 80.5}} | server.metrics.port: Invalid value: \"80.5\": must be an integer",
        "server: {metrics: {bindAddress: 1}} | server.metrics.bindAddress: Invalid value: \"1\": must be a string",
        "network: {autoMNNVLEnabled: 'yes'} | network.autoMNNVLEnabled: Invalid value: \"yes\": must be true or false",
        "leaderElection: {leaseDuration: 15} | leaderElection.leaseDuration: Invalid value: \"15\": must be a duration, a string such as \"30s\" or \"4h\"",
        "leaderElection: {leaseDuration: '15'} | leaderElection.leaseDuration: Invalid value: \"15\": time: missing unit in duration \"15\"",
        "gangTermination: {defaultDelay: 1d} | gangTermination.defaultDelay: Invalid value: \"1d\": time: unknown unit \"d\" in duration \"1d\"",
        "logLevel: trace | logLevel: Unsupported value: \"trace\": supported values: \"debug\", \"error\", \"info\"",
        "logFormat: 1 | logFormat: Unsupported value: \"1\": supported values: \"json\", \"text\"",
        "server: {webhooks: {certProvisionMode: own}} | server.webhooks.certProvisionMode: Unsupported value: \"own\": supported values: \"auto\", \"manual\"",
        "authorizer: {exemptServiceAccountUserNames: a} | authorizer.exemptServiceAccountUserNames: Invalid value: \"a\": must be a list",
        "authorizer: {exemptServiceAccountUserNames: [a, 5]} | authorizer.exemptServiceAccountUserNames[1]: Invalid value: \"5\": must be a string",
        "scheduler: {profiles: [volcano]} | scheduler.profiles[0]: Invalid value: \"volcano\": must be an object",
      })
  void a_value_of_the_wrong_type_is_refused(String yaml, String problem) {
    assertThat(problems(yaml)).containsExactly(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "leaderElection: {enabled: true, leaseDuration: 0s} | leaderElection.leaseDuration: Invalid value: \"0s\": must be greater than 0",
        "leaderElection: {enabled: true, renewDeadline: -1s} | leaderElection.renewDeadline: Invalid value: \"-1s\": must be greater than 0",
        "leaderElection: {enabled: true, retryPeriod: 0s} | leaderElection.retryPeriod: Invalid value: \"0s\": must be greater than 0",
        "leaderElection: {enabled: true, leaseDuration: 10s} | leaderElection.leaseDuration: Invalid value: \"10s\": must be greater than renewDeadline (10s)",
        "leaderElection: {enabled: true, leaseDuration: 15.5s} | leaderElection.leaseDuration: Invalid value: \"15.5s\": must be whole seconds: a Lease stores no fractions",
        "leaderElection: {enabled: true, retryPeriod: 5s} | leaderElection.renewDeadline: Invalid value: \"10s\": must be greater than 2.2 times retryPeriod (5s)",
        "leaderElection: {enabled: true, resourceLock: ''} | leaderElection.resourceLock: Required value: must not be empty",
        "leaderElection: {enabled: true, resourceLock: configmaps} | leaderElection.resourceLock: Unsupported value: \"configmaps\": supported values: \"leases\"",
        "leaderElection: {enabled: true, resourceName: ''} | leaderElection.resourceName: Required value: must not be empty",
        "server: {webhooks: {port: -1}} | server.webhooks.port: Invalid value: -1: must be between 0 and 65535",
        "server: {webhooks: {serviceName: ''}} | server.webhooks.serviceName: Required value: must not be empty",
        "server: {webhooks: {secretName: ' '}} | server.webhooks.secretName: Required value: must not be empty",
        "server: {webhooks: {url: 'http://127.0.0.1:9443'}} | server.webhooks.url: Invalid value: \"http://127.0.0.1:9443\": must be https, host and port, and no more",
        "server: {webhooks: {url: 'https://host/path'}} | server.webhooks.url: Invalid value: \"https://host/path\": must be https, host and port, and no more",
        "server: {webhooks: {url: 'https://a@host'}} | server.webhooks.url: Invalid value: \"https://a@host\": must be https, host and port, and no more",
        "server: {webhooks: {url: 'https:'}} | server.webhooks.url: Invalid value: \"https:\": must be https, host and port, and no more",
        "admission: {maxCliques: 0} | admission.maxCliques: Invalid value: 0: must be greater than 0",
        "admission: {maxPods: -1} | admission.maxPods: Invalid value: -1: must be greater than 0",
        "admission: {maxSetBytes: 0} | admission.maxSetBytes: Invalid value: 0: must be greater than 0",
        "server: {healthProbes: {port: 65536}} | server.healthProbes.port: Invalid value: 65536: must be between 0 and 65535",
        "server: {metrics: {port: 70000}} | server.metrics.port: Invalid value: 70000: must be between 0 and 65535",
        "controllers: {podCliqueSet: {concurrentSyncs: 0}} | controllers.podCliqueSet.concurrentSyncs: Invalid value: 0: must be greater than 0",
        "controllers: {podClique: {concurrentSyncs: -1}} | controllers.podClique.concurrentSyncs: Invalid value: -1: must be greater than 0",
        "controllers: {podCliqueScalingGroup: {concurrentSyncs: 0}} | controllers.podCliqueScalingGroup.concurrentSyncs: Invalid value: 0: must be greater than 0",
        "scheduler: {profiles: [{name: ' '}]} | scheduler.profiles[0].name: Required value: must not be empty",
        "scheduler: {profiles: [{}]} | scheduler.profiles[0].name: Required value: must not be empty",
        "scheduler: {profiles: [{name: slurm}]} | scheduler.profiles[0].name: Unsupported value: \"slurm\": supported values: \"default-scheduler\", \"kai-scheduler\", \"lpx-scheduler\", \"volcano\"",
        "scheduler: {profiles: [{name: volcano}, {name: volcano}]} | scheduler.profiles[1].name: Duplicate value: \"volcano\"",
        "scheduler: {profiles: [{name: volcano}], defaultProfileName: kai-scheduler} | scheduler.defaultProfileName: Invalid value: \"kai-scheduler\": must be the name of a configured profile",
        "scheduler: {profiles: [{name: volcano, config: {gangScheduling: true}}]} | scheduler.profiles[0].config.gangScheduling: Forbidden: only default-scheduler can be told to schedule gangs",
        "startup: {image: ''} | startup.image: Required value: must not be empty",
        "startup: {resources: {requests: {cpu: 100m}}} | startup.resources.requests.cpu: Invalid value: \"100m\": must be at most startup.resources.limits.cpu (10m)",
        "startup: {resources: {limits: {memory: lots}}} | startup.resources.limits.memory: Invalid value: \"lots\": must be a quantity such as 500m or 16Gi",
        "startup: {resources: {requests: {memory: -1Mi}}} | startup.resources.requests.memory: Invalid value: \"-1Mi\": must be at least 0",
        "startup: {resources: {requests: {cpus: 1m}}} | startup.resources.requests.cpus: unknown key, did you mean cpu?",
        "startup: {resources: {requests: {ephemeral-storage: 1Mi}, limits: {ephemeral-storage: 1Ki}}} | startup.resources.requests.ephemeral-storage: Invalid value: \"1Mi\": must be at most startup.resources.limits.ephemeral-storage (1Ki)",
        "clusterDomain: '' | clusterDomain: Invalid value: \"\": must be a DNS subdomain: lower-case letters, digits, '-' and '.', at most 253 characters",
        "clusterDomain: .local | clusterDomain: Invalid value: \".local\": must be a DNS subdomain: lower-case letters, digits, '-' and '.', at most 253 characters",
        "clusterDomain: cluster.local. | clusterDomain: Invalid value: \"cluster.local.\": must be a DNS subdomain: lower-case letters, digits, '-' and '.', at most 253 characters",
        "clusterDomain: Cluster.Local | clusterDomain: Invalid value: \"Cluster.Local\": must be a DNS subdomain: lower-case letters, digits, '-' and '.', at most 253 characters",
        "gangTermination: {defaultDelay: 0s} | gangTermination.defaultDelay: Invalid value: \"0s\": must be greater than 0",
      })
  void a_value_that_breaks_a_rule_is_refused(String yaml, String problem) {
    assertThat(problems(yaml)).containsExactly(problem);
  }

  @Test
  void periods_are_not_judged_while_leader_election_is_off() throws InvalidConfigurationException {
    LoadedConfiguration loaded = parse("leaderElection: {leaseDuration: 1s, resourceName: ''}");

    assertThat(loaded.configuration().leaderElection().enabled()).isFalse();
  }

  @Test
  void all_mistakes_are_told_at_once() {
    assertThat(
            problems(
                """
                logLvel: info
                logFormat: xml
                server: {metrics: {port: 70000}, healthProbes: {port: many}}
                leaderElection: {enabled: true, leaseDuration: soon, renewDeadline: 20s}
                """))
        .containsExactlyInAnyOrder(
            "logLvel: unknown key, did you mean logLevel?",
            "logFormat: Unsupported value: \"xml\": supported values: \"json\", \"text\"",
            "server.healthProbes.port: Invalid value: \"many\": must be an integer",
            "server.metrics.port: Invalid value: 70000: must be between 0 and 65535",
            "leaderElection.leaseDuration: Invalid value: \"soon\": time: invalid duration \"soon\"");
  }

  @Test
  void keys_of_grove_without_meaning_here_are_accepted_with_one_warning_each()
      throws InvalidConfigurationException {
    LoadedConfiguration loaded =
        parse(
            """
            runtimeClientConnection: {qps: 100, burst: 150}
            controllers: {podGang: {concurrentSyncs: 5}}
            debugging: {enableProfiling: true, pprofBindHost: 127.0.0.1, pprofBindPort: 2753}
            authorizer: {enabled: false, reconcilerServiceAccountUserName: "system:serviceaccount:a:b"}
            """);

    assertThat(loaded.configuration()).isEqualTo(ConfigurationFile.defaults().configuration());
    assertThat(loaded.warnings())
        .hasSize(6)
        .allMatch(warning -> warning.contains(": has no meaning here and is ignored: "))
        .extracting(warning -> warning.substring(0, warning.indexOf(':')))
        .containsExactlyInAnyOrder(
            "runtimeClientConnection",
            "controllers.podGang",
            "debugging.enableProfiling",
            "debugging.pprofBindHost",
            "debugging.pprofBindPort",
            "authorizer.reconcilerServiceAccountUserName");
  }

  @Test
  void a_switch_that_nobody_acts_on_in_the_end_is_accepted_with_a_warning()
      throws InvalidConfigurationException {
    assertThat(parse("topologyAwareScheduling: {enabled: true}").warnings())
        .containsExactly(
            "topologyAwareScheduling.enabled: PodGangs carry the constraints of their sets, but no"
                + " configured scheduler keeps them; kai-scheduler does, and default-scheduler"
                + " some of them with config.gangScheduling");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: kai-scheduler}",
        "{name: default-scheduler, config: {gangScheduling: true}}"
      })
  void a_switch_that_a_scheduler_acts_on_has_no_warning(String profile)
      throws InvalidConfigurationException {
    assertThat(
            parse(
                    """
                    topologyAwareScheduling: {enabled: true}
                    scheduler: {profiles: [%s]}
                    """
                        .formatted(profile))
                .warnings())
        .isEmpty();
  }

  @Test
  void switches_of_features_that_do_not_exist_yet_are_accepted_with_a_warning()
      throws InvalidConfigurationException {
    assertThat(parse("network: {autoMNNVLEnabled: true}").warnings())
        .containsExactly(
            "network.autoMNNVLEnabled: is not implemented in this version and has no effect");
  }

  @Test
  void without_profiles_the_stock_scheduler_is_the_only_one_and_the_default()
      throws InvalidConfigurationException {
    LoadedConfiguration loaded = parse("scheduler: {defaultProfileName: kai-scheduler}");

    assertThat(profileNames(loaded)).containsExactly("default-scheduler");
    assertThat(loaded.configuration().scheduler().defaultProfileName())
        .isEqualTo("default-scheduler");
    assertThat(loaded.warnings())
        .containsExactly(
            "scheduler.defaultProfileName: \"kai-scheduler\" is ignored, because no profile is"
                + " configured");
  }

  @Test
  void the_stock_scheduler_is_appended_to_profiles_without_it()
      throws InvalidConfigurationException {
    LoadedConfiguration loaded =
        parse("scheduler: {profiles: [{name: kai-scheduler}], defaultProfileName: kai-scheduler}");

    assertThat(profileNames(loaded)).containsExactly("kai-scheduler", "default-scheduler");
    assertThat(loaded.configuration().scheduler().defaultProfileName()).isEqualTo("kai-scheduler");
  }

  @Test
  void a_blank_default_profile_means_the_stock_scheduler() throws InvalidConfigurationException {
    LoadedConfiguration loaded =
        parse(
            "scheduler: {profiles: [{name: default-scheduler, config: {gangScheduling: true}}],"
                + " defaultProfileName: ' '}");

    assertThat(loaded.configuration().scheduler().defaultProfileName())
        .isEqualTo("default-scheduler");
    assertThat(loaded.configuration().scheduler().profiles().getFirst().config().gangScheduling())
        .isTrue();
  }

  @Test
  void a_file_must_say_what_it_is() {
    assertThat(problemsOf("logLevel: info"))
        .containsExactly(
            "apiVersion: Required value: must be operator.config.grove.io/v1alpha1",
            "kind: Required value: must be OperatorConfiguration");
    assertThat(problemsOf("apiVersion: v1\nkind: ConfigMap\n"))
        .containsExactly(
            "apiVersion: Unsupported value: \"v1\": supported values:"
                + " \"operator.config.grove.io/v1alpha1\"",
            "kind: Unsupported value: \"ConfigMap\": supported values: \"OperatorConfiguration\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- a\n- b\n", "text"})
  void a_file_that_is_no_object_is_refused(String yaml) {
    assertThat(problemsOf(yaml)).containsExactly("must be a YAML object");
  }

  @Test
  void a_syntax_error_is_told_with_its_line() {
    assertThat(problems("server: {port: 1\n"))
        .singleElement()
        .asString()
        .startsWith("is not valid YAML at line ");
  }

  @Test
  void a_key_given_twice_is_refused() {
    assertThat(problems("logLevel: info\nlogLevel: debug\n"))
        .singleElement()
        .asString()
        .contains("line 4", "logLevel");
  }

  @Test
  void a_file_that_is_not_there_is_said_to_be_missing(@TempDir Path folder) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> ConfigurationFile.read(folder.resolve("absent.yaml")))
        .satisfies(e -> assertThat(e.problems()).containsExactly("no such file"));
  }

  @Test
  void reads_a_file(@TempDir Path folder) throws IOException, InvalidConfigurationException {
    Path file = Files.writeString(folder.resolve("config.yaml"), HEADER + "logLevel: error\n");

    assertThat(ConfigurationFile.read(file).configuration().logLevel()).isEqualTo(LogLevel.ERROR);
  }

  private static List<String> profileNames(LoadedConfiguration loaded) {
    return loaded.configuration().scheduler().profiles().stream()
        .map(SchedulerConfiguration.Profile::name)
        .toList();
  }

  static LoadedConfiguration parse(String yaml) throws InvalidConfigurationException {
    return ConfigurationFile.parse(HEADER + yaml);
  }

  static List<String> problems(String yaml) {
    return problemsOf(HEADER + yaml);
  }

  private static List<String> problemsOf(String yaml) {
    return catchThrowableOfType(
            InvalidConfigurationException.class, () -> ConfigurationFile.parse(yaml))
        .problems();
  }
}
