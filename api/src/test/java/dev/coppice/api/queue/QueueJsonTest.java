package dev.coppice.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects that KAI and its users have written are read, and nothing of ours is added to them. */
class QueueJsonTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final String WRITTEN =
      """
      apiVersion: scheduling.run.ai/v2
      kind: Queue
      metadata:
        name: team-a
      spec:
        displayName: Team A
        parentQueue: dept-1
        resources:
          cpu: {quota: 1000.0, limit: -1.0, overQuotaWeight: 1.0}
          gpu: {quota: 0.5, limit: 8.0, overQuotaWeight: 0.0}
        priority: 150
        preemptMinRuntime: 10m
        reclaimMinRuntime: 1h0m0s
      status:
        conditions:
        - {type: OverQuota, status: "False", lastTransitionTime: "2026-01-02T03:04:05Z"}
        childQueues: [team-a1, team-a2]
        allocated: {cpu: "4", nvidia.com/gpu: "2"}
        requested: {cpu: "8", nvidia.com/gpu: "3"}
      """;

  @Test
  void everything_is_read_and_written_as_it_was() throws IOException {
    Queue queue = YAML.readValue(WRITTEN, Queue.class);

    assertThat(queue.getSpec().resources().gpu()).isEqualTo(new QueueResource(0.5, 8, 0));
    assertThat(queue.getStatus().conditions())
        .containsExactly(
            new QueueCondition(
                "OverQuota", "False", null, Instant.parse("2026-01-02T03:04:05Z"), null, null));
    assertThat(queue.getStatus().allocated())
        .isEqualTo(Map.of("cpu", new Quantity("4"), "nvidia.com/gpu", new Quantity("2")));
    JsonNode written = new ObjectMapper().valueToTree(queue);
    assertThat(written).isEqualTo(YAML.readTree(WRITTEN));
  }

  @Test
  void what_is_absent_reads_as_nothing() throws IOException {
    Queue queue = YAML.readValue("{metadata: {name: a}, spec: null}", Queue.class);

    assertThat(queue.specOrEmpty()).isEqualTo(QueueSpec.EMPTY);
    assertThat(queue.statusOrEmpty()).isEqualTo(QueueStatus.EMPTY);
    assertThat(YAML.readValue("{gpu: {quota: 1, limit: null}}", QueueResources.class))
        .isEqualTo(new QueueResources(null, new QueueResource(1, 0, 0), null));
  }
}
