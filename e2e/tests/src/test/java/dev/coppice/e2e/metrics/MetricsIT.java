package dev.coppice.e2e.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.Labels;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about metrics is true, and the figures are those that others count too. */
@OnCoppice
class MetricsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String BUILD_INFO = "coppice_build_info";

  /** Labels whose values appear when they are needed. */
  private static final Set<String> GROWING = Set.of("resource", "outcome", "version");

  /** Ten pods, and every kind of object that the operator makes. */
  private static final String MANIFEST =
      """
      apiVersion: grove.io/v1alpha1
      kind: PodCliqueSet
      metadata: {name: measured}
      spec:
        replicas: 1
        template:
          podCliqueScalingGroups:
          - {name: grp, replicas: 2, minAvailable: 1, cliqueNames: [leader, worker], scaleConfig: {minReplicas: 1, maxReplicas: 3}}
          cliques:
      """
          + clique("router", 2)
          + clique("leader", 1)
          + clique("worker", 3);

  @TempDir private Path directory;

  private static String clique(String name, int replicas) {
    return """
        - name: %s
          spec:
            replicas: %d
            minAvailable: 1
            podSpec: {containers: [{name: main, image: "registry.example/model:1"}]}
    """
        .formatted(name, replicas);
  }

  @Test
  void exposes_what_is_documented_and_nothing_else(
      Kubectl kubectl, TestNamespace namespace, SharedOperator operator) {
    MetricsPage page = MetricsPage.read();
    apply(kubectl);

    Scrape scrape = Scrape.of(operator.process().metricsUrl());

    assertThat(scrape.types())
        .isEqualTo(
            page.figures().stream()
                .collect(Collectors.toMap(Figure::name, Figure::type, (a, b) -> a, TreeMap::new)));
    for (Figure figure : page.figures()) {
      assertThat(scrape.of(figure))
          .as(figure.name())
          .isNotEmpty()
          .allSatisfy(sample -> assertThat(sample.labels()).containsOnlyKeys(figure.labels()));
    }
    scrape
        .labelValues()
        .forEach((label, values) -> {
          if (!GROWING.contains(label)) {
            assertThat(values).as(label).isEqualTo(page.labelValues().get(label));
          } else if (!label.equals("version")) {
            assertThat(page.labelValues().get(label)).as(label).containsAll(values);
          }
        });
    assertThat(scrape.labelValues().values().stream().flatMap(Set::stream))
        .doesNotContain(namespace.name(), "measured")
        .doesNotContainAnyElementsOf(names(kubectl));
  }

  @Test
  void counts_the_writes_that_the_API_server_was_asked_for(
      Kubectl kubectl, ControlPlane plane, SharedOperator operator) {
    operator.process().terminate();
    Instant from = Instant.now();
    operator.ensureRunning();
    apply(kubectl);
    kubectl.run("scale", "pcsg", "measured-0-grp", "--replicas=1");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          SortedMap<String, Long> audited =
              Writes.in(plane.auditLog())
                  .by(PlaneUser.OPERATOR)
                  .between(from, Instant.now())
                  .counts();
          assertThat(audited).containsKey("delete podcliques");
          assertThat(counted(operator.process())).isEqualTo(audited);
        });
    System.out.println(
        "writes counted by the operator and by the API server alike: "
            + counted(operator.process()));
  }

  @Test
  void shows_reconciles_and_objects_as_they_are(
      Kubectl kubectl, KubernetesClient client, SharedOperator operator, TestNamespace namespace) {
    apply(kubectl);
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: PodCliqueSet
        metadata: {name: training}
        spec:
          replicas: 1
          workloadType: Training
          template:
            cliques:
            - name: never-ready
              annotations: {sim/stuck: starting}
              spec: {replicas: 1, podSpec: {containers: [{name: main, image: "registry.example/model:1"}]}}
        """);
    await()
        .atMost(PATIENCE)
        .until(() -> !client.pods().withLabel(Labels.RESTART_ATTEMPT).list().getItems().isEmpty());
    String topology = namespace.name();
    kubectl.apply(
        """
        apiVersion: grove.io/v1alpha1
        kind: ClusterTopologyBinding
        metadata: {name: %s}
        spec: {levels: [{domain: zone, key: example.com/zone}]}
        """
            .formatted(topology));
    // Its pods are let go by a level of their own.
    kubectl.run("delete", "pcs", "training");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          Scrape scrape = Scrape.of(operator.process().metricsUrl());
          double pods =
              client
                  .pods()
                  .inAnyNamespace()
                  .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                  .list()
                  .getItems()
                  .size();
          assertThat(scrape.sum("coppice_objects", s -> s.label("kind").equals("pod")))
              .isEqualTo(pods);
          assertThat(scrape.sum("coppice_cache_objects", s -> s.label("kind").equals("pod")))
              .isEqualTo(pods);
          assertThat(
                  scrape.sum(
                      "coppice_objects",
                      s -> s.label("kind").equals("pod") && s.label("state").equals("ready")))
              .isEqualTo(10);
          assertThat(
                  scrape.sum(
                      "coppice_objects",
                      s -> s.label("kind").equals("podgang") && s.label("state").equals("running")))
              .isEqualTo(2);
          assertThat(scrape.sum("coppice_leader", s -> true)).isEqualTo(1);
          assertThat(scrape.sum("coppice_watch_lag_seconds_count", s -> true)).isPositive();
          for (String level : MetricsPage.read().labelValues().get("level")) {
            for (String series :
                Set.of(
                    "coppice_reconcile_queue_seconds_count",
                    "coppice_reconcile_phase_seconds_count",
                    "coppice_reconcile_rounds_sum")) {
              assertThat(scrape.sum(series, s -> s.label("level").equals(level)))
                  .as("%s of %s", series, level)
                  .isPositive();
            }
          }
          assertThat(
                  scrape.sum(
                      "coppice_reconcile_total",
                      s -> Set.of("unsettled", "failed").contains(s.label("result"))))
              .isZero();
        });
    kubectl.run("delete", "clustertopologybinding", topology);
  }

  @Test
  void a_webhook_process_exposes_what_is_documented_and_nothing_else(ControlPlane plane) {
    MetricsPage page = MetricsPage.read();
    try (OperatorProcess webhook =
        OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.WEBHOOK))
            .subcommand("webhook")
            .launch()) {
      // Nobody has registered it, so that it does not become ready.
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(
              () -> assertThat(Scrape.of(webhook.metricsUrl()).types()).containsKey(BUILD_INFO));

      Scrape scrape = Scrape.of(webhook.metricsUrl());

      SortedMap<String, String> documented =
          page.webhookFigures().stream()
              .collect(Collectors.toMap(Figure::name, Figure::type, (a, b) -> a, TreeMap::new));
      // Those that every process has.
      documented.put(BUILD_INFO, "gauge");
      documented.put("coppice_clock_offset_seconds", "gauge");
      documented.put("coppice_history_cuts_total", "counter");
      assertThat(scrape.types()).isEqualTo(documented);
      assertThat(scrape.labelValues().get("webhook")).isEqualTo(page.labelValues().get("webhook"));
      assertThat(page.labelValues().get("outcome"))
          .containsAll(scrape.labelValues().get("outcome"));
    }
  }

  private static void apply(Kubectl kubectl) {
    kubectl.apply(MANIFEST);
    kubectl.run("wait", "--for=condition=Available", "pcs/measured", "--timeout=90s");
  }

  private static Set<String> names(Kubectl kubectl) {
    String out =
        kubectl
            .run(
                "get",
                "pcs,pclq,pcsg,pg,pods,services,hpa",
                "-o",
                "jsonpath={.items[*].metadata.name}")
            .out();
    Set<String> names = Arrays.stream(out.split("\\s+")).collect(Collectors.toSet());
    assertThat(names).contains("measured-0-router");
    return names;
  }

  /** By verb and resource, as the audit log names them. */
  private static SortedMap<String, Long> counted(OperatorProcess process) {
    return Scrape.of(process.metricsUrl())
        .series("coppice_api_writes_total")
        .collect(
            Collectors.groupingBy(
                sample -> sample.label("verb") + " " + sample.label("resource"),
                TreeMap::new,
                Collectors.summingLong(sample -> (long) sample.value())));
  }
}
