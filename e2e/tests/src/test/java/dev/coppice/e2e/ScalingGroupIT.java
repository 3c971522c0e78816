package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.nodes.SimAnnotations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Cliques that scale together: their objects, their gangs, and every way to scale them. */
@OnCoppice
class ScalingGroupIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String UNTIL_AVAILABLE = "--for=condition=Available";

  @Test
  void puts_all_replicas_that_a_group_needs_into_one_gang(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Workload.WORKLOAD1.manifest());
    kubectl.run("wait", UNTIL_AVAILABLE, "pcs/workload1", "--timeout=90s");

    assertThat(gangs(client))
        .containsExactly(
            Map.entry(
                "workload1-0",
                List.of(
                    "workload1-0-pc-a min 2 of 2",
                    "workload1-0-sg-x-0-pc-b min 1 of 1",
                    "workload1-0-sg-x-0-pc-c min 3 of 3",
                    "workload1-0-sg-x-1-pc-b min 1 of 1",
                    "workload1-0-sg-x-1-pc-c min 3 of 3")));
  }

  @Test
  void gives_each_replica_that_a_group_can_do_without_a_gang_of_its_own(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Workload.WORKLOAD2.manifest());
    kubectl.run("wait", UNTIL_AVAILABLE, "pcs/workload2", "--timeout=90s");

    assertThat(gangs(client))
        .containsExactly(
            Map.entry(
                "workload2-0",
                List.of(
                    "workload2-0-pc-a min 1 of 2",
                    "workload2-0-sg-x-0-pc-b min 1 of 1",
                    "workload2-0-sg-x-0-pc-c min 1 of 3")),
            Map.entry(
                "workload2-0-sg-x-0",
                List.of(
                    "workload2-0-sg-x-1-pc-b min 1 of 1", "workload2-0-sg-x-1-pc-c min 1 of 3")));
  }

  @Test
  void takes_replicas_out_of_the_gang_and_back_when_a_group_is_scaled_below_its_minimum(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Workload.WORKLOAD1.manifest());
    kubectl.run("wait", UNTIL_AVAILABLE, "pcs/workload1", "--timeout=90s");
    Map<String, List<String>> whole = gangs(client);

    kubectl.run("scale", "pcsg", "workload1-0-sg-x", "--replicas=1");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(gangs(client))
              .containsExactly(
                  Map.entry(
                      "workload1-0",
                      List.of(
                          "workload1-0-pc-a min 2 of 2",
                          "workload1-0-sg-x-0-pc-b min 1 of 1",
                          "workload1-0-sg-x-0-pc-c min 3 of 3")));
          assertThat(readyPods(client)).doesNotContainKey("workload1-0-sg-x-1-pc-b");
        });

    kubectl.run("scale", "pcsg", "workload1-0-sg-x", "--replicas=2");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(gangs(client)).isEqualTo(whole);
          assertThat(readyPods(client)).containsEntry("workload1-0-sg-x-1-pc-c", 3);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "WORKLOAD1, 1, BEFORE",
    "WORKLOAD1, 1, AFTER",
    "WORKLOAD2, 0, BEFORE",
    "WORKLOAD2, 0, AFTER"
  })
  void ends_right_when_a_group_is_scaled_below_its_minimum_before_its_gang_exists_and_back(
      Workload workload, int below, Back back, Kubectl kubectl, KubernetesClient client) {
    String group = workload.set() + "-0-sg-x";
    forbidGangs(client);
    kubectl.apply(workload.manifest());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(Sets.set(client, workload.set()).statusOrEmpty().lastErrors())
              .anyMatch(error -> error.code().equals(ErrorCodes.CREATE_OR_PATCH_POD_GANG));
          assertThat(client.resources(PodClique.class).list().getItems()).hasSize(5);
        });

    kubectl.run("scale", "pcsg", group, "--replicas=" + below);
    awaitCliques(client, 1 + 2 * below);
    if (back == Back.BEFORE) {
      kubectl.run("scale", "pcsg", group, "--replicas=2");
      awaitCliques(client, 5);
    }
    assertThat(gangs(client)).isEmpty();
    assertThat(client.pods().list().getItems()).isEmpty();
    client.resourceQuotas().delete();
    if (back == Back.AFTER) {
      kubectl.run("wait", UNTIL_AVAILABLE, "pcs/" + workload.set(), "--timeout=90s");
      Map<String, List<String>> gangs = gangs(client);
      assertThat(gangs.keySet()).containsExactly(workload.set() + "-0");
      assertThat(gangs.get(workload.set() + "-0")).hasSize(1 + 2 * below);
      kubectl.run("scale", "pcsg", group, "--replicas=2");
    }

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(readyPods(client).values().stream().mapToInt(Integer::intValue).sum())
              .isEqualTo(10);
          // Nobody waits for the end of an error: it is written at the trailing edge.
          assertThat(Sets.set(client, workload.set()).statusOrEmpty().lastErrors()).isEmpty();
        });
    assertThat(gangs(client).keySet())
        .hasSize(workload == Workload.WORKLOAD1 ? 1 : 2)
        .first()
        .isEqualTo(workload.set() + "-0");
  }

  /** When the group is scaled back: before its gang exists, or after. */
  enum Back {
    BEFORE,
    AFTER
  }

  private static void forbidGangs(KubernetesClient client) {
    String counted = "count/podgangs.scheduler.grove.io";
    client
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("gangs")
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of(counted, new Quantity("0")))
                .endSpec()
                .build())
        .create();
    await()
        .atMost(PATIENCE)
        .until(() -> {
          var status = client.resourceQuotas().withName("gangs").get().getStatus();
          return status.getHard() != null && status.getHard().containsKey(counted);
        });
  }

  private static void awaitCliques(KubernetesClient client, int count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(client.resources(PodClique.class).list().getItems()).hasSize(count));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void counts_exactly_whatever_is_scaled_in_whatever_order_while_pods_are_starting(
      List<String> order, Kubectl kubectl, KubernetesClient client) {
    String slow = SimAnnotations.START_DELAY + ": 400ms";
    kubectl.apply(Workload.WORKLOAD2.manifest(clique -> slow, ""));
    awaitPresent(client, PodCliqueScalingGroup.class, "workload2-0-sg-x");
    awaitPresent(client, PodClique.class, "workload2-0-pc-a");
    Map<String, List<String>> steps =
        Map.of(
            "pcs", List.of("workload2", "3", "2"),
            "pcsg", List.of("workload2-0-sg-x", "4", "3"),
            "pclq", List.of("workload2-0-pc-a", "5", "3"));

    for (int step : List.of(1, 2)) {
      for (String kind : order) {
        kubectl.run(
            "scale", kind, steps.get(kind).getFirst(), "--replicas=" + steps.get(kind).get(step));
      }
    }

    Map<String, Integer> expected = new TreeMap<>();
    expected.put("workload2-0-pc-a", 3);
    expected.put("workload2-1-pc-a", 2);
    for (String replica : List.of("0-sg-x-0", "0-sg-x-1", "0-sg-x-2", "1-sg-x-0", "1-sg-x-1")) {
      expected.put("workload2-%s-pc-b".formatted(replica), 1);
      expected.put("workload2-%s-pc-c".formatted(replica), 3);
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(readyPods(client)).isEqualTo(expected);
          assertThat(client.pods().list().getItems()).hasSize(25);
          assertThat(names(client.resources(PodClique.class).list().getItems()))
              .containsExactlyInAnyOrderElementsOf(expected.keySet());
          assertThat(gangs(client).keySet())
              .containsExactly(
                  "workload2-0",
                  "workload2-0-sg-x-0",
                  "workload2-0-sg-x-1",
                  "workload2-1",
                  "workload2-1-sg-x-0");
          assertThat(group(client, "workload2-0-sg-x").statusOrEmpty().availableReplicas())
              .isEqualTo(3);
          assertThat(Sets.set(client, "workload2").statusOrEmpty().availableReplicas())
              .isEqualTo(2);
        });
  }

  static Stream<List<String>> orders() {
    return Stream.of(
            "pcs pcsg pclq",
            "pcs pclq pcsg",
            "pcsg pcs pclq",
            "pcsg pclq pcs",
            "pclq pcs pcsg",
            "pclq pcsg pcs")
        .map(order -> Arrays.asList(order.split(" ")));
  }

  @Test
  void puts_a_deleted_group_back_with_everything_below_it(
      Kubectl kubectl, KubernetesClient client) {
    kubectl.apply(Workload.WORKLOAD2.manifest());
    // Available asks for minAvailable only: the scaled gang may still be starting then.
    Map<String, Integer> whole =
        Map.of(
            "workload2-0-pc-a", 2,
            "workload2-0-sg-x-0-pc-b", 1,
            "workload2-0-sg-x-0-pc-c", 3,
            "workload2-0-sg-x-1-pc-b", 1,
            "workload2-0-sg-x-1-pc-c", 3);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(readyPods(client)).isEqualTo(whole));
    String first = group(client, "workload2-0-sg-x").getMetadata().getUid();

    kubectl.run("delete", "pcsg", "workload2-0-sg-x");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(group(client, "workload2-0-sg-x").getMetadata().getUid()).isNotEqualTo(first);
          assertThat(readyPods(client)).isEqualTo(whole);
          assertThat(gangs(client).keySet()).containsExactly("workload2-0", "workload2-0-sg-x-0");
        });
  }

  private static void awaitPresent(
      KubernetesClient client, Class<? extends HasMetadata> kind, String name) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> client.resources(kind).withName(name).get() != null);
  }

  private static PodCliqueScalingGroup group(KubernetesClient client, String name) {
    PodCliqueScalingGroup group =
        client.resources(PodCliqueScalingGroup.class).withName(name).get();
    assertThat(group).as(name).isNotNull();
    return group;
  }

  /** Each gang with its groups: what they are called, what they need and what they name. */
  private static Map<String, List<String>> gangs(KubernetesClient client) {
    return client.resources(PodGang.class).list().getItems().stream()
        .collect(
            Collectors.toMap(
                gang -> gang.getMetadata().getName(),
                gang -> gang.getSpec().podgroups().stream().map(ScalingGroupIT::line).toList(),
                (one, other) -> one,
                TreeMap::new));
  }

  private static String line(PodGroup group) {
    return "%s min %d of %d"
        .formatted(group.name(), group.minReplicas(), group.podReferences().size());
  }

  private static Map<String, Integer> readyPods(KubernetesClient client) {
    return client.pods().list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(Sets::isReady)
        .collect(
            Collectors.toMap(
                pod -> pod.getMetadata().getLabels().get(Labels.POD_CLIQUE),
                pod -> 1,
                Integer::sum,
                TreeMap::new));
  }

  private static List<String> names(Collection<? extends HasMetadata> objects) {
    return objects.stream().map(object -> object.getMetadata().getName()).toList();
  }
}
