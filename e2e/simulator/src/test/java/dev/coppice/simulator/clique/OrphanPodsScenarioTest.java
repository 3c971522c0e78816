package dev.coppice.simulator.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.simulator.model.FieldEdit;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pods that carry the label of a PodClique and that nobody controls. */
class OrphanPodsScenarioTest {

  private final CliqueFixture fixture = CliqueFixture.running(3, 2);

  @Test
  void are_taken_back_by_one_look_and_a_patch_each() {
    fixture.cluster.all(Pod.class).forEach(pod -> Orphaning.release(fixture.cluster, pod));
    int earlier = fixture.actions().size();

    fixture.reconcile();

    assertThat(fixture.actionsSince(earlier))
        .containsExactly("read PodClique", "patch Pod", "patch Pod", "patch Pod");
    assertThat(fixture.cluster.all(Pod.class))
        .allMatch(pod -> Ownership.isControlledBy(pod, fixture.clique()));
  }

  @Test
  void are_counted_before_any_is_made() {
    fixture.scale(5);
    Orphaning.release(fixture.cluster, fixture.pod(1));

    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void stay_while_the_clique_is_being_deleted_unseen() {
    PodClique seen = fixture.clique();
    Orphaning.begin(fixture.cluster, fixture.clique()).release();
    int earlier = fixture.actions().size();

    reconcile(seen, fixture.cluster.all(HasMetadata.class).toList());

    assertThat(fixture.actionsSince(earlier)).containsExactly("read PodClique");
  }

  @Test
  void are_not_deleted_for_a_dead_owner_that_has_let_them_go_unseen() {
    List<HasMetadata> before =
        fixture.cluster.all(HasMetadata.class).filter(o -> !(o instanceof PodClique)).toList();
    PodClique old = fixture.clique();
    Orphaning.begin(fixture.cluster, old).release().end();
    PodClique next = new PodClique();
    next.setMetadata(new ObjectMetaBuilder(old.getMetadata()).withFinalizers(List.of()).build());
    next.setSpec(old.getSpec());
    fixture.cluster.create(next);
    List<Integer> standing = fixture.liveIndices();

    reconcile(fixture.clique(), before);

    assertThat(fixture.liveIndices()).isEqualTo(standing);
    fixture.reconcile();
    assertThat(fixture.cluster.all(Pod.class))
        .hasSize(3)
        .allMatch(pod -> Ownership.isControlledBy(pod, fixture.clique()));
  }

  @Test
  void leave_their_names_to_nobody_while_they_terminate() {
    Pod pod = fixture.pod(0);
    Orphaning.release(fixture.cluster, pod);
    fixture.cluster.delete(pod);

    Reconcile.Result<PodClique> result = fixture.reconcile();

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.pod(0).getMetadata().getName()).isNotEqualTo(pod.getMetadata().getName());
  }

  @Test
  void leave_their_names_to_nobody_where_somebody_has_written_over_their_owner() {
    Pod pod = fixture.pod(0);
    writeOwner(pod);

    comeToRestBeside(pod);
  }

  @Test
  void leave_their_names_to_nobody_while_they_hang_under_an_owner_that_somebody_has_written() {
    Pod pod = fixture.pod(0);
    fixture.cluster.delete(pod);
    writeOwner(pod);

    comeToRestBeside(pod);
  }

  private void comeToRestBeside(Pod pod) {
    assertThat(fixture.reconcile().end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.pod(0).getMetadata().getName()).isNotEqualTo(pod.getMetadata().getName());
    int earlier = fixture.actions().size();
    fixture.reconcile();
    assertThat(fixture.actionsSince(earlier)).isEmpty();
  }

  private void writeOwner(Pod pod) {
    new FieldEdit(
            "Pod",
            pod.getMetadata().getName(),
            "/metadata/ownerReferences/0/uid",
            Optional.of("\"another\""))
        .commit(fixture.cluster);
  }

  @Test
  void that_cannot_be_taken_back_keep_their_indices() {
    Orphaning.release(fixture.cluster, fixture.pod(0));
    fixture.cluster.refuse(action -> CliqueFixture.describe(action).equals("patch Pod"), 403, "no");

    fixture.reconcile();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.reconcile();

    assertThat(fixture.liveIndices()).containsExactly(0, 1, 2);
    assertThat(fixture.status().readyReplicas()).isEqualTo(2);
    assertThat(fixture.status().lastErrors()).hasSize(1);
    fixture.cluster.refuseNothing();
    fixture.reconcile();
    assertThat(Ownership.isControlledBy(fixture.pod(0), fixture.clique())).isTrue();
  }

  @Test
  void of_another_set_are_no_orphans_of_ours() {
    Pod stranger = fixture.addPod("stranger", 7, fixture.clique());
    fixture.cluster.change(
        stranger,
        found -> {
          found
              .getMetadata()
              .setLabels(
                  Map.of(
                      Labels.MANAGED_BY, Labels.MANAGER,
                      Labels.PART_OF, "other",
                      Labels.POD_CLIQUE, CliqueFixture.NAME));
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
    int earlier = fixture.actions().size();

    fixture.reconcile();

    assertThat(fixture.actionsSince(earlier)).isEmpty();
  }

  private void reconcile(PodClique seen, List<HasMetadata> beside) {
    List<HasMetadata> others = beside.stream().filter(o -> !(o instanceof PodClique)).toList();
    Reconcile.run(
        new PodCliquePlanner(
            SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard()),
        Snapshot.of(seen, Observed.of(others)),
        fixture.cluster.clock(),
        fixture.cluster::apply);
  }
}
