package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PackConstraint;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What becomes of the constraints of a set while its topology comes, changes and goes. */
class TopologyScenarioTest {

  private static final String SET =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          topologyConstraint: {topologyName: dc, pack: {required: zone}}
          cliques:
          - {name: a, topologyConstraint: {pack: {required: rack}}, spec: {replicas: 2, podSpec: {containers: [{name: c, image: i}]}}}
          - {name: w, spec: {podSpec: {containers: [{name: c, image: i}]}}}
          podCliqueScalingGroups:
          - {name: g, replicas: 2, minAvailable: 1, cliqueNames: [w], topologyConstraint: {pack: {required: rack, preferred: host}}}
      """;
  private static final AdmissionSettings AWARE =
      AdmissionSettingsBuilder.builder(AdmissionSettings.standard())
          .topologyAwareScheduling(true)
          .build();
  private static final String ALL =
      "{domain: zone, key: z}, {domain: rack, key: r}, {domain: host, key: h}";

  private final SetFixture fixture = new SetFixture(SET, AWARE);

  @Test
  void gangs_have_constraints_from_the_moment_on_at_which_their_levels_are_known() {
    fixture.settle();
    assertThat(fixture.gang("s-0").getSpec().topologyConstraint()).isNull();
    assertThat(condition(fixture))
        .returns("Unknown", Condition::getStatus)
        .returns("ClusterTopologyNotFound", Condition::getReason);
    List<PodGroup> before = fixture.gang("s-0").getSpec().podgroups();

    fixture.cluster.create(binding(ALL));
    fixture.settle();

    PodGang base = fixture.gang("s-0");
    assertThat(base.getSpec().topologyConstraint()).isEqualTo(constraint("z", null));
    assertThat(base.getSpec().podgroups().getFirst().topologyConstraint())
        .isEqualTo(constraint("r", null));
    assertThat(base.getSpec().podgroups())
        .extracting(PodGroup::podReferences)
        .isEqualTo(before.stream().map(PodGroup::podReferences).toList());
    assertThat(base.getSpec().topologyConstraintGroupConfigs())
        .singleElement()
        .matches(config -> config.name().equals("s-0-g-0"))
        .matches(config -> config.podGroupNames().equals(List.of("s-0-g-0-w")))
        .matches(config -> constraint("r", "h").equals(config.topologyConstraint()));
    assertThat(base.getMetadata().getAnnotations()).containsEntry(Annotations.TOPOLOGY_NAME, "dc");
    PodGang scaled = fixture.gang("s-0-g-0");
    assertThat(scaled.getSpec().topologyConstraint()).isEqualTo(constraint("r", "h"));
    assertThat(scaled.getSpec().topologyConstraintGroupConfigs()).isEmpty();
    assertThat(condition(fixture)).returns("False", Condition::getStatus);
  }

  @Test
  void a_gang_is_born_with_its_constraints_and_nothing_is_written_again() {
    fixture.cluster.create(binding(ALL));
    fixture.settle();
    int written = fixture.actions().size();

    fixture.settle();

    assertThat(fixture.actionsSince(written)).isEmpty();
    assertThat(fixture.gang("s-0").getSpec().topologyConstraint()).isEqualTo(constraint("z", null));
    assertThat(fixture.actions().stream().filter(action -> action.target().type() == PodGang.class))
        .filteredOn(action -> action.toString().contains("/spec"))
        .isEmpty();
  }

  @Test
  void a_level_that_goes_takes_its_part_of_the_constraints_with_it() {
    ClusterTopologyBinding all = fixture.cluster.create(binding(ALL));
    fixture.settle();

    fixture.cluster.change(
        all, _ -> with(all, binding("{domain: zone, key: other}, {domain: host, key: h}")));
    fixture.settle();

    PodGang base = fixture.gang("s-0");
    assertThat(base.getSpec().topologyConstraint()).isEqualTo(constraint("other", null));
    assertThat(base.getSpec().podgroups()).allMatch(group -> group.topologyConstraint() == null);
    assertThat(base.getSpec().topologyConstraintGroupConfigs())
        .singleElement()
        .matches(config -> constraint(null, "h").equals(config.topologyConstraint()));
    assertThat(condition(fixture))
        .returns("True", Condition::getStatus)
        .returns("ClusterTopologyLevelsUnavailable", Condition::getReason);
  }

  @Test
  void a_topology_that_goes_takes_all_constraints_with_it() {
    ClusterTopologyBinding all = fixture.cluster.create(binding(ALL));
    fixture.settle();

    fixture.cluster.delete(all);
    fixture.settle();

    assertThat(fixture.cluster.all(PodGang.class)).allSatisfy(TopologyScenarioTest::isFree);
    assertThat(condition(fixture)).returns("Unknown", Condition::getStatus);
  }

  @Test
  void what_the_scheduler_does_not_keep_is_named_on_the_gangs_and_on_the_set_until_it_is_gone() {
    ClusterTopologyBinding all = fixture.cluster.create(binding(ALL));
    fixture.settle();

    assertThat(notEnforced(fixture.status().conditions()))
        .contains(
            "not all constraints of 2 of 2 PodGangs are kept; s-0: default-scheduler is told of no"
                + " gang, and of no topology; not kept: required z of the gang, required r of"
                + " s-0-g-0, preferred h of s-0-g-0, required r of s-0-a");
    assertThat(fixture.cluster.all(PodGang.class))
        .hasSize(2)
        .allMatch(gang -> notEnforced(gang.statusOrEmpty().conditions()).isPresent());
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.TOPOLOGY_NOT_ENFORCED))
        .singleElement()
        .matches(PlannedEvent::warning);

    fixture.cluster.delete(all);
    fixture.settle();

    assertThat(notEnforced(fixture.status().conditions())).isEmpty();
    assertThat(fixture.cluster.all(PodGang.class))
        .allMatch(gang -> notEnforced(gang.statusOrEmpty().conditions()).isEmpty());
  }

  private static Optional<String> notEnforced(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.TOPOLOGY_NOT_ENFORCED)
        .map(Condition::getMessage);
  }

  @Test
  void nobody_reads_topologies_while_that_is_switched_off() {
    SetFixture unaware = new SetFixture(SET, AdmissionSettings.standard());
    unaware.cluster.create(binding(ALL));
    unaware.settle();
    unaware.cluster.change(unaware.gang("s-0"), TopologyScenarioTest::constrained);

    unaware.settle();

    assertThat(unaware.cluster.all(PodGang.class)).allSatisfy(TopologyScenarioTest::isFree);
    assertThat(condition(unaware))
        .returns("Unknown", Condition::getStatus)
        .returns("TopologyAwareSchedulingDisabled", Condition::getReason);
  }

  @Test
  void a_policy_with_constraints_of_its_own_is_named_and_stops_nothing() {
    fixture.settle();
    fixture.cluster.enforce(object -> object instanceof PodGang gang ? constrained(gang) : object);
    fixture.cluster.change(fixture.gang("s-0"), UnaryOperator.identity());

    fixture.controllersFor(Duration.ofSeconds(5));

    assertThat(fixture.status().lastErrors())
        .anyMatch(error -> error.description().contains("/spec/topologyConstraint"));
    assertThat(Conditions.isTrue(fixture.status().conditions(), ConditionTypes.AVAILABLE)).isTrue();
  }

  private static PodGang constrained(PodGang gang) {
    PodGang changed = new PodGang();
    changed.setMetadata(
        new ObjectMetaBuilder(gang.getMetadata())
            .addToAnnotations(Annotations.TOPOLOGY_NAME, "dc")
            .build());
    changed.setSpec(
        PodGangSpecBuilder.builder(gang.getSpec())
            .topologyConstraint(constraint("z", "h"))
            .build());
    changed.setStatus(gang.getStatus());
    return changed;
  }

  private static void isFree(PodGang gang) {
    assertThat(gang.getSpec().topologyConstraint()).isNull();
    assertThat(gang.getSpec().topologyConstraintGroupConfigs()).isEmpty();
    assertThat(gang.getSpec().podgroups()).allMatch(group -> group.topologyConstraint() == null);
    assertThat(gang.getMetadata().getAnnotations()).doesNotContainKey(Annotations.TOPOLOGY_NAME);
  }

  private static Condition condition(SetFixture fixture) {
    return Conditions.find(
            fixture.status().conditions(), ConditionTypes.TOPOLOGY_LEVELS_UNAVAILABLE)
        .orElseThrow();
  }

  private static GangTopologyConstraint constraint(String required, String preferred) {
    return new GangTopologyConstraint(new PackConstraint(required, preferred));
  }

  private static ClusterTopologyBinding binding(String levels) {
    return TestYaml.read(
        "{metadata: {name: dc}, spec: {levels: [%s]}}".formatted(levels),
        ClusterTopologyBinding.class);
  }

  private static ClusterTopologyBinding with(HasMetadata stored, ClusterTopologyBinding other) {
    other.setMetadata(new ObjectMetaBuilder(stored.getMetadata()).build());
    return other;
  }
}
