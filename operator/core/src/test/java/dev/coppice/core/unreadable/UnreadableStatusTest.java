package dev.coppice.core.unreadable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.StatusWrite;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written about a PodClique that cannot be read, and about one whose pods cannot. */
class UnreadableStatusTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final UnreadableStatus<PodClique> STATUS =
      UnreadableStatuses.ofClique(Purpose.unannounced("ERR", "updated", "status"));

  private static PodClique clique(String status) {
    return TestYaml.read(
        "{metadata: {name: c, namespace: n, uid: c, resourceVersion: '7', generation: 3}%s}"
            .formatted(status),
        PodClique.class);
  }

  private static <T extends HasMetadata> T unreadable(T object, String path) {
    new Unreadable(path, "a string, not a number").mark(object);
    return object;
  }

  private static Pod pod(String name) {
    return unreadable(
        TestYaml.read(
            """
            metadata: {name: %1$s, namespace: n, uid: %1$s,
              ownerReferences: [{kind: PodClique, name: c, uid: c, controller: true}]}
            """
                .formatted(name),
            Pod.class),
        "spec.x");
  }

  private static Plan plan(PodClique clique, HasMetadata... others) {
    Snapshot<PodClique> snapshot = Snapshot.of(clique, Observed.of(List.of(others)), Memory.none());
    Plan.Builder plan = Plan.builder(snapshot.failures());
    STATUS.plan(UnreadableParts.of(snapshot), plan, NOW);
    return plan.build();
  }

  private static JsonNode operations(Plan plan) {
    assertThat(plan.actions()).hasSize(1);
    Action.Patch patch = (Action.Patch) plan.actions().getFirst();
    assertThat(patch.subresource()).isEqualTo("status");
    return patch.operations();
  }

  private static List<String> told(Plan plan) {
    List<String> told = new ArrayList<>();
    operations(plan)
        .findValues("value")
        .forEach(value ->
            (value.isArray() ? value : value.path("conditions"))
                .forEach(condition ->
                    told.add(
                        "%s=%s %s %s"
                            .formatted(
                                condition.path("type").asText(),
                                condition.path("status").asText(),
                                condition.path("reason").asText(),
                                condition.path("observedGeneration").asText()))));
    return told;
  }

  /** The clique after the plan, as it would be read. */
  private static PodClique after(PodClique clique, Plan plan) {
    PodCliqueStatus before = clique.statusOrEmpty();
    List<Condition> conditions = new ArrayList<>();
    operations(plan)
        .findValues("value")
        .forEach(value ->
            (value.isArray() ? value : value.path("conditions"))
                .forEach(one -> conditions.add(TestYaml.read(one.toString(), Condition.class))));
    return clique.withStatus(
        PodCliqueStatusBuilder.builder(before)
            .observedGeneration(3L)
            .conditions(conditions)
            .build());
  }

  @Test
  void of_a_status_that_is_there_nothing_but_conditions_is_written_and_only_as_it_was_seen() {
    Plan plan = plan(unreadable(clique(", status: {readyReplicas: 2}"), "spec.minAvailable"));

    assertThat(operations(plan).findValuesAsText("op")).containsExactly("test", "add", "add");
    assertThat(operations(plan).findValuesAsText("path"))
        .containsExactly(
            "/metadata/resourceVersion", "/status/conditions", "/status/observedGeneration");
    assertThat(operations(plan).at("/2/value").asLong()).isEqualTo(3);
    assertThat(told(plan))
        .containsExactly(
            "Ready=False Unreadable 3",
            "Stalled=True Unreadable 3",
            "Valid=False Unreadable 3",
            "Waiting=True Unreadable 3");
    assertThat(plan.events())
        .containsExactly(
            new PlannedEvent(
                true,
                "Unreadable",
                "everything stays as it is: PodClique c cannot be read: spec.minAvailable: a string,"
                    + " not a number"));
  }

  @Test
  void a_first_status_is_written_only_where_there_is_none_that_cannot_be_read() {
    JsonNode operations = operations(plan(unreadable(clique(""), "spec")));

    assertThat(operations.findValuesAsText("path"))
        .containsExactly(
            "/metadata/resourceVersion", "/status", "/status", "/status/observedGeneration");
    assertThat(operations.get(1))
        .hasToString("{\"op\":\"test\",\"path\":\"/status\",\"value\":null}");
    assertThat(operations.at("/2/value/readyReplicas").isInt()).isTrue();
  }

  @Test
  void over_a_status_that_cannot_be_read_nothing_is_written() {
    assertThat(plan(unreadable(clique(""), "status.replicas")).isEmpty()).isTrue();
    assertThat(plan(unreadable(clique(""), "status")).isEmpty()).isTrue();
    assertThat(plan(unreadable(clique(""), "statuses")).isEmpty()).isFalse();
  }

  @Test
  void at_rest_nothing_is_written_or_told() {
    PodClique clique = unreadable(clique(", status: {readyReplicas: 2}"), "spec.minAvailable");

    assertThat(plan(after(clique, plan(clique)))).isEqualTo(Plan.empty());
  }

  @Test
  void of_other_objects_the_first_is_named_and_the_others_are_counted() {
    Plan plan = plan(clique(", status: {}"), pod("b"), pod("a"), pod("c"));

    assertThat(told(plan))
        .containsExactly(
            "Ready=False Unreadable 3", "Stalled=True Unreadable 3", "Waiting=True Unreadable 3");
    assertThat(operations(plan).findValuesAsText("message"))
        .containsOnly(
            "Pod a cannot be read: spec.x: a string, not a number; nor can 2 other objects");
  }

  @Test
  void another_number_of_them_waits_and_is_no_event() {
    PodClique clique = clique(", status: {}");
    PodClique told = after(clique, plan(clique, pod("a")));

    Plan plan = plan(told, pod("a"), pod("b"));

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.requeueAt()).isEqualTo(NOW.plus(StatusWrite.WORDS_INTERVAL));
  }

  @Test
  void an_old_word_about_itself_goes_when_only_others_cannot_be_read() {
    PodClique itself = unreadable(clique(", status: {}"), "spec");
    PodClique repaired = clique(", status: {}").withStatus(after(itself, plan(itself)).getStatus());

    PodClique told = after(repaired, plan(repaired, pod("a")));

    assertThat(Conditions.find(told.statusOrEmpty().conditions(), ConditionTypes.VALID)).isEmpty();
  }

  @Test
  void long_words_are_cut() {
    Plan plan = plan(unreadable(clique(", status: {}"), "spec." + "x".repeat(5_000)));

    assertThat(operations(plan).findValuesAsText("message"))
        .allSatisfy(message -> assertThat(message).hasSizeLessThan(600));
    assertThat(plan.events().getFirst().message()).hasSizeLessThan(700);
  }
}
