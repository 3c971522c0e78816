package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Pass;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.pod.PodCliquePlanner;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.validity.Validity;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that carry the label of a PodClique and that nobody controls. */
class OrphanPodsScenarioTest {

  private final CliqueScene scene = CliqueScene.running(3, 2);

  @Test
  void are_taken_back_by_one_look_and_a_patch_each() {
    scene.cluster.all(Pod.class).forEach(pod -> Orphaning.release(scene.cluster, pod));
    int earlier = scene.actions().size();

    scene.pass();

    assertThat(scene.actionsSince(earlier))
        .containsExactly("read PodClique", "patch Pod", "patch Pod", "patch Pod");
    assertThat(scene.cluster.all(Pod.class))
        .allMatch(pod -> Ownership.isControlledBy(pod, scene.clique()));
  }

  @Test
  void are_counted_before_any_is_made() {
    scene.scale(5);
    Orphaning.release(scene.cluster, scene.pod(1));

    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void stay_while_the_clique_is_being_deleted_unseen() {
    PodClique seen = scene.clique();
    Orphaning.begin(scene.cluster, scene.clique()).release();
    int earlier = scene.actions().size();

    passOver(seen, scene.cluster.all(HasMetadata.class).toList());

    assertThat(scene.actionsSince(earlier)).containsExactly("read PodClique");
  }

  @Test
  void are_not_deleted_for_a_dead_owner_that_has_let_them_go_unseen() {
    List<HasMetadata> before =
        scene.cluster.all(HasMetadata.class).filter(o -> !(o instanceof PodClique)).toList();
    PodClique old = scene.clique();
    Orphaning.begin(scene.cluster, old).release().end();
    PodClique next = new PodClique();
    next.setMetadata(new ObjectMetaBuilder(old.getMetadata()).withFinalizers(List.of()).build());
    next.setSpec(old.getSpec());
    scene.cluster.create(next);
    List<Integer> standing = scene.liveIndices();

    passOver(scene.clique(), before);

    assertThat(scene.liveIndices()).isEqualTo(standing);
    scene.pass();
    assertThat(scene.cluster.all(Pod.class))
        .hasSize(3)
        .allMatch(pod -> Ownership.isControlledBy(pod, scene.clique()));
  }

  @Test
  void leave_their_names_to_nobody_while_they_terminate() {
    Pod pod = scene.pod(0);
    Orphaning.release(scene.cluster, pod);
    scene.cluster.delete(pod);

    Pass.Result<PodClique> result = scene.pass();

    assertThat(result.end()).isEqualTo(Pass.End.SETTLED);
    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.pod(0).getMetadata().getName()).isNotEqualTo(pod.getMetadata().getName());
  }

  @Test
  void that_cannot_be_taken_back_keep_their_indices() {
    Orphaning.release(scene.cluster, scene.pod(0));
    scene.cluster.refuse(action -> CliqueScene.describe(action).equals("patch Pod"), 403, "no");

    scene.pass();
    scene.cluster.advance(Duration.ofSeconds(1));
    scene.pass();

    assertThat(scene.liveIndices()).containsExactly(0, 1, 2);
    assertThat(scene.status().readyReplicas()).isEqualTo(2);
    assertThat(scene.status().lastErrors()).hasSize(1);
    scene.cluster.refuseNothing();
    scene.pass();
    assertThat(Ownership.isControlledBy(scene.pod(0), scene.clique())).isTrue();
  }

  @Test
  void of_another_set_are_no_orphans_of_ours() {
    Pod stranger = scene.addPod("stranger", 7, scene.clique());
    scene.cluster.change(
        stranger,
        found -> {
          found
              .getMetadata()
              .setLabels(
                  Map.of(
                      Labels.MANAGED_BY, Labels.MANAGER,
                      Labels.PART_OF, "other",
                      Labels.POD_CLIQUE, CliqueScene.NAME));
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
    int earlier = scene.actions().size();

    scene.pass();

    assertThat(scene.actionsSince(earlier)).isEmpty();
  }

  private void passOver(PodClique seen, List<HasMetadata> beside) {
    List<HasMetadata> others = beside.stream().filter(o -> !(o instanceof PodClique)).toList();
    Pass.run(
        new PodCliquePlanner(
            SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard()),
        Snapshot.of(seen, Observed.of(others)),
        scene.cluster.clock(),
        scene.cluster::apply);
  }
}
