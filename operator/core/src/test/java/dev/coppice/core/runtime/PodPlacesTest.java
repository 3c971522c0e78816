package dev.coppice.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodPlacesTest {

  private static final Instant NOW = at("11:00:00.7");

  private static Instant at(String time) {
    return Instant.parse("2026-01-02T" + time + "Z");
  }

  private static @Nullable Instant orNull(String time) {
    return time.equals("-") ? null : at(time);
  }

  private static String text(@Nullable Instant instant) {
    return instant == null ? "-" : instant.toString().substring(11, 19);
  }

  /** Each word is a pod: state, since when it has a node, and since when its container runs. */
  private static List<Pod> pods(String words) {
    List<Pod> pods = new ArrayList<>();
    for (String word : words.split(" ", -1)) {
      String[] parts = word.split(">", -1);
      pods.add(pod(pods.size(), parts[0], parts[1], parts[2]));
    }
    return pods;
  }

  private static Pod pod(int index, String state, String assigned, String running) {
    Pod pod =
        TestYaml.read(
            """
            metadata:
              name: p-%1$d
              namespace: ai
              uid: p-%1$d
              labels: {grove.io/podclique-pod-index: '%1$d'}
              ownerReferences: [{kind: PodClique, name: x-0-a, uid: x-0-a-uid, controller: true}]
            spec: {}
            status: {phase: %2$s, conditions: [], containerStatuses: []}
            """
                .formatted(
                    index,
                    switch (state) {
                      case "ended" -> "Succeeded";
                      case "pending" -> "Pending";
                      default -> "Running";
                    }),
            Pod.class);
    if (state.equals("going")) {
      pod.getMetadata().setDeletionTimestamp(NOW.toString());
    }
    if (!assigned.equals("-")) {
      pod.getSpec().setNodeName("node-1");
      if (!assigned.equals("?")) {
        pod.getStatus()
            .setConditions(
                List.of(
                    new PodConditionBuilder()
                        .withType("PodScheduled")
                        .withStatus("True")
                        .withLastTransitionTime(at(assigned).toString())
                        .build()));
      }
    }
    if (!running.equals("-")) {
      pod.getStatus()
          .setContainerStatuses(
              List.of(
                  new ContainerStatusBuilder()
                      .withNewState()
                      .withNewRunning(at(running).toString())
                      .endState()
                      .build()));
    }
    return pod;
  }

  private static PodClique clique(@Nullable Instant stored) {
    PodClique clique = new PodClique();
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    clique.setStatus(PodCliqueStatusBuilder.builder().assignedSince(stored).build());
    return clique;
  }

  @Test
  void pods_are_counted_as_they_are_and_not_as_the_template_says() {
    PodClique clique = clique(null);
    clique.setSpec(
        PodCliqueSpecBuilder.builder()
            .replicas(9)
            .podSpec(
                TestYaml.read(
                    "containers: [{name: m, resources: {requests: {cpu: 64}}}]", PodSpec.class))
            .build());
    List<PodState> live =
        Stream.of(
                requesting(pod(0, "up", "10:01:00", "10:02:00"), "cpu: 1, memory: 1Gi"),
                requesting(pod(1, "up", "10:01:00", "10:02:00"), "cpu: 3"),
                requesting(pod(2, "pending", "-", "-"), "cpu: 3, nvidia.com/gpu: 8"))
            .map(PodState::of)
            .toList();

    PodPlaces places = PodPlaces.of(clique, live, NOW);

    assertThat(places.requested().toString()).isEqualTo("{cpu=7, memory=1Gi, nvidia.com/gpu=8}");
    assertThat(places.allocated().toString()).isEqualTo("{cpu=4, memory=1Gi}");
  }

  private static Pod requesting(Pod pod, String requests) {
    pod.getSpec()
        .setContainers(
            List.of(
                TestYaml.read(
                    "{name: m, resources: {requests: {%s}}}".formatted(requests),
                    Container.class)));
    return pod;
  }

  @ParameterizedTest(name = "of a pod made at {0}, with {1} stored")
  @CsvSource({
    "10:00:00, -, 11:00:00",
    "10:00:00, 10:30:00, 10:30:00",
    "10:45:00, 10:30:00, 11:00:00",
    "10:00:00, 11:30:00, 11:00:00",
  })
  void a_start_that_is_still_to_come_counts_as_when_it_was_first_seen(
      String made, String stored, String running) {
    Pod ahead = pod(0, "up", "10:01:00", "11:04:00");
    ahead.getMetadata().setCreationTimestamp(at(made).toString());
    PodClique clique = clique(null);
    clique.setStatus(PodCliqueStatusBuilder.builder().runningSince(orNull(stored)).build());

    PodPlaces places = PodPlaces.of(clique, List.of(PodState.of(ahead)), NOW);

    assertThat(text(places.runningSince())).isEqualTo(running);
  }

  @ParameterizedTest(name = "of a pod with a node since {0}, with {1} stored and {2} told")
  @CsvSource({
    "10:01:00, 10:02:00, 10:03:00, 10:02:00",
    "10:01:00, 10:03:00, 10:02:00, 10:02:00",
    "10:02:30, 10:02:00, 10:03:00, 10:03:00",
    "10:01:00, -, 10:03:00, 10:03:00",
  })
  void a_start_does_not_move_when_the_instant_that_was_told_has_come(
      String assigned, String stored, String running, String since) {
    Pod pod = pod(0, "up", assigned, running);
    pod.getMetadata().setCreationTimestamp(at("10:00:00").toString());
    PodClique clique = clique(null);
    clique.setStatus(PodCliqueStatusBuilder.builder().runningSince(orNull(stored)).build());

    PodPlaces places = PodPlaces.of(clique, List.of(PodState.of(pod)), NOW);

    assertThat(text(places.runningSince())).isEqualTo(since);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none has a node                          | -     | pending>->-                             | -     | -     | false
          the first gets one                       | -     | pending>10:01:00>- pending>->-          | 10:01:00 | - | false
          two have one                             | -     | up>10:02:00>10:03:00 up>10:01:00>10:04:00 | 10:01:00 | 10:03:00 | false
          nobody says since when                   | -     | up>?>10:03:00                           | 11:00:00 | 10:03:00 | false
          its scheduler is ahead of time           | -     | pending>11:30:00>-                      | 11:00:00 | - | false
          the one that was first is gone           | 10:01:00 | up>10:40:00>10:41:00                 | 10:01:00 | 10:41:00 | false
          the one that has one goes                | 10:01:00 | going>10:01:00>10:02:00 pending>->-  | -     | -     | true
          the one that has one has ended           | 10:01:00 | ended>10:01:00>-                     | -     | -     | true
          another has a node meanwhile             | 10:01:00 | going>10:01:00>10:02:00 pending>10:59:00>- | 10:01:00 | - | false
          one that goes runs on                    | -     | going>10:01:00>10:02:00 up>10:05:00>10:06:00 | 10:05:00 | 10:06:00 | false
          """)
  void a_clique_has_places_from_its_first_node_to_the_loss_of_the_last(
      String story, String stored, String pods, String assigned, String running, boolean lost) {
    PodClique clique = clique(orNull(stored));
    List<PodState> live = pods(pods).stream().map(PodState::of).filter(PodState::live).toList();

    PodPlaces places = PodPlaces.of(clique, live, NOW);

    assertThat(text(places.assignedSince())).isEqualTo(assigned);
    assertThat(text(places.runningSince())).isEqualTo(running);
    assertThat(PodPlaces.areLost(clique, live)).isEqualTo(lost);
  }

  @ParameterizedTest
  @CsvSource({
    "pending>->-, -",
    "up>10:01:00>10:02:00, a",
    "pending>->- up>10:01:00>10:02:00 up>10:03:00>10:04:00, b",
    "going>10:01:00>10:02:00 up>10:03:00>10:04:00, b",
    "ended>10:01:00>- pending>10:03:00>-, b",
  })
  void the_pool_is_that_of_the_node_of_the_oldest_pod_that_has_one(String pods, String expected) {
    List<Pod> all = pods(pods);
    for (int index = 0; index < all.size(); index++) {
      all.get(index).getMetadata().setCreationTimestamp(at("10:00:0" + index).toString());
      if (all.get(index).getSpec().getNodeName() != null) {
        all.get(index).getSpec().setNodeName("abc".substring(index, index + 1));
      }
    }
    List<PodState> live = all.reversed().stream().map(PodState::of).filter(PodState::live).toList();

    assertThat(PodPlaces.nodePool(live, Optional::of).orElse("-")).isEqualTo(expected);
    assertThat(PodPlaces.nodePool(live, _ -> Optional.empty())).isEmpty();
  }
}
