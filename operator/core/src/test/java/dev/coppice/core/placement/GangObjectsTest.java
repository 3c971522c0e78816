package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.kai.KaiPodGroup;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the PodGroup by which KAI is told of one gang. */
class GangObjectsTest {

  private static final String OURS =
      "ownerReferences: [{kind: PodGang, name: x-0, uid: gang-uid, controller: true}],";
  private static final String QUEUE = "kai.scheduler/queue: q";
  private static final String FOREIGN =
      "ownerReferences: [{kind: Job, name: x-0, uid: job-uid, controller: true}],";

  private static PodGang gang() {
    return TestYaml.read(
        """
        metadata: {name: x-0, namespace: ai, uid: gang-uid, labels: {a: b}, annotations: {n: x}}
        spec: {podgroups: [{name: x-0-a, podReferences: [], minReplicas: 2}]}
        """,
        PodGang.class);
  }

  private static PodCliqueSet set(String labels) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: ai, uid: set-uid, labels: {%s}}
        spec: {replicas: 1, template: {cliques: []}}
        """
            .formatted(labels),
        PodCliqueSet.class);
  }

  private static KaiPodGroup group(String name, String owner, int minMember) {
    return TestYaml.read(
        """
        metadata: {name: %1$s, namespace: ai, uid: u, %2$s labels: {a: b}, annotations: {n: x}}
        spec: {minMember: %3$d, queue: q, subGroups: [{name: x-0-a, minMember: 2}]}
        """
            .formatted(name, owner, minMember),
        KaiPodGroup.class);
  }

  private static Snapshot<PodCliqueSet> seeing(String labels, HasMetadata... there) {
    return Snapshot.of(set(labels), Observed.of(List.of(there)));
  }

  private static List<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    return new GangObjects(new KaiScheduler(), snapshot).plan(gang(), snapshot.primary()).toList();
  }

  private static List<Action> plan(String labels, HasMetadata... there) {
    return plan(seeing(labels, there));
  }

  private static List<Action> plan(HasMetadata... there) {
    return plan(QUEUE, there);
  }

  @Test
  void it_is_made_with_the_gang_as_its_owner() {
    assertThat(plan())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Create.class,
            create ->
                assertThat(create.object().getMetadata().getOwnerReferences())
                    .singleElement()
                    .matches(owner -> owner.getUid().equals("gang-uid") && owner.getController()));
  }

  @Test
  void it_is_left_alone_at_rest_and_brought_into_shape_otherwise() {
    assertThat(plan(group("x-0", OURS, 2))).isEmpty();
    assertThat(plan(group("x-0", OURS, 1)))
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().toString())
                    .isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/minMember\",\"value\":2}]"));
  }

  @Test
  void one_that_is_wanted_no_more_goes() {
    assertThat(plan(group("x-0", OURS, 2), group("old", OURS, 2)))
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Delete.class, delete -> assertThat(delete.target().name()).isEqualTo("old"));
  }

  @Test
  void one_of_somebody_else_is_in_the_way_and_named() {
    KaiPodGroup theirs = group("x-0", FOREIGN, 2);
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE, theirs);
    List<Action> refused = plan(snapshot);
    assertThat(refused).singleElement().isInstanceOf(Action.Create.class);

    Snapshot<PodCliqueSet> answered =
        snapshot.with(List.of(new Answer(refused.getFirst(), new Outcome.AlreadyExists(theirs))));

    assertThat(answered.failures().reasons())
        .extracting(Failures.Failure::description)
        .singleElement()
        .asString()
        .endsWith("exists and belongs to Job x-0");
  }

  @Test
  void one_that_the_watch_has_not_brought_yet_is_no_failure() {
    KaiPodGroup made = group("x-0", OURS, 2);
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE);

    Snapshot<PodCliqueSet> answered =
        snapshot.with(
            List.of(new Answer(plan(snapshot).getFirst(), new Outcome.AlreadyExists(made))));

    assertThat(answered.failures().reasons()).isEmpty();
    assertThat(plan(answered)).isEmpty();
  }

  @Test
  void one_that_nobody_owns_any_more_is_taken_back_after_a_look_at_the_gang() {
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE, group("x-0", "", 2), gang());
    List<Action> look = plan(snapshot);
    assertThat(look)
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Read.class,
            read ->
                assertThat(read.queries()).containsExactly(new LiveRead.Get(ObjectKey.of(gang()))));

    assertThat(
            plan(
                snapshot.with(
                    List.of(new Answer(look.getFirst(), new Outcome.Found(List.of(gang())))))))
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().toString())
                    .contains("/metadata/ownerReferences", "gang-uid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {OURS, FOREIGN, ""})
  void nothing_happens_to_it_while_the_gang_cannot_be_told(String owner) {
    assertThat(plan("no: queue", group("x-0", owner, 1))).isEmpty();
    assertThat(plan("no: queue")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"kai-scheduler, site", "volcano, dc"})
  void it_names_the_topology_that_its_scheduler_knows(String listed, String named) {
    PodGang gang =
        TestYaml.read(
            """
            metadata:
              {name: x-0, namespace: ai, uid: gang-uid, annotations: {grove.io/topology-name: dc}}
            spec:
              podgroups: [{name: x-0-a, podReferences: [], minReplicas: 2}]
              topologyConstraint: {packConstraint: {required: rack}}
            """,
            PodGang.class);
    ClusterTopologyBinding binding =
        TestYaml.read(
            """
            metadata: {name: dc}
            spec:
              levels: [{domain: rack, key: rack}]
              schedulerTopologyBindings: [{schedulerName: %s, topologyReference: site}]
            """
                .formatted(listed),
            ClusterTopologyBinding.class);
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE, binding);

    assertThat(new GangObjects(new KaiScheduler(), snapshot).plan(gang, snapshot.primary()))
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Create.class,
            create ->
                assertThat(
                        ((KaiPodGroup) create.object()).getSpec().topologyConstraint().topology())
                    .isEqualTo(named));
  }

  private static PlacedGroup placed(String name, String owner, String labels) {
    return TestYaml.read(
        """
        metadata: {name: %s, namespace: ai, uid: u, resourceVersion: '7', %s labels: {%s}}
        spec: {schedulingPolicy: {gang: {minCount: 2}}}
        """
            .formatted(name, owner, labels),
        PlacedGroup.class);
  }

  private static final PodGang NATIVE =
      TestYaml.read(
          """
          metadata: {name: x-0, namespace: ai, uid: gang-uid, labels: {app.kubernetes.io/part-of: x}}
          spec: {podgroups: []}
          status:
            podGroups:
            - {name: x-0-y, minCount: 2, podCliques: [{name: x-0-a, uid: a, members: 2}]}
          """,
          PodGang.class);

  @Test
  void labels_that_were_taken_from_a_placed_group_are_put_back() {
    Snapshot<PodCliqueSet> snapshot = seeing("", placed("x-0-y", OURS, "a: b"));
    GangObjects objects = new GangObjects(new NativeGangs(true), snapshot);

    assertThat(objects.plan(NATIVE, snapshot.primary()))
        .singleElement()
        .isInstanceOfSatisfying(
            Action.Patch.class,
            patch ->
                assertThat(patch.operations().toString())
                    .isEqualTo(
                        "[{\"op\":\"add\",\"path\":\"/metadata/labels/app.kubernetes.io~1part-of\",\"value\":\"x\"}]"));
  }

  @ParameterizedTest
  @CsvSource({
    "x-0-old, '', x, true",
    "x-0-y,   '', x, false",
    "x-0-old, '', y, false",
    "x-0-old, ours, x, false"
  })
  void one_of_a_gang_that_was_deleted_without_it_goes(
      String name, String owner, String set, boolean goes) {
    Snapshot<PodCliqueSet> snapshot =
        seeing(
            "",
            placed(
                name, owner.isEmpty() ? "" : OURS, "app.kubernetes.io/part-of: %s".formatted(set)));
    GangObjects objects = new GangObjects(new NativeGangs(true), snapshot);

    assertThat(objects.leftovers(List.of(NATIVE), snapshot.primary()))
        .extracting(action -> action.target().name())
        .isEqualTo(goes ? List.of(name) : List.of());
  }

  @Test
  void one_of_kai_waits_for_the_next_gang_of_its_name() {
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE, group("x-0", "", 2));

    assertThat(
            new GangObjects(new KaiScheduler(), snapshot).leftovers(List.of(), snapshot.primary()))
        .isEmpty();
  }

  @Test
  void kai_that_is_not_there_is_told_nothing() {
    Snapshot<PodCliqueSet> snapshot = seeing(QUEUE, group("x-0", OURS, 2));

    assertThat(
            new GangObjects(KaiScheduler.notInstalled(), snapshot).plan(gang(), snapshot.primary()))
        .isEmpty();
    assertThat(new KaiScheduler().kinds()).isEqualTo(Set.of(KaiPodGroup.class));
  }
}
