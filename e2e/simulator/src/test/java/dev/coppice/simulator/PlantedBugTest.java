package dev.coppice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.simulator.model.FieldEdit;
import dev.coppice.simulator.rule.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulator that finds nothing proves nothing. */
class PlantedBugTest {

  private static final int STEPS = 1000;
  private static final String BREACHED =
      """
      metadata: {name: s}
      spec:
        replicas: 1
        template:
          terminationDelay: 10s
          cliques:
          - {name: a, spec: {replicas: 1, podSpec: {containers: [{name: c, image: i}]}}}
      """;
  private static final String GATES =
      "a pod of a scaled gang has no gate only after every PodClique of the base gang has"
          + " reported its minimum as scheduled, or after its set has released the gang where a"
          + " scheduler places gangs as a whole; no other pod is created with one but those beyond"
          + " the members of such a gang, and those of groups that want domains for themselves";

  @ParameterizedTest
  @CsvSource({
    "INDEX_FROM_STALE_CACHE, 17, no pod is created beyond the spec.replicas in force",
    "DELETE_WITHOUT_UID, 16, only what was seen",
    "STATUS_WITHOUT_RESOURCE_VERSION, 17, status is not lost",
    "GATE_REMOVED_ON_MISSING_BASE_GANG, 28, '" + GATES + "'",
    "POD_CREATED_BESIDE_THOSE_OF_THE_DEAD, 5, nothing of the dead",
    "SIBLINGS_DO_NOT_WAKE, 7, nothing is left to do at rest",
    "TEARDOWN_WITHOUT_LIVE_READ, 10, a teardown is decided on what stands",
    "DELETE_BEFORE_RECORD, 10, the record comes before the delete",
    "PART_OF_A_REPLICA_TORN_DOWN, 10, a replica is torn down as a whole",
    "MADE_AGAIN_TOO_EARLY, 7, nothing is made again before all is gone",
    "SCALE_LOST_IN_A_TEARDOWN, 5, replicas survive a teardown",
    "AVAILABILITY_FORGOTTEN, 1, wasAvailable stays for as long as its PodClique lives",
    "NEVER_AVAILABLE_TORN_DOWN, 1, a teardown has a cause",
    "DELAY_FROM_THE_START_OF_THE_PROCESS, 47, nothing lacks a wake-up",
    "DELAY_NOT_WAITED_FOR, 14, nothing lacks a wake-up",
    "TORN_DOWN_IN_AN_UPDATE, 5, a teardown has a cause",
    "TAKEN_AND_FORGOTTEN, 21, a reconcile settles",
    "TEMPLATE_KEPT_IN_MEMORY, 21, new pods follow",
    "UPDATED_UNDER_ON_DELETE, 5, a group gives up what is outdated",
    "OLD_TEMPLATE_UNDER_ON_DELETE, 5, new pods follow",
    "SET_NOT_ASKED_UNDER_ON_DELETE, 33, new pods follow",
    "LAST_TAKEN, 21, 'an update never takes a unit below min(minimum, replicas - maxUnavailable)'",
    "SCALE_IN_FORGOTTEN, 94, a reconcile that scales in does nothing for an update",
    "FOREIGN_LABEL_FOUGHT, 40, nothing is left to do at rest",
    "POD_MADE_WITHOUT_ITS_PLACEMENT, 1, pods are made for a recorded placement",
    "RECORDED_AS_PLACED_TOO_EARLY, 1, what is recorded as placed has had its nodes",
    "RELEASED_OUT_OF_TURN, 1, gangs are let go in their turn",
    "PLACEMENT_NOT_GIVEN_UP, 5," + " at rest placements are those of the PodCliques that stand",
    "MISPLACED_POD_KEPT, 69, an update waits only for pods that do not run"
  })
  void is_found(PlantedBug bug, long seed, String rule) {
    Run run = Walk.run(bug.subject(), WorkloadProfile.of(seed), seed, STEPS);

    assertThat(run.violation()).map(Violation::rule).contains(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "SCALE_TAKEN_FOR_A_LOSS, SCALING, 21, scaling tears nothing down",
    "AGE_TAKEN_FOR_A_TEMPLATE, UPDATING_IN_TIME, 69, current pods stay",
    "AHEAD_INFERRED_FROM_NO_PODS, UPDATING, 55, a replica of a group has one template",
    "SLOT_KEPT, UPDATING_THE_CROWDED, 199, an update waits only for pods that do not run",
    "UNTRIED_TEMPLATE, MISTYPING, 1, nothing goes for a template that is refused",
    "REPLACED_INDEX_NOT_REFILLED, UPDATING_THE_SICK, 26, what an update took is refilled first",
    "LEFTOVER_WAITED_FOR, BEHIND_THE_BACK, 2, nothing is left by the dead",
    "STORED_CONDITION_BELIEVED, AWAY, 19, nothing is torn down that is whole",
    "STORED_CONDITION_BELIEVED, AWAY, 1, a group gives up what is outdated"
  })
  void is_found_in_runs_of_one_profile(
      PlantedBug bug, WorkloadProfile profile, long seed, String rule) {
    Run run = Walk.run(bug.subject(), profile, seed, STEPS);

    assertThat(run.violation()).map(Violation::rule).contains(rule);
  }

  @Test
  void is_found_where_somebody_has_a_breach_begin_in_some_years() {
    Script breach = futureBreach();

    assertThat(Run.of(Subject.production(), breach, line -> {}).violation()).isEmpty();
    assertThat(Run.of(PlantedBug.FUTURE_BREACH_BELIEVED.subject(), breach, line -> {}).violation())
        .map(Violation::rule)
        .contains("nothing lacks a wake-up");
  }

  private static Script futureBreach() {
    List<Step> steps = new ArrayList<>();
    Simulation simulation = new Simulation(Subject.production(), BREACHED, line -> {});
    Run.settle(simulation, steps::add);
    List<Step> breach =
        List.of(
            new Step(Verb.OUTAGE, 0, 0),
            new Step(Verb.STALL, 0, 0),
            new Step(Verb.HEAR, 0, 0),
            new Step(Verb.HEAR, 0, 0),
            new Step(Verb.HEAR, 0, 0),
            new Step(Verb.LOOK, 0, 0),
            new Step(Verb.SEND, 0, 0));
    steps.addAll(breach);
    breach.forEach(simulation::take);
    FieldEdit edit =
        new FieldEdit(
            "PodClique",
            "s-0-a",
            "/status/conditions/%d/lastTransitionTime".formatted(breachedCondition(simulation)),
            Optional.of("\"2036-01-01T00:00:00Z\""));
    steps.add(Step.forge(edit));
    return new Script(BREACHED, steps);
  }

  private static int breachedCondition(Simulation simulation) {
    List<String> conditions =
        simulation
            .cluster()
            .find(PodClique.class, User.NAMESPACE, "s-0-a")
            .orElseThrow()
            .statusOrEmpty()
            .conditions()
            .stream()
            .map(condition -> condition.getType() + "=" + condition.getStatus())
            .toList();
    assertThat(conditions).contains("MinAvailableBreached=True");
    return conditions.indexOf("MinAvailableBreached=True");
  }

  @Test
  void is_shrunk_to_a_script_of_which_every_step_is_needed() {
    Subject subject = PlantedBug.GATE_REMOVED_ON_MISSING_BASE_GANG.subject();
    Run whole = Walk.run(subject, WorkloadProfile.ANYTHING, 28, STEPS);

    Run shrunk = new Shrinker(subject).shrink(whole);

    assertThat(shrunk.violation()).map(Violation::rule).contains(GATES);
    assertThat(shrunk.script().steps()).hasSizeLessThan(whole.script().steps().size() / 4);
    for (int i = 0; i < shrunk.script().steps().size(); i++) {
      assertThat(Run.of(subject, without(shrunk.script(), i), line -> {}).violation())
          .map(Violation::rule)
          .isNotEqualTo(Optional.of(GATES));
    }
  }

  private static Script without(Script script, int step) {
    List<Step> steps = new ArrayList<>(script.steps());
    steps.remove(step);
    return script.with(steps);
  }
}
