package dev.coppice.testkit.oracle;

import static dev.coppice.api.Annotations.EXCLUSIVE_TOPOLOGY;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static dev.coppice.testkit.recorder.Sketch.podGang;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GatesFollowTheBaseGangTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1");
  private final Sketch group = Sketch.of("PodCliqueScalingGroup", "shop-0-crew", "g1").ownedBy(set);
  private final Sketch web = podClique("shop-0-web", "web").ownedBy(set).replicas(3);
  private final Sketch lead = podClique("shop-0-crew-0-lead", "lead").ownedBy(group).replicas(1);
  private final Sketch extra =
      podClique("shop-0-crew-1-lead", "extra")
          .label(Labels.BASE_POD_GANG, "shop-0")
          .ownedBy(group)
          .replicas(1);
  private final Sketch base = podGang("shop-0", "base", web, lead).ownedBy(set);
  private final Sketch scaled = podGang("shop-0-crew-0", "scaled", extra).ownedBy(set);
  private final Sketch pod =
      Sketch.pod("shop-0-crew-1-lead-0-a", "p0", extra, 0)
          .label(Labels.POD_GANG, "shop-0-crew-0")
          .gated();

  @BeforeEach
  void the_base_gang_needs_two_pods_of_web_and_one_lead() {
    web.spec().put("minAvailable", 2);
    script.added(set, group, web, lead, extra);
  }

  private List<String> findings(Sight sight) {
    return Invariants.check(
            List.of(new RecordedPodRule(new GatesFollowTheBaseGang(), sight)), script.recording())
        .stream()
        .map(Violation::finding)
        .toList();
  }

  private static Sketch scheduled(Sketch clique, int count) {
    return clique.status("scheduledReplicas", count);
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_let_go_after_every_clique_of_the_base_gang_is_in_order(Sight sight) {
    script.added(base, scaled, pod).modified(scheduled(web, 2), scheduled(lead, 1), pod.ungated());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_keeps_its_gate_is_in_order(Sight sight) {
    script.added(base, scaled, pod).modified(scheduled(web, 2), pod.phase("Pending"));

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_that_is_let_go_before_one_clique_of_the_base_gang_is_reported(Sight sight) {
    script
        .added(base, scaled, pod)
        .modified(scheduled(web, 1), scheduled(lead, 1), pod.ungated())
        .modified(scheduled(web, 2));

    assertThat(findings(sight))
        .containsExactly(
            "pod shop-0-crew-1-lead-0-a was let go before the base PodGang shop-0 was scheduled");
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_without_a_gate_from_the_start_is_let_go_by_its_creation(Sight sight) {
    script.added(base, scaled, pod.ungated()).modified(scheduled(web, 2), scheduled(lead, 1));

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void a_later_pod_needs_no_gate(Sight sight) {
    script.added(base, scaled).modified(scheduled(web, 2), scheduled(lead, 1)).added(pod.ungated());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void without_a_base_gang_no_pod_may_go(Sight sight) {
    script.modified(scheduled(web, 2), scheduled(lead, 1)).added(scaled, pod);
    script.modified(pod.ungated());

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void a_base_gang_of_nothing_or_of_another_set_lets_no_pod_go(Sight sight) {
    script
        .modified(scheduled(web, 2), scheduled(lead, 1))
        .added(podGang("shop-0", "empty").ownedBy(set), scaled, pod)
        .deleted(podGang("shop-0", "empty").ownedBy(set))
        .added(base.ownedBy(Sketch.of("PodCliqueSet", "shop", "s0")))
        .modified(pod.ungated());

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_scaled_below_its_minimum_needs_no_more_than_it_asks_for(Sight sight) {
    script
        .added(base, scaled, pod)
        .modified(scheduled(web.scaled(1), 1), scheduled(lead, 1), pod.ungated());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_clique_of_an_earlier_group_of_the_name_does_not_count(Sight sight) {
    Sketch old = Sketch.of("PodCliqueScalingGroup", "shop-0-crew", "g0");
    Sketch leftover = podClique("shop-0-crew-0-lead", "left").ownedBy(old).replicas(1);
    script.deleted(lead).added(scheduled(leftover, 1));
    script.added(base, scaled, pod).modified(scheduled(web, 2), pod.ungated());

    assertThat(findings(sight)).hasSize(1);
  }

  @Test
  void a_pod_that_the_base_gang_lost_meanwhile_counts_for_a_lagging_view() {
    script
        .added(base, scaled, pod)
        .modified(scheduled(web, 2), scheduled(lead, 1))
        .modified(scheduled(web, 1), pod.ungated());

    assertThat(findings(Sight.NEWEST)).hasSize(1);
    assertThat(findings(Sight.LAGGING)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_of_the_base_gang_needs_no_gate(Sight sight) {
    Sketch own = Sketch.pod("shop-0-web-0-b", "p1", web, 0).label(Labels.POD_GANG, "shop-0");
    script.added(base, own);

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_of_a_group_that_wants_a_domain_for_itself_may_have_a_gate(Sight sight) {
    Sketch alone =
        podClique("shop-0-solo", "solo").ownedBy(set).annotation(EXCLUSIVE_TOPOLOGY, "block");
    script.added(alone, base, Sketch.pod("shop-0-solo-0-b", "p1", alone, 0).gated());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_of_the_base_gang_with_a_gate_is_reported(Sight sight) {
    Sketch own = Sketch.pod("shop-0-web-0-b", "p1", web, 0).label(Labels.POD_GANG, "shop-0");
    script.added(base, own.gated());

    assertThat(findings(sight))
        .containsExactly("pod shop-0-web-0-b of a base gang was created with a gate");
  }

  @ParameterizedTest
  @EnumSource
  void where_a_scheduler_places_gangs_the_record_of_the_set_lets_a_pod_go(Sight sight) {
    script
        .added(base, scaled.placement(extra, 1), pod)
        .modified(scheduled(web, 2), scheduled(lead, 1))
        .modified(scheduled(web, 0))
        .modified(scaled.released(), pod.ungated());

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void where_a_scheduler_places_gangs_no_report_lets_a_pod_go(Sight sight) {
    script
        .added(base, scaled.placement(extra, 1), pod)
        .modified(scheduled(web, 2), scheduled(lead, 1), pod.ungated());

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void only_pods_beyond_the_members_of_a_base_gang_are_made_with_a_gate(int index, int objections) {
    Sketch own =
        Sketch.pod("shop-0-web-x", "p1", web, index).label(Labels.POD_GANG, "shop-0").gated();
    script.added(base.placement(web, 1), own);

    assertThat(findings(Sight.NEWEST)).hasSize(objections);
  }
}
