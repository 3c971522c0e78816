package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.status.LastError;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the API server refuses is told once, tried again with patience, and forgotten when it is
 * over.
 */
@OnCoppice
class RefusalIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CLIQUE = "llm-0-prefill";

  /** A set and its four PodCliques. */
  private static final int CONTROLLED = 5;

  @Test
  @SideBySide
  void tells_that_a_quota_forbids_pods_and_goes_on_when_it_is_raised(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      SharedOperator operator) {
    Sets.allowPods(client, 2);
    Instant from = Instant.now();
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 4, 2)));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Sets.livePods(client, CLIQUE)).hasSize(2);
          assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().lastErrors())
              .singleElement()
              .returns(ErrorCodes.CREATE_POD, LastError::code)
              .matches(error -> error.description().contains("exceeded quota"));
        });
    // Patience shows only over time: it doubles from 50 ms.
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(from.plusSeconds(20)));
    assertThat(
            AtRest.writes(plane, namespace)
                .to("pods")
                .withVerb("create")
                .between(from, Instant.now())
                .count())
        .isLessThanOrEqualTo(30);
    assertThat(warnings(client)).hasSize(1);
    assertThat(operator.process().log()).doesNotContain("\tat ");

    Sets.allowPods(client, 10);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Sets.livePods(client, CLIQUE)).hasSize(4).allMatch(Sets::isReady);
          assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().lastErrors()).isEmpty();
        });
  }

  @Test
  @SideBySide
  void names_the_foreign_object_that_stands_in_its_place(Kubectl kubectl, KubernetesClient client) {
    kubectl.run("create", "service", "clusterip", "llm-0", "--tcp=80");
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 1, 1)));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.set(client, "llm").statusOrEmpty().lastErrors())
                .singleElement()
                .returns("ERR_FOREIGN_OBJECT", LastError::code)
                .matches(error -> error.description().contains("llm-0")));

    kubectl.run("delete", "service", "llm-0");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Sets.set(client, "llm").statusOrEmpty().lastErrors()).isEmpty());
    assertThat(client.services().withName("llm-0").get().getSpec().getClusterIP())
        .isEqualTo("None");
  }

  /** A clique that has no pods any more begins with the names that it began with before. */
  @Test
  @SideBySide
  void names_the_foreign_pod_that_has_the_name_of_one_of_its_own(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("prefill", 1, 1)));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Sets.livePods(client, CLIQUE)).hasSize(1).allMatch(Sets::isReady));
    String name = Sets.livePods(client, CLIQUE).getFirst().getMetadata().getName();
    kubectl.run("scale", "pclq", CLIQUE, "--replicas=0");
    await().atMost(PATIENCE).until(() -> client.pods().withName(name).get() == null);
    kubectl.run("run", name, "--image=registry.example/other:1", "--restart=Never");

    kubectl.run("scale", "pclq", CLIQUE, "--replicas=1");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().lastErrors())
                .singleElement()
                .returns("ERR_FOREIGN_OBJECT", LastError::code)
                .matches(error -> error.description().contains(name)));

    kubectl.run("delete", "pod", name);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Sets.livePods(client, CLIQUE)).hasSize(1).allMatch(Sets::isReady);
          assertThat(Sets.clique(client, CLIQUE).statusOrEmpty().lastErrors()).isEmpty();
        });
  }

  @ParameterizedTest
  @SideBySide
  @CsvSource({"podgang, llm-0", "hpa, llm-0-prefill"})
  void names_what_stands_where_a_gang_or_an_autoscaler_belongs(
      String kind, String name, Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(
        kind.equals("podgang")
            ? """
            apiVersion: scheduler.grove.io/v1alpha1
            kind: PodGang
            metadata: {name: llm-0}
            spec: {podgroups: []}
            """
            : """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: llm-0-prefill}
            spec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: other}}
            """);
    kubectl.apply(
        Sets.manifest("llm", 1, Sets.clique("prefill", 1, 1))
            .replace(
                "minAvailable: 1", "minAvailable: 1\n        autoScalingConfig: {maxReplicas: 2}"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(Sets.set(client, "llm").statusOrEmpty().lastErrors())
                .anyMatch(error ->
                    error.code().equals("ERR_FOREIGN_OBJECT")
                        && error.description().contains(name)));

    kubectl.run("delete", kind, name);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(Sets.set(client, "llm").statusOrEmpty().lastErrors()).isEmpty());
  }

  @Test
  @EndsUnsettled("the namespace is gone")
  void tries_no_create_twice_in_a_namespace_that_is_being_deleted(
      Kubectl kubectl,
      KubernetesClient client,
      ControlPlane plane,
      TestNamespace namespace,
      SharedOperator operator) {
    kubectl.apply(
        Sets.manifest("llm", 2, Sets.clique("prefill", 10, 5), Sets.clique("decode", 10, 5)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    await().atMost(PATIENCE).until(() -> client.pods().list().getItems().size() == 40);
    Instant from = Instant.now();
    int logged = operator.process().log().length();

    client.namespaces().withName(namespace.name()).delete();
    await()
        .atMost(PATIENCE)
        .until(() -> client.namespaces().withName(namespace.name()).get() == null);

    Writes refused =
        AtRest.writes(plane, namespace).between(from, Instant.now()).withVerb("create").refused();
    System.out.println(refused);
    assertThat(refused.requests())
        .extracting(request -> request.resource() + "/" + request.name())
        .doesNotHaveDuplicates();
    assertThat(refused.to("events").count()).isLessThanOrEqualTo(CONTROLLED);
    assertThat(operator.process().log().substring(logged)).doesNotContain("is being terminated");
  }

  private static List<Event> warnings(KubernetesClient client) {
    return client.v1().events().list().getItems().stream()
        .filter(event -> EventReasons.POD_CREATE_FAILED.equals(event.getReason()))
        .toList();
  }
}
