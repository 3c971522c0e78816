package dev.coppice.testkit.oracle;

import static dev.coppice.testkit.recorder.Sketch.pod;
import static dev.coppice.testkit.recorder.Sketch.podClique;
import static dev.coppice.testkit.recorder.Sketch.podGang;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.Script;
import dev.coppice.testkit.recorder.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PodsFollowTheirGangTest {

  private final Script script = new Script();
  private final Sketch set = Sketch.of("PodCliqueSet", "shop", "s1");
  private final Sketch web =
      podClique("shop-0-web", "web").label(Labels.POD_GANG, "shop-0").ownedBy(set);
  private final Sketch gang = podGang("shop-0", "g1", web).ownedBy(set);
  private final Sketch first = pod("shop-0-web-0-a", "p0", web, 0);

  private List<String> findings(Sight sight) {
    return Invariants.check(
            List.of(new RecordedPodRule(new PodsFollowTheirGang(), sight)), script.recording())
        .stream()
        .map(Violation::finding)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_after_its_gang_is_in_order(Sight sight) {
    script.added(set, web, gang, first);

    assertThat(findings(sight)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_pod_before_its_gang_is_reported(Sight sight) {
    script.added(set, web, first, gang);

    assertThat(findings(sight))
        .containsExactly("pod shop-0-web-0-a was created while its set had no PodGang shop-0");
  }

  @ParameterizedTest
  @EnumSource
  void the_gang_of_an_earlier_set_of_the_name_does_not_count(Sight sight) {
    gang.ownedBy(Sketch.of("PodCliqueSet", "shop", "s0"));
    script.added(gang, set, web, first);

    assertThat(findings(sight)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void a_gang_on_its_way_out_does_not_count(Sight sight) {
    script.added(set, gang.terminating(), web, first);

    assertThat(findings(sight)).hasSize(1);
  }

  @Test
  void a_gang_that_went_away_while_the_pod_was_created_counts_for_a_lagging_view() {
    script.added(set, gang, web).deleted(gang).added(first);

    assertThat(findings(Sight.NEWEST)).hasSize(1);
    assertThat(findings(Sight.LAGGING)).isEmpty();
  }

  @Test
  void a_gang_that_was_gone_before_the_podclique_came_counts_for_nobody() {
    script.added(set, gang).deleted(gang).added(web, first);

    assertThat(findings(Sight.LAGGING)).hasSize(1);
  }

  @Test
  void nothing_is_said_when_the_gang_may_have_been_missed() {
    script.added(set, web).missing("PodGang", () -> {}).added(first);

    assertThat(findings(Sight.NEWEST)).isEmpty();
  }

  @Test
  void nothing_is_said_when_the_podclique_is_older_than_the_recording() {
    script.listed(set, web).added(first);

    assertThat(findings(Sight.NEWEST)).isEmpty();
  }

  @Test
  void pods_of_other_owners_need_no_gang() {
    script.added(pod("job-1", "p1", Sketch.of("Job", "job", "j1"), 0));

    assertThat(findings(Sight.NEWEST)).isEmpty();
  }
}
