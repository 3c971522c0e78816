package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.SnapshotBuilder;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.update.UpdateState;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecountTest {

  private static final String HASH = "v1-aaaaaaaaaa";

  private final PodClique clique =
      TestYaml.read(
          """
          metadata:
            name: llm-0-prefill
            namespace: ai
            uid: clique-uid
            labels:
              app.kubernetes.io/part-of: llm
              grove.io/pod-template-hash: v1-aaaaaaaaaa
            ownerReferences:
            - {kind: PodCliqueSet, name: llm, uid: set-uid, controller: true}
          spec: {replicas: 2, minAvailable: 1, podSpec: {}}
          """,
          PodClique.class);

  @Test
  void counts_what_was_read_and_not_what_was_written_where_all_pods_were_seen() {
    assertThat(state(2, -5, TestPod.ready(0), TestPod.ready(1))).isEqualTo(UpdateState.CURRENT);
    assertThat(state(2, 2, TestPod.ready(0), TestPod.ready(1).outdated()))
        .isEqualTo(UpdateState.OUTDATED);
  }

  @ParameterizedTest
  @CsvSource({"2, -5", "2, 0", "2, 1", "2147483647, 2", "-1, -2147483648"})
  void believes_of_no_pod_that_it_is_outdated_because_it_is_written(int replicas, int updated) {
    assertThat(state(replicas, updated, TestPod.ready(0), TestPod.ready(1).phase("Failed")))
        .isEqualTo(UpdateState.UNKNOWN);
    assertThat(state(replicas, updated)).isEqualTo(UpdateState.UNKNOWN);
  }

  @Test
  void finds_one_outdated_pod_beside_another_that_is_not_seen() {
    assertThat(state(2, 2, TestPod.ready(0).outdated())).isEqualTo(UpdateState.OUTDATED);
  }

  @Test
  void leaves_current_what_was_current_though_a_pod_is_not_seen() {
    assertThat(state(2, 2, TestPod.ready(0))).isEqualTo(UpdateState.CURRENT);
  }

  private UpdateState state(int replicas, int updated, TestPod... pods) {
    clique.setStatus(
        PodCliqueStatusBuilder.builder()
            .replicas(replicas)
            .updatedReplicas(updated)
            .currentPodTemplateHash(HASH)
            .build());
    PodCliqueSet set =
        TestYaml.read("{metadata: {name: llm, namespace: ai, uid: set-uid}}", PodCliqueSet.class);
    LiveRead read = new LiveRead.ListOf(Pod.class, "ai", Map.of(Labels.PART_OF, "llm"));
    List<HasMetadata> observed =
        Stream.concat(Stream.of(clique), Stream.of(pods).map(this::owned))
            .map(HasMetadata.class::cast)
            .toList();
    Snapshot<PodCliqueSet> snapshot =
        SnapshotBuilder.builder(Snapshot.of(set, Observed.of(observed)))
            .readLive(Set.of(read))
            .build();
    return Recount.of(snapshot, TestPod.EPOCH)
        .observed()
        .get(PodClique.class, "ai", "llm-0-prefill")
        .map(counted -> UpdateState.of(counted, HASH))
        .orElseThrow();
  }

  private Pod owned(TestPod pod) {
    return new PodBuilder(pod.state().pod())
        .editMetadata()
        .withOwnerReferences(Ownership.controllerReference(clique))
        .endMetadata()
        .build();
  }
}
