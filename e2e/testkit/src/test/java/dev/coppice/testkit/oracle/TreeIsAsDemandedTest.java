package dev.coppice.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TreeIsAsDemandedTest {

  private final WholeTree tree = WholeTree.read();

  private List<String> findings() {
    return new TreeIsAsDemanded().check(tree.recording()).stream().map(Violation::finding).toList();
  }

  @Test
  void a_set_with_all_that_it_demands_is_in_order() {
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "service, PodCliqueSet shop lacks Service shop-0",
    "web, PodCliqueSet shop lacks PodClique shop-0-web",
    "lead-1, PodCliqueSet shop lacks PodClique shop-0-crew-1-lead",
    "base, PodCliqueSet shop lacks PodGang shop-0",
    "scaled, PodCliqueSet shop lacks PodGang shop-0-crew-0",
  })
  void an_object_that_is_missing_is_reported(String missing, String finding) {
    tree.without(missing);

    assertThat(findings()).containsExactly(finding);
  }

  @Test
  void members_of_a_group_that_is_missing_are_missing_too() {
    tree.without("crew");

    assertThat(findings())
        .contains("PodCliqueSet shop lacks PodCliqueScalingGroup shop-0-crew")
        .contains("PodCliqueSet shop lacks PodClique shop-0-crew-0-lead")
        .hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({
    "service, shop-1, Service shop-1",
    "crew, shop-1-crew, PodCliqueScalingGroup shop-1-crew",
    "web, shop-1-web, PodClique shop-1-web",
    "worker-1, shop-0-crew-2-worker, PodClique shop-0-crew-2-worker",
    "scaled, shop-0-crew-1, PodGang shop-0-crew-1",
  })
  void an_object_that_is_left_over_is_reported(String like, String name, String finding) {
    tree.withCopy(like, name);

    assertThat(findings())
        .containsExactly("PodCliqueSet shop has %s, which nothing demands".formatted(finding));
  }

  @Test
  void an_object_on_its_way_out_is_not_there() {
    tree.with("scaled", "/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");

    assertThat(findings()).containsExactly("PodCliqueSet shop lacks PodGang shop-0-crew-0");
  }

  @Test
  void what_is_left_of_an_earlier_set_of_the_name_is_not_there_either() {
    tree.with("base", "/metadata/ownerReferences/0/uid", "another");

    assertThat(findings()).containsExactly("PodCliqueSet shop lacks PodGang shop-0");
  }

  @Test
  void live_replicas_of_a_group_win_over_the_template() {
    tree.with("crew", "/spec/replicas", "1");

    assertThat(findings())
        .containsExactly(
            "PodCliqueSet shop has PodClique shop-0-crew-1-lead, which nothing demands",
            "PodCliqueSet shop has PodClique shop-0-crew-1-worker, which nothing demands",
            "PodCliqueSet shop has PodGang shop-0-crew-0, which nothing demands");
  }

  @Test
  void replicas_of_a_group_that_the_set_needs_have_no_gangs_of_their_own() {
    tree.with("crew", "/spec/minAvailable", "2")
        .with("set", "/spec/template/podCliqueScalingGroups/0/minAvailable", "2");

    assertThat(findings())
        .contains("PodCliqueSet shop has PodGang shop-0-crew-0, which nothing demands")
        .anyMatch(finding -> finding.startsWith("PodClique shop-0-crew-1-lead has"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "web; /metadata/labels/grove.io~1podgang; shop-1; PodClique shop-0-web has",
        "web; /metadata/labels/grove.io~1pod-template-hash; ''; PodClique shop-0-web has",
        "worker-1; /metadata/labels/tier; front; PodClique shop-0-crew-1-worker has",
        "lead-1; /metadata/labels/grove.io~1base-podgang; ; PodClique shop-0-crew-1-lead has",
        "base; /metadata/labels/team; wholesale; PodGang shop-0 has",
        "base; /spec/priorityClassName; ; PodGang shop-0 has",
        "service; /spec/selector/app.kubernetes.io~1part-of; mall; Service shop-0 has",
        "service; /spec/publishNotReadyAddresses; 'false'; Service shop-0 has",
        "crew; /spec/cliqueNames; '[lead]'; PodCliqueScalingGroup shop-0-crew has",
        "web; /spec/roleName; back; PodClique shop-0-web has",
        "web; /spec/minAvailable; 2; PodClique shop-0-web has 2 at /spec/minAvailable, not 1",
        "web; /spec/startsAfter; '[shop-0-crew-0-lead]'; PodClique shop-0-web has",
        "worker-0; /spec/startsAfter; ; PodClique shop-0-crew-0-worker has",
        "worker-1; /spec/startsAfter; '[shop-0-crew-0-lead]'; PodClique shop-0-crew-1-worker has",
        "web; /metadata/ownerReferences/0/uid; crew; PodClique shop-0-web is owned by UID crew",
      })
  void a_wrong_field_is_reported(String uid, String place, String value, String finding) {
    tree.with(uid, place, value == null ? "" : value);

    assertThat(findings()).singleElement().asString().startsWith(finding);
  }

  @Test
  void a_gang_may_carry_what_schedulers_put_there() {
    tree.with("base", "/metadata/labels/grove.io~1queue", "fast");

    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"service", "crew", "web", "worker-1", "base"})
  void what_others_put_beside_our_labels_is_theirs(String uid) {
    tree.with(uid, "/metadata/labels/example.com~1team", "inference");

    assertThat(findings()).isEmpty();
  }

  @Test
  void a_label_that_the_set_hands_on_no_more_is_reported() {
    tree.with("base", "/metadata/labels/stage", "early");
    Recording before = WholeTree.read().with("set", "/metadata/labels/stage", "early").recording();
    Recording both =
        new Recording(
            Stream.of(before, tree.recording()).flatMap(r -> r.events().stream()).toList(),
            List.of());

    assertThat(new TreeIsAsDemanded().check(both))
        .singleElement()
        .matches(violation -> violation.finding().startsWith("PodGang shop-0 has"));
  }

  @Test
  void explicit_parents_are_those_that_the_template_names() {
    tree.with("set", "/spec/template/cliqueStartupType", "CliqueStartupTypeExplicit")
        .with("set", "/spec/template/cliques/0/spec/startsAfter", "[worker]")
        .with("web", "/spec/startsAfter", "[shop-0-crew-0-worker]")
        .with("worker-0", "/spec/startsAfter", "[]")
        .with("worker-1", "/spec/startsAfter", "[]")
        .with("lead-0", "/spec/startsAfter", "[]");

    assertThat(findings()).isEmpty();
  }

  @Test
  void in_any_order_nobody_has_parents() {
    tree.with("set", "/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder")
        .with("worker-0", "/spec/startsAfter", "[]")
        .with("worker-1", "/spec/startsAfter", "[]");

    assertThat(findings())
        .containsExactly(
            "PodClique shop-0-crew-0-lead has [\"shop-0-web\"] at /spec/startsAfter, not []");
  }

  @Test
  void nothing_is_demanded_of_a_set_on_its_way_out() {
    tree.without("base").with("set", "/metadata/deletionTimestamp", "2026-01-01T00:00:00Z");

    assertThat(findings()).isEmpty();
  }
}
