package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateOutlineTest {

  @Test
  void tells_how_far_sets_and_groups_have_come() {
    String outline =
        UpdateOutline.of(
            List.of(
                event(
                    "PodCliqueSet",
                    "name: a",
                    "status: {updatedReplicas: 1, updateProgress: {updateStartedAt: '1'}}"),
                event("PodCliqueScalingGroup", "name: a-0-x", "status: {updatedReplicas: 2}"),
                event("Service", "name: a-0", "spec: {}")));

    assertThat(outline.lines())
        .containsExactly(
            "group a-0-x 0/0 available, 2 updated, no update",
            "service a-0",
            "set a 0/0 available, 1 updated, update goes on");
  }

  @Test
  void tells_what_pods_are_made_from_and_whether_their_clique_asks_for_it() {
    String outline =
        UpdateOutline.of(
            List.of(
                event(
                    "PodClique",
                    "name: c, uid: c, labels: {grove.io/pod-template-hash: new}",
                    "spec: {podSpec: {%s}}, status: {updateProgress: {%s}}"
                        .formatted(version(2), "updateStartedAt: '1', updateEndedAt: '1'")),
                pod(0, 1, "old"),
                pod(1, 2, "new")));

    assertThat(outline.lines())
        .containsExactly(
            "clique c 0/0 ready, version 2, 0 updated, update ended",
            "pod c[0] not ready, version 1, outdated",
            "pod c[1] not ready, version 2, current");
  }

  private static RecordedEvent pod(int index, int version, String hash) {
    String labels =
        "grove.io/podclique: c, grove.io/podclique-pod-index: '%d', grove.io/pod-template-hash: %s"
            .formatted(index, hash);
    return event(
        "Pod",
        "name: c-%d, labels: {%s}, ownerReferences: [{controller: true, uid: c}]"
            .formatted(index, labels),
        "spec: {%s}".formatted(version(version)));
  }

  private static String version(int version) {
    return "containers: [{env: [{name: VERSION, value: '%d'}]}]".formatted(version);
  }

  private static RecordedEvent event(String kind, String metadata, String rest) {
    return RecordedEvent.of(
        ChangeType.ADDED,
        Serialization.unmarshal(
            "--- {kind: %s, metadata: {resourceVersion: '1', %s}, %s}"
                .formatted(kind, metadata, rest),
            JsonNode.class),
        Instant.EPOCH);
  }
}
