package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.Orphaning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands without an owner: a set was deleted alone, or a backup was restored. */
class OrphansScenarioTest {

  static final String YAML =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          cliques:
          - name: a
            spec:
              replicas: 2
              podSpec: {containers: [{name: c, image: i}]}
              autoScalingConfig: {maxReplicas: 5}
          - {name: b, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
          - {name: c, spec: {replicas: 2, podSpec: {containers: [{name: c, image: i}]}}}
          podCliqueScalingGroups:
          - {name: x, cliqueNames: [b, c], replicas: 2, minAvailable: 1}
      """;

  private final SetFixture fixture = new SetFixture(YAML);

  @Test
  void a_set_that_was_deleted_alone_and_is_applied_again_takes_back_what_stands() {
    fixture.settle();
    Map<String, String> before = uids();

    Orphaning.begin(fixture.cluster, fixture.set()).release().end();
    apply(YAML);
    fixture.settle();

    assertThat(uids()).isEqualTo(before);
    assertEverythingIsControlled();
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
    assertThat(fixture.clique("s-0-a").statusOrEmpty().wasAvailable()).isTrue();
  }

  @Test
  void one_look_at_the_set_is_enough_for_all_its_children() {
    fixture.settle();
    Orphaning.begin(fixture.cluster, fixture.set()).release().end();
    apply(YAML);
    int earlier = fixture.actions().size();

    fixture.setPass();

    List<Action> actions = fixture.actionsSince(earlier);
    assertThat(actions.getFirst()).isInstanceOf(Action.Read.class);
    assertThat(actions).filteredOn(Action.Read.class::isInstance).hasSize(1);
    assertThat(actions)
        .filteredOn(Action.Patch.class::isInstance)
        .allMatch(action -> action.purpose().verb().equals("adopted"))
        .extracting(action -> action.target().kind())
        .containsOnly(
            "Service", "PodCliqueScalingGroup", "PodClique", "HorizontalPodAutoscaler", "PodGang");
    assertThat(actions).noneMatch(Action.Create.class::isInstance);
  }

  @Test
  void a_backup_restored_without_owners_keeps_its_pods() {
    SetFixture before = new SetFixture(YAML);
    before.settle();
    before
        .cluster
        .all(HasMetadata.class)
        .filter(o -> !(o instanceof PodCliqueSet))
        .forEach(o -> {
          o.setMetadata(
              new ObjectMetaBuilder(o.getMetadata()).withOwnerReferences(List.of()).build());
          fixture.cluster.create(o);
        });
    Map<String, String> restored = uids();

    fixture.settle();

    assertThat(uids()).isEqualTo(restored);
    assertEverythingIsControlled();
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void what_is_applied_differently_is_taken_back_and_then_updated() {
    fixture.settle();
    Map<String, String> before = uids();
    Orphaning.begin(fixture.cluster, fixture.set()).release().end();

    apply(
        YAML.replace(
            "replicas: 1, podSpec: {containers: [{name: c, image: i}]}",
            "replicas: 1, podSpec: {containers: [{name: c, image: j}]}"));
    fixture.settle();

    Map<String, String> kept = new TreeMap<>(uids());
    kept.keySet().removeIf(name -> !name.startsWith("Pod s-0-a") && !name.startsWith("Pod s-1-a"));
    assertThat(before).containsAllEntriesOf(kept);
    assertThat(fixture.cluster.all(Pod.class).filter(pod -> image(pod).equals("j"))).hasSize(4);
    assertEverythingIsControlled();
  }

  @Test
  void nothing_is_taken_back_while_the_set_is_being_deleted_unseen() {
    fixture.settle();
    PodCliqueSet seen = fixture.set();
    Orphaning orphaning = Orphaning.begin(fixture.cluster, fixture.set()).release();
    int earlier = fixture.actions().size();

    Reconcile.Result<PodCliqueSet> result = reconcile(seen);

    assertThat(fixture.actionsSince(earlier)).allMatch(Action.Read.class::isInstance).hasSize(1);
    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    orphaning.end();
    assertThat(reconcile(seen).end()).isEqualTo(Reconcile.End.INTERRUPTED);
    assertThat(fixture.actionsSince(earlier)).allMatch(Action.Read.class::isInstance);
  }

  @Test
  void without_a_set_everything_stays_as_it_is() {
    fixture.settle();
    Map<String, String> before = uids();

    Orphaning.begin(fixture.cluster, fixture.set()).release().end();
    before.keySet().removeIf(name -> name.startsWith("PodCliqueSet"));
    int earlier = fixture.actions().size();
    for (int round = 0; round < 3; round++) {
      fixture.groupPasses();
      fixture.cliquePasses();
    }

    assertThat(uids()).isEqualTo(before);
    assertThat(fixture.actionsSince(earlier)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Service.class,
        HorizontalPodAutoscaler.class,
        PodGang.class,
        PodCliqueScalingGroup.class,
        PodClique.class,
        Pod.class
      })
  void a_reference_that_somebody_took_away_comes_back(Class<? extends HasMetadata> kind) {
    fixture.settle();
    Map<String, String> before = uids();
    fixture.cluster.all(kind).forEach(child -> Orphaning.release(fixture.cluster, child));

    fixture.settle();

    assertThat(uids()).isEqualTo(before);
    assertEverythingIsControlled();
  }

  @Test
  void a_group_that_was_deleted_alone_is_made_again_and_takes_back_its_cliques() {
    fixture.settle();
    Map<String, String> before = uids();
    PodCliqueScalingGroup group = fixture.group("s-0-x");

    Orphaning.begin(fixture.cluster, group).release().end();
    fixture.settle();

    assertThat(fixture.group("s-0-x").getMetadata().getUid()).isNotEqualTo(uid(group));
    before.put("PodCliqueScalingGroup s-0-x", uid(fixture.group("s-0-x")));
    assertThat(uids()).isEqualTo(before);
    assertEverythingIsControlled();
  }

  @Test
  void a_clique_that_was_deleted_alone_is_made_again_and_takes_back_its_pods() {
    fixture.settle();
    Map<String, String> before = uids();

    Orphaning.begin(fixture.cluster, fixture.clique("s-0-a")).release().end();
    fixture.settle();

    before.put("PodClique s-0-a", uid(fixture.clique("s-0-a")));
    assertThat(uids()).isEqualTo(before);
    assertEverythingIsControlled();
  }

  @Test
  void orphans_whose_hash_another_version_made_keep_their_pods() {
    fixture.settle();
    Map<String, String> before = uids();
    fixture
        .cluster
        .all(HasMetadata.class)
        .filter(o -> o instanceof Pod || o instanceof PodClique)
        .forEach(object -> relabel(object, Labels.POD_TEMPLATE_HASH, "6b5c9d7f4"));
    Orphaning.begin(fixture.cluster, fixture.set()).release().end();

    apply(YAML);
    fixture.settle();

    assertThat(uids()).isEqualTo(before);
    assertThat(fixture.clique("s-0-a").getMetadata().getLabels())
        .hasEntrySatisfying(Labels.POD_TEMPLATE_HASH, hash -> assertThat(hash).startsWith("v1-"));
  }

  @Test
  void an_orphan_beside_cliques_of_another_version_keeps_nobody_from_coming_to_rest() {
    fixture.settle();
    Map<String, String> before = uids();
    fixture
        .cluster
        .all(PodClique.class)
        .forEach(object -> relabel(object, Labels.POD_TEMPLATE_HASH, "6b5c9d7f4"));
    Orphaning.release(fixture.cluster, fixture.clique("s-0-a"));
    Orphaning.release(fixture.cluster, fixture.clique("s-0-x-0-b"));

    fixture.settle();

    assertThat(uids()).isEqualTo(before);
    assertEverythingIsControlled();
  }

  @Test
  void the_references_of_a_gang_are_not_made_up_anew() {
    fixture.settle();
    fixture.cluster.delete(fixture.pod("s-0-a", 0));
    fixture.settle();
    Object references = fixture.gang("s-0").getSpec();
    Orphaning.begin(fixture.cluster, fixture.set()).release().end();
    apply(YAML);

    fixture.setPass();

    assertThat(fixture.gang("s-0").getSpec()).isEqualTo(references);
  }

  @Test
  void a_group_that_was_scaled_keeps_its_size_and_its_gangs() {
    fixture.settle();
    fixture.scaleGroup("s-0-x", 4);
    fixture.settle();
    Map<String, String> before = uids();
    Orphaning.begin(fixture.cluster, fixture.set()).release().end();
    apply(YAML);
    int earlier = fixture.actions().size();

    fixture.settle();

    assertThat(uids()).isEqualTo(before);
    assertThat(fixture.actionsSince(earlier)).noneMatch(Action.Create.class::isInstance);
    assertThat(fixture.actionsSince(earlier)).noneMatch(Action.Delete.class::isInstance);
    assertEverythingIsControlled();
  }

  @Test
  void a_refused_adoption_is_named_and_stops_nothing_else() {
    fixture.settle();
    fixture.cluster.all(Service.class).forEach(child -> Orphaning.release(fixture.cluster, child));
    fixture.cluster.refuse(
        action -> action instanceof Action.Patch patch && patch.target().type() == Service.class,
        403,
        "no");
    int earlier = fixture.actions().size();

    Reconcile.Result<PodCliqueSet> result = fixture.setPass();

    assertThat(result.end()).isEqualTo(Reconcile.End.SETTLED);
    assertThat(fixture.actionsSince(earlier)).filteredOn(Action.Read.class::isInstance).hasSize(1);
    twoPasses();
    assertThat(fixture.status().lastErrors()).hasSize(1);
    fixture.cluster.refuseNothing();
    fixture.settle();
    assertThat(fixture.status().lastErrors()).isEmpty();
    assertEverythingIsControlled();
  }

  /** A reconcile over the set as it was, with everything else as it is. */
  private Reconcile.Result<PodCliqueSet> reconcile(PodCliqueSet seen) {
    Planner<PodCliqueSet> planner =
        new PodCliqueSetPlanner(
            SchedulerBackends.standard(), Validity.standard(), TerminationSettings.DEFAULTS);
    Predicate<HasMetadata> other = object -> !(object instanceof PodCliqueSet);
    Snapshot<PodCliqueSet> view =
        Snapshot.of(
            Defaults.of(seen),
            Observed.of(fixture.cluster.all(HasMetadata.class).filter(other).toList()));
    return Reconcile.run(planner, view, fixture.cluster.clock(), fixture.cluster::apply);
  }

  /** The second one comes when what the first one saw is due to be told. */
  private void twoPasses() {
    fixture.setPass();
    fixture.cluster.advance(Duration.ofSeconds(1));
    fixture.setPass();
  }

  private void apply(String yaml) {
    PodCliqueSet set = TestYaml.read(yaml, PodCliqueSet.class);
    set.setMetadata(
        new ObjectMetaBuilder(set.getMetadata()).withNamespace(SetFixture.NAMESPACE).build());
    fixture.cluster.create(set);
  }

  private void relabel(HasMetadata object, String key, String value) {
    fixture.cluster.change(
        fixture.cluster.find(ObjectKey.of(object)).orElseThrow(),
        found -> {
          found.setMetadata(
              new ObjectMetaBuilder(found.getMetadata()).addToLabels(key, value).build());
          return found;
        });
  }

  /** UIDs of everything but the set itself, by kind and name. */
  private Map<String, String> uids() {
    return fixture
        .cluster
        .all(HasMetadata.class)
        .filter(object -> !(object instanceof PodCliqueSet))
        .collect(
            Collectors.toMap(
                object -> object.getKind() + " " + object.getMetadata().getName(),
                OrphansScenarioTest::uid,
                (one, other) -> one,
                TreeMap::new));
  }

  private void assertEverythingIsControlled() {
    List<String> living =
        fixture.cluster.all(HasMetadata.class).map(OrphansScenarioTest::uid).toList();
    fixture
        .cluster
        .all(HasMetadata.class)
        .filter(object -> !(object instanceof PodCliqueSet))
        .forEach(object ->
            assertThat(Ownership.controller(object).map(OwnerReference::getUid))
                .as(object.getKind() + " " + object.getMetadata().getName())
                .get()
                .isIn(living));
  }

  private static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }
}
