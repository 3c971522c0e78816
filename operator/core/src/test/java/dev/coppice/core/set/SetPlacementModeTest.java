package dev.coppice.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.GangTopologyConstraint;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.AdmissionSettingsBuilder;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.scheduler.kai.KaiScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A set with a clique of two pods, and what is recorded in its one gang, or in both. */
class SetPlacementModeTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final Map<String, SchedulerBackend> SCHEDULERS =
      Map.of(
          "stock", new DefaultScheduler(),
          "native", new NativeGangs(true),
          "gateless", new NativeGangs(false),
          "kai", new KaiScheduler());

  private static final Validity AWARE =
      new Validity(
          AdmissionSettingsBuilder.builder(AdmissionSettings.standard())
              .topologyAwareScheduling(true)
              .build());

  private static final String GROUP = "grove.io/exclusive-topology: block";
  private static final String PARTS = "grove.io/subgroup-exclusive-topology: slice";

  private static PodCliqueSet set(String annotations, int replicas, String template) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: ai, uid: set-uid, generation: 3, annotations: {%s}}
        spec:
          replicas: %d
          template:
            cliques:
            - name: a
              spec:
                replicas: 2
                minAvailable: 2
                subGroupPolicy: {subGroupPolicyType: LeaderWorker, subGroupSize: 1}
                podSpec: {containers: [{name: m, image: i}]}
            %s
        """
            .formatted(annotations, replicas, template),
        PodCliqueSet.class);
  }

  private static PodGang gang(int replica, String status) {
    return TestYaml.read(
        """
        metadata: {name: x-%1$d, namespace: ai, uid: g-%1$d,
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
        spec: {podgroups: []}
        status: {phase: Pending, %2$s}
        """
            .formatted(replica, status),
        PodGang.class);
  }

  private static PodClique clique(int replica, String status) {
    return TestYaml.read(
        """
        metadata: {name: x-%1$d-a, namespace: ai, uid: a-%1$d,
          ownerReferences: [{kind: PodCliqueSet, name: x, uid: set-uid, controller: true}]}
        spec: {replicas: 2, minAvailable: 2, podSpec: {containers: [{name: m, image: i}]}}
        status: {%2$s}
        """
            .formatted(replica, status),
        PodClique.class);
  }

  private static SetView view(PodCliqueSet set, HasMetadata... others) {
    return view(Validity.standard(), set, others);
  }

  private static SetView view(Validity validity, PodCliqueSet set, HasMetadata... others) {
    ResolvedSet.Complete resolved = ResolvedSet.of(set, validity).complete().orElseThrow();
    return SetView.of(Snapshot.of(resolved.set(), Observed.of(List.of(others))), resolved, NOW);
  }

  private static SchedulerBackends only(String scheduler) {
    SchedulerBackend one = SCHEDULERS.get(scheduler);
    return new SchedulerBackends(List.of(one), one);
  }

  private static Map<String, String> recorded(
      String scheduler, PodCliqueSet set, HasMetadata... others) {
    SetView view = view(set, others);
    Plan.Builder plan = Plan.builder(view.snapshot().failures());
    new SetGangs(view, only(scheduler)).recordPlacements(plan);
    return plan.build().actions().stream()
        .map(Action.PutStatus.class::cast)
        .peek(put -> assertThat(put.intent()).isTrue())
        .map(put -> (PodGang) put.object())
        .collect(
            Collectors.toMap(
                gang -> gang.getMetadata().getName(),
                gang ->
                    "%s %d"
                        .formatted(
                            gang.getStatus().placementMode(),
                            gang.getStatus().podGroups().size())));
  }

  /** The number is that of the placements that are recorded with it. */
  @ParameterizedTest
  @CsvSource({
    "stock,    true,  true,  LEADER_FIRST 0",
    "stock,    false, true,  LEADER_FIRST 0",
    "stock,    false, false,",
    "native,   true,  true,  GANG 1",
    "native,   false, true,  GANG 1",
    "native,   false, false, null 1",
    "gateless, true,  true,  LEADER_FIRST 0",
    "gateless, false, true,  GANG 1",
    "kai,      true,  true,  GANG 0",
    "kai,      false, true,  GANG 0"
  })
  void a_gang_has_the_mode_of_its_scheduler_before_its_first_pod(
      String scheduler, boolean groups, boolean parts, @Nullable String expected) {
    List<String> annotations = new ArrayList<>();
    if (groups) {
      annotations.add(GROUP);
    }
    if (parts) {
      annotations.add(PARTS);
    }

    assertThat(
            recorded(
                scheduler,
                set(String.join(", ", annotations), 1, ""),
                gang(0, ""),
                clique(0, "replicas: 0")))
        .isEqualTo(expected == null ? Map.of() : Map.of("x-0", expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - {name: b, spec: {replicas: 1, podSpec: {containers: [{name: m, image: i}]}}}
          topologyConstraint: {topologyName: dc, pack: {required: zone}}
          """)
  void a_gang_that_is_more_than_its_group_cannot_be_told_of_with_one_label(String more) {
    PodCliqueSet set =
        set(GROUP, 1, more.startsWith("-") ? more.indent(4).strip() : more.indent(2).strip());

    assertThat(recorded("native", set, gang(0, ""), clique(0, "replicas: 0")))
        .containsValue("LEADER_FIRST 0");
    assertThat(recorded("kai", set, gang(0, ""), clique(0, "replicas: 0"))).containsValue("GANG 0");
  }

  @ParameterizedTest
  @CsvSource({"kai, block=dc", "native, block=dc", "gateless, null", "stock, null"})
  void a_gang_names_the_domain_to_a_scheduler_that_places_it_as_a_whole(
      String scheduler, String expected) {
    ClusterTopologyBinding topology =
        TestYaml.read(
            "{metadata: {name: dc}, spec: {levels: [{domain: block, key: block}]}}",
            ClusterTopologyBinding.class);
    SetView view = view(AWARE, set(GROUP, 1, ""), clique(0, "replicas: 0"), topology);

    assertThat(
            new SetGangs(view, only(scheduler))
                .plan().stream()
                    .map(Action.Create.class::cast)
                    .map(create -> (PodGang) create.object()))
        .singleElement()
        .extracting(gang -> {
          GangTopologyConstraint constraint =
              gang.getSpec().podgroups().getFirst().topologyConstraint();
          return constraint == null
              ? "null"
              : constraint.packConstraint().required()
                  + "="
                  + gang.getMetadata().getAnnotations().get(Annotations.TOPOLOGY_NAME);
        })
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "native,   LeaderFirst,",
    "native,   Gang, GANG 1",
    "gateless, Gang,",
    "stock, Gang,",
  })
  void what_is_recorded_stays_whatever_the_scheduler_can_do_now(
      String scheduler, String mode, @Nullable String placed) {
    assertThat(
            recorded(
                scheduler,
                set(GROUP, 1, ""),
                gang(0, "placementMode: " + mode),
                clique(0, "replicas: 0")))
        .isEqualTo(placed == null ? Map.of() : Map.of("x-0", placed));
  }

  @ParameterizedTest
  @CsvSource({
    "native, LeaderFirst, LEADER_FIRST 0",
    "stock,  LeaderFirst, LEADER_FIRST 0",
    "stock,  Gang,        GANG 0"
  })
  void a_gang_follows_the_others_of_its_set(String scheduler, String mode, String expected) {
    assertThat(
            recorded(
                scheduler,
                set(GROUP, 2, ""),
                gang(0, "placementMode: " + mode),
                gang(1, ""),
                clique(0, "replicas: 0"),
                clique(1, "replicas: 0")))
        .isEqualTo(Map.of("x-1", expected));
  }

  @ParameterizedTest
  @CsvSource({"native, LEADER_FIRST 0", "stock,"})
  void a_set_that_no_longer_wants_domains_goes_on_as_it_was_begun(
      String scheduler, @Nullable String expected) {
    assertThat(
            recorded(
                scheduler,
                set("", 2, ""),
                gang(0, "placementMode: LeaderFirst"),
                gang(1, ""),
                clique(0, "replicas: 2"),
                clique(1, "replicas: 0")))
        .isEqualTo(expected == null ? Map.of() : Map.of("x-1", expected));
  }

  @Test
  void a_set_that_no_longer_wants_domains_says_why_its_pods_are_placed_one_by_one() {
    PodCliqueSet set = set("", 1, "");

    Condition told =
        Conditions.find(
                SetGangs.told(
                        view(set, gang(0, "placementMode: LeaderFirst")),
                        only("native"),
                        set.statusOrEmpty())
                    .conditions(),
                "GangScheduling")
            .orElseThrow();

    assertThat(told.getReason()).isEqualTo("GangNotEnforced");
    assertThat(told.getMessage())
        .isEqualTo(
            "pods are placed one by one: the set had groups with an exclusive-topology; they were"
                + " begun so, and go on so until the set is deleted and applied again");
  }

  @Test
  void a_gang_that_is_made_again_goes_on_as_its_leader_was_placed() {
    assertThat(
            recorded(
                "native",
                set(GROUP, 1, ""),
                gang(0, ""),
                clique(0, "group: {epoch: 0, domain: A}")))
        .isEqualTo(Map.of("x-0", "LEADER_FIRST 0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gateless | placementMode: LeaderFirst | GangNotEnforced | into its domain; the API server drops the topology of PodGroups (feature gate TopologyAwareWorkloadScheduling)
          native   | placementMode: LeaderFirst | GangNotEnforced | into its domain; they were begun so, and go on so until the set is deleted and applied again
          native   | placementMode: Gang        | NativeGangs     | is placed by itself
          """)
  void the_set_says_why_its_gangs_are_not_placed_as_a_whole(
      String scheduler, String status, String reason, String words) {
    PodCliqueSet set = set(GROUP, 1, "");
    Condition told =
        Conditions.find(
                SetGangs.told(view(set, gang(0, status)), only(scheduler), set.statusOrEmpty())
                    .conditions(),
                "GangScheduling")
            .orElseThrow();

    assertThat(told.getReason()).isEqualTo(reason);
    assertThat(told.getMessage()).endsWith(words);
  }
}
