package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutlineTest {

  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";

  @Test
  void tells_what_is_asked_for_and_what_is_there() {
    String outline =
        Outline.of(
            List.of(
                object("PodCliqueSet", "a", "spec: {replicas: 2}, status: {availableReplicas: 1}"),
                object("PodCliqueScalingGroup", "a-0-x", "spec: {replicas: 3}"),
                object("PodClique", "a-0-b", "spec: {replicas: 4}, status: {readyReplicas: 4}"),
                object(
                    "PodGang",
                    "a-0",
                    "spec: {podgroups: [{name: a-0-b, minReplicas: 2, podReferences: [{}, {}]}]}"),
                object("Service", "a-0", "spec: {}")));

    assertThat(outline.lines())
        .containsExactly(
            "clique a-0-b 4/4 ready",
            "gang a-0: a-0-b 2/2",
            "group a-0-x 0/3 available",
            "service a-0",
            "set a 1/2 available");
  }

  @Test
  void names_pods_by_clique_and_index_and_counts_each() {
    String outline =
        Outline.of(Stream.of("one", "other").map(name -> pod(name, "", READY)).toList());

    assertThat(outline.lines()).containsExactly("pod c[0] ready", "pod c[0] ready");
  }

  @Test
  void takes_no_pod_for_ready_that_is_on_its_way_out() {
    String outline =
        Outline.of(List.of(pod("one", ", deletionTimestamp: 2026-01-01T00:00:00Z", READY)));

    assertThat(outline).isEqualTo("pod c[0] not ready, terminating");
  }

  private static RecordedEvent pod(String name, String metadata, String status) {
    return event(
        "kind: Pod, metadata: {name: %s, uid: %1$s, resourceVersion: '1', labels: {%s}%s}, status: {%s}"
            .formatted(
                name,
                "grove.io/podclique: c, grove.io/podclique-pod-index: '0'",
                metadata,
                status));
  }

  private static RecordedEvent object(String kind, String name, String rest) {
    return event(
        "kind: %s, metadata: {name: %s, uid: %2$s, resourceVersion: '1'}, %s"
            .formatted(kind, name, rest));
  }

  private static RecordedEvent event(String yaml) {
    return RecordedEvent.of(
        ChangeType.ADDED,
        Serialization.unmarshal("--- {" + yaml + "}", JsonNode.class),
        Instant.EPOCH);
  }
}
