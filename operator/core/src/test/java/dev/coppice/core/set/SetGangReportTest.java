package dev.coppice.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.PodGangSummary;
import dev.coppice.api.set.PodGangSummaryPhase;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.scheduler.workload.PlacedGroup;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a set tells of its gangs. */
class SetGangReportTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");

  private static PodCliqueSet set(int replicas, String status) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: ai, uid: set-uid, generation: 3}
        spec:
          replicas: %d
          template:
            cliques:
            - {name: a, spec: {replicas: 1, podSpec: {containers: [{name: m, image: i}]}}}
            - {name: b, spec: {replicas: 1, podSpec: {containers: [{name: m, image: i}]}}}
            podCliqueScalingGroups:
            - {name: g, cliqueNames: [b], replicas: 2, minAvailable: 1}
        status: {%s}
        """
            .formatted(replicas, status),
        PodCliqueSet.class);
  }

  private static PodGang gang(String name, String phase, String scheduled) {
    return TestYaml.read(
        """
        metadata: {name: %1$s, namespace: ai, uid: %1$s,
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
        spec: {podgroups: []}
        status:
          phase: %2$s
          conditions:
          - {type: Scheduled, status: '%3$s', reason: R, message: 1 of 2 PodCliques}
          - {type: Ready, status: 'False', reason: R, message: m}
        """
            .formatted(name, phase, scheduled),
        PodGang.class);
  }

  private static PodCliqueSetStatus told(PodCliqueSet set, HasMetadata... gangs) {
    return told(SchedulerBackends.standard(), set, gangs);
  }

  private static PodCliqueSetStatus told(
      SchedulerBackends schedulers, PodCliqueSet set, HasMetadata... gangs) {
    ResolvedSet.Complete resolved =
        ResolvedSet.of(set, Validity.standard()).complete().orElseThrow();
    Snapshot<PodCliqueSet> snapshot = Snapshot.of(resolved.set(), Observed.of(List.of(gangs)));
    return SetGangs.told(SetView.of(snapshot, resolved, NOW), schedulers, set.statusOrEmpty());
  }

  private static Condition condition(PodCliqueSetStatus status, String type) {
    return Conditions.find(status.conditions(), type).orElseThrow();
  }

  @Test
  void says_which_gang_waits_for_what() {
    PodCliqueSetStatus status =
        told(set(1, ""), gang("x-0", "Running", "True"), gang("x-0-g-0", "Starting", "False"));

    assertThat(condition(status, "Scheduled"))
        .returns("False", Condition::getStatus)
        .returns("InsufficientScheduled", Condition::getReason)
        .returns("1 of 2 PodGangs are scheduled; x-0-g-0: 1 of 2 PodCliques", Condition::getMessage)
        .returns(3L, Condition::getObservedGeneration);
    assertThat(status.podGangStatuses())
        .extracting(PodGangSummary::name, PodGangSummary::phase, gang -> gang.conditions().size())
        .containsExactly(
            tuple("x-0", PodGangSummaryPhase.RUNNING, 0),
            tuple("x-0-g-0", PodGangSummaryPhase.STARTING, 1));
  }

  @Test
  void names_a_gang_that_others_hold_back_after_those_they_wait_for() {
    PodGang heldBack = gang("x-0-g-0", "Pending", "False");
    heldBack.setStatus(
        PodGangStatusBuilder.builder(heldBack.statusOrEmpty())
            .podGroups(
                List.of(new GangPlacement("x-0-g-0-y", List.of(), 1, false, null, null, null)))
            .build());

    assertThat(
            condition(
                    told(
                        set(2, ""),
                        gang("x-0", "Running", "True"),
                        heldBack,
                        gang("x-1", "Starting", "False"),
                        gang("x-1-g-0", "Running", "True")),
                    "Scheduled")
                .getMessage())
        .isEqualTo("2 of 4 PodGangs are scheduled; x-1: 1 of 2 PodCliques");
  }

  @Test
  void says_which_gang_does_not_exist_yet() {
    PodCliqueSetStatus status = told(set(1, ""), gang("x-0", "Running", "True"));

    assertThat(condition(status, "Scheduled").getMessage())
        .isEqualTo("1 of 2 PodGangs are scheduled; x-0-g-0 does not exist yet");
    assertThat(status.podGangStatuses()).hasSize(1);
  }

  @Test
  void is_scheduled_when_all_its_gangs_are_and_when_it_has_none() {
    PodCliqueSetStatus all =
        told(set(1, ""), gang("x-0", "Running", "True"), gang("x-0-g-0", "Running", "True"));

    assertThat(condition(all, "Scheduled").getMessage()).isEqualTo("2 of 2 PodGangs are scheduled");
    assertThat(condition(told(set(0, "")), "Scheduled").getStatus()).isEqualTo("True");
  }

  @Test
  void says_that_the_stock_scheduler_places_no_gangs() {
    assertThat(condition(told(set(1, "")), "GangScheduling"))
        .returns("False", Condition::getStatus)
        .returns("SchedulerWithoutGangs", Condition::getReason);
  }

  private static final String PLACED =
      "podGroups: [{name: x-0-y, minCount: 2, podCliques: [{name: x-0-a, uid: a, members: 2}]}]";

  private static PodCliqueSetStatus toldNatively(int minCount, String conditionsOfClique) {
    SchedulerBackend stock = new NativeGangs(true);
    PodGang gang = gang("x-0", "Pending", "False");
    gang.setStatus(TestYaml.read("{phase: Pending, %s}".formatted(PLACED), PodGangStatus.class));
    PodClique clique =
        TestYaml.read(
            """
            metadata: {name: x-0-a, namespace: ai, uid: a,
              ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
            spec: {replicas: 1, podSpec: {}}
            status: {conditions: [%s]}
            """
                .formatted(conditionsOfClique),
            PodClique.class);
    PlacedGroup group =
        TestYaml.read(
            """
            metadata: {name: x-0-y, namespace: ai, uid: y,
              ownerReferences: [{kind: PodGang, name: x-0, uid: x-0, controller: true}]}
            spec: {schedulingPolicy: {gang: {minCount: %d}}}
            """
                .formatted(minCount),
            PlacedGroup.class);
    return told(new SchedulerBackends(List.of(stock), stock), set(1, ""), gang, clique, group);
  }

  @Test
  void says_that_a_policy_changes_what_the_scheduler_is_told() {
    assertThat(condition(toldNatively(2, ""), "GangScheduling"))
        .returns("True", Condition::getStatus)
        .returns("NativeGangs", Condition::getReason);
    assertThat(condition(toldNatively(1, ""), "GangScheduling"))
        .returns("False", Condition::getStatus)
        .returns("GangRewritten", Condition::getReason)
        .returns(
            "minCount of PodGroup x-0-y was set to 2 and is 1: a policy changes it, and the scheduler goes by that",
            Condition::getMessage);
    assertThat(
            condition(
                toldNatively(2, "{type: GangNotEnforced, status: 'True', message: 2 pods}"),
                "GangScheduling"))
        .returns("False", Condition::getStatus)
        .returns("GangRewritten", Condition::getReason)
        .returns("PodClique x-0-a: 2 pods", Condition::getMessage);
    assertThat(
            condition(
                toldNatively(2, "{type: TopologyNotEnforced, status: 'True', message: 3 pods}"),
                "TopologyNotEnforced"))
        .returns("True", Condition::getStatus)
        .returns("AffinityRewritten", Condition::getReason)
        .returns("PodClique x-0-a: 3 pods", Condition::getMessage);
  }

  @Test
  void says_which_gang_its_scheduler_cannot_be_told_of() {
    SchedulerBackend kai = new KaiScheduler();
    SchedulerBackends schedulers = new SchedulerBackends(List.of(kai), kai);

    assertThat(condition(told(schedulers, set(1, "")), "GangScheduling"))
        .returns("True", Condition::getStatus)
        .returns("KaiScheduler", Condition::getReason);
    assertThat(
            condition(
                told(
                    schedulers,
                    set(1, ""),
                    gang("x-0-g-0", "Running", "True"),
                    gang("x-0", "Running", "True")),
                "GangScheduling"))
        .returns("False", Condition::getStatus)
        .returns("KaiMappingFailed", Condition::getReason)
        .returns(
            "kai-scheduler cannot be told of PodGang x-0: neither the set nor a clique names a"
                + " queue (kai.scheduler/queue)",
            Condition::getMessage);
  }

  @Test
  void nothing_is_told_of_the_places_of_a_job_that_has_ended() {
    PodCliqueSetStatus status =
        told(
            set(
                1,
                "phase: Succeeded, conditions: [{type: Scheduled, status: 'False', reason: R, message: m}]"));

    assertThat(Conditions.find(status.conditions(), "Scheduled")).isEmpty();
  }
}
