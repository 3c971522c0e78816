package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.LastError;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A podSpec of a PodClique that is not the one that its owner wrote. */
class TemplateDriftScenarioTest {

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  @ParameterizedTest
  @ValueSource(strings = {"s-0-a", "s-0-x-1-b"})
  void no_pod_is_made_from_what_somebody_has_edited(String clique) {
    edit(clique);
    fixture.cluster.delete(fixture.pod(clique, 0));
    fixture.nodes.finishTerminations();
    int pods = fixture.podUids().size();

    // Its owners are away.
    fixture.cliquePasses();
    fixture.cluster.advance(Duration.ofMinutes(1));
    fixture.cliquePasses();

    assertThat(fixture.podUids()).hasSize(pods);
    assertThat(waiting(clique))
        .get()
        .satisfies(condition -> {
          assertThat(condition.getStatus()).isEqualTo("True");
          assertThat(condition.getReason()).isEqualTo(ConditionReasons.TEMPLATE_DRIFT);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"s-0-a", "s-0-x-1-b"})
  void the_owner_writes_the_podspec_again(String clique) {
    PodSpec before = fixture.clique(clique).getSpec().podSpec();
    edit(clique);
    fixture.cluster.delete(fixture.pod(clique, 0));

    fixture.settle();

    assertThat(fixture.clique(clique).getSpec().podSpec()).isEqualTo(before);
    assertThat(update.images()).containsExactlyInAnyOrder("a=old", "b=old", "c=old");
    assertThat(waiting(clique)).isEmpty();
    assertThat(repairs()).containsExactly(clique);
  }

  @Test
  void what_is_found_as_it_was_written_is_not_written_again() {
    edit("s-0-a");
    fixture.cliquePasses();
    fixture.cluster.change(
        fixture.clique("s-0-a"), c -> Policies.withPodSpec(c, spec -> image(spec, "old")));

    fixture.settle();

    assertThat(repairs()).isEmpty();
    assertThat(waiting("s-0-a")).isEmpty();
  }

  @Test
  void an_outdated_member_makes_no_pod_until_its_group_replaces_it() {
    update.changeImage("new", "c");
    edit("s-1-x-2-c");
    PodClique outdated = fixture.clique("s-1-x-2-c");
    fixture.cluster.delete(fixture.pod("s-1-x-2-c", 0));

    update.watch(() -> assertThat(update.images()).doesNotContain("c=edited"));

    assertThat(fixture.clique("s-1-x-2-c").getMetadata().getUid())
        .isNotEqualTo(outdated.getMetadata().getUid());
    assertThat(repairs()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v0-bcdfghjklm"})
  void a_hash_that_says_nothing_is_no_drift(String hash) {
    List<String> pods = fixture.podUids();
    int before = fixture.actions().size();
    fixture
        .cluster
        .all(PodClique.class)
        .toList()
        .forEach(clique -> fixture.cluster.change(clique, seen -> noting(seen, hash)));

    fixture.settle();

    assertThat(fixture.cluster.all(PodClique.class))
        .extracting(clique -> clique.getMetadata().getAnnotations().get(Annotations.POD_SPEC_HASH))
        .allMatch(noted -> noted.startsWith("v1-"));
    assertThat(fixture.actionsSince(before))
        .hasOnlyElementsOfType(Action.Patch.class)
        .hasSize(fixture.names(PodClique.class).size());
    assertThat(fixture.podUids()).isEqualTo(pods);
  }

  @Test
  void what_a_policy_fills_into_podspecs_is_what_pods_are_made_from() {
    SetFixture filled = new SetFixture(UpdateFixture.TWO_LEVELS);
    filled.cluster.enforce(
        Policies.onPodSpecs(
            spec -> new PodSpecBuilder(spec).withNodeSelector(Map.of("zone", "a")).build()));

    filled.settle();

    assertThat(filled.cluster.all(Pod.class))
        .hasSize(24)
        .allMatch(pod -> pod.getSpec().getNodeSelector().equals(Map.of("zone", "a")));
    assertThat(filled.status().lastErrors()).isEmpty();
    int before = filled.actions().size();
    filled.controllersFor(Duration.ofMinutes(5));
    assertThat(filled.actionsSince(before)).isEmpty();
  }

  @Test
  void what_somebody_edits_beside_what_a_policy_fills_in_is_put_back() {
    UnaryOperator<PodSpec> filling =
        spec -> new PodSpecBuilder(spec).withNodeSelector(Map.of("zone", "a")).build();
    SetFixture filled = new SetFixture(UpdateFixture.TWO_LEVELS);
    filled.cluster.enforce(Policies.onPodSpecs(filling));
    filled.settle();

    filled.cluster.change(
        filled.clique("s-0-a"), c -> Policies.withPodSpec(c, spec -> image(spec, "edited")));
    filled.cluster.delete(filled.pod("s-0-a", 0));
    filled.settle();

    assertThat(filled.clique("s-0-a").getSpec().podSpec())
        .isEqualTo(filled.clique("s-1-a").getSpec().podSpec());
    assertThat(new UpdateFixture(filled).images())
        .containsExactlyInAnyOrder("a=old", "b=old", "c=old");
  }

  @Test
  void a_policy_that_rewrites_podspecs_is_named_and_not_fought() {
    SetFixture rewritten = new SetFixture(UpdateFixture.TWO_LEVELS);
    rewritten.cluster.enforce(Policies.onPodSpecs(spec -> image(spec, "mirror")));

    rewritten.settle();

    assertThat(new UpdateFixture(rewritten).images())
        .containsExactlyInAnyOrder("a=mirror", "b=mirror", "c=mirror");
    assertThat(Conditions.isTrue(rewritten.status().conditions(), ConditionTypes.AVAILABLE))
        .isTrue();
    assertThat(rewritten.status().lastErrors())
        .extracting(LastError::description)
        .containsExactly(
            "PodClique: /spec/podSpec/containers/0/image was set to \"old\" and has become"
                + " \"mirror\"");
    int before = rewritten.actions().size();
    rewritten.controllersFor(Duration.ofMinutes(5));
    assertThat(rewritten.actionsSince(before)).isEmpty();
  }

  private void edit(String clique) {
    fixture.cluster.change(
        fixture.clique(clique), c -> Policies.withPodSpec(c, spec -> image(spec, "edited")));
  }

  private static PodSpec image(PodSpec spec, String image) {
    return new PodSpecBuilder(spec).editFirstContainer().withImage(image).endContainer().build();
  }

  private static PodClique noting(PodClique clique, String hash) {
    Map<String, String> annotations = new TreeMap<>(clique.getMetadata().getAnnotations());
    annotations.remove(Annotations.POD_SPEC_HASH);
    if (!hash.isEmpty()) {
      annotations.put(Annotations.POD_SPEC_HASH, hash);
    }
    PodClique changed = Policies.withPodSpec(clique, UnaryOperator.identity());
    changed.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata()).withAnnotations(annotations).build());
    return changed;
  }

  private List<String> repairs() {
    return fixture.actions().stream()
        .filter(action -> EventReasons.TEMPLATE_REPAIRED.equals(action.purpose().successReason()))
        .filter(action -> action.purpose().remarkable())
        .map(action -> action.target().name())
        .toList();
  }

  private Optional<Condition> waiting(String clique) {
    return Conditions.find(
            fixture.clique(clique).statusOrEmpty().conditions(), ConditionTypes.WAITING)
        .filter(condition -> "True".equals(condition.getStatus()));
  }
}
