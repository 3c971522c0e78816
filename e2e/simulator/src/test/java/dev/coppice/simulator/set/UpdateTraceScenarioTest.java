package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.clique.PodCliqueUpdateProgressBuilder;
import dev.coppice.api.clique.PodSelection;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgressBuilder;
import dev.coppice.api.group.ReplicaSelection;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What status tells of the pods and replicas that an update has replaced, however many they are.
 */
class UpdateTraceScenarioTest {

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @Test
  void keeps_the_newest_hundred_pods_of_a_clique() {
    List<String> earlier = IntStream.range(0, 100).mapToObj(i -> "pod-" + i).toList();
    Set<List<String>> seen = new LinkedHashSet<>();
    update.changeImage("new", "a");

    update.watch(() -> {
      PodSelection selection = podSelection();
      if (selection != null && selection.completed().isEmpty()) {
        put(new PodSelection(selection.current(), earlier));
      } else if (selection != null) {
        seen.add(selection.completed());
      }
    });

    assertThat(seen).isNotEmpty().allSatisfy(completed -> assertThat(completed).hasSize(100));
    List<String> last = new ArrayList<>(seen).getLast();
    assertThat(last.subList(0, 98)).isEqualTo(earlier.subList(2, 100));
    assertThat(last.subList(98, 100)).allMatch(name -> name.startsWith("s-0-a-"));
  }

  @Test
  void keeps_the_newest_hundred_replicas_of_a_group() {
    List<Integer> earlier = IntStream.range(0, 100).map(i -> i + 7).boxed().toList();
    Set<List<Integer>> seen = new LinkedHashSet<>();
    update.changeImage("new", "b");

    update.watch(() -> {
      ReplicaSelection selection = replicaSelection();
      if (selection != null && selection.completed().isEmpty()) {
        put(new ReplicaSelection(selection.current(), earlier));
      } else if (selection != null) {
        seen.add(selection.completed());
      }
    });

    assertThat(seen).isNotEmpty().allSatisfy(completed -> assertThat(completed).hasSize(100));
    List<Integer> last = new ArrayList<>(seen).getLast();
    assertThat(last.subList(0, 98)).isEqualTo(earlier.subList(2, 100));
    assertThat(last.subList(98, 100)).containsExactly(0, 1);
  }

  private PodSelection podSelection() {
    PodCliqueUpdateProgress progress = fixture.clique("s-0-a").statusOrEmpty().updateProgress();
    return progress == null ? null : progress.readyPodsSelectedToUpdate();
  }

  private ReplicaSelection replicaSelection() {
    PodCliqueScalingGroupUpdateProgress progress =
        fixture.group("s-0-x").statusOrEmpty().updateProgress();
    return progress == null ? null : progress.readyReplicaIndicesSelectedToUpdate();
  }

  private void put(PodSelection selection) {
    PodClique clique = fixture.clique("s-0-a");
    PodClique changed =
        clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                .updateProgress(
                    PodCliqueUpdateProgressBuilder.builder(clique.statusOrEmpty().updateProgress())
                        .readyPodsSelectedToUpdate(selection)
                        .build())
                .build());
    put(changed);
  }

  private void put(ReplicaSelection selection) {
    PodCliqueScalingGroup group = fixture.group("s-0-x");
    PodCliqueScalingGroup changed =
        group.withStatus(
            PodCliqueScalingGroupStatusBuilder.builder(group.statusOrEmpty())
                .updateProgress(
                    PodCliqueScalingGroupUpdateProgressBuilder.builder(
                            group.statusOrEmpty().updateProgress())
                        .readyReplicaIndicesSelectedToUpdate(selection)
                        .build())
                .build());
    put(changed);
  }

  private void put(HasMetadata changed) {
    fixture.cluster.apply(
        new Action.PutStatus(
            changed, false, Purpose.unannounced(ErrorCodes.SYNC_AUTOSCALER, "put", "status")));
  }
}
