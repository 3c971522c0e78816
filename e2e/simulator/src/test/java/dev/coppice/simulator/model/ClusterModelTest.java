package dev.coppice.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterModelTest {

  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "did", "thing");
  private static final Instant START = Instant.parse("2026-08-19T10:00:00.250Z");

  private final ClusterModel cluster = new ClusterModel(START);
  private final ModelNodes nodes = new ModelNodes(cluster);
  private PodClique clique;

  @BeforeEach
  void create_a_clique() {
    PodClique fresh = new PodClique();
    fresh.setMetadata(new ObjectMetaBuilder().withNamespace("n").withName("c").build());
    fresh.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).replicas(1).build());
    clique = cluster.create(fresh);
  }

  private Pod pod(String name, HasMetadata owner) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .withLabels(Map.of("app", name))
        .withOwnerReferences(Ownership.controllerReference(owner))
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private Outcome delete(HasMetadata object) {
    return cluster
        .apply(
            new Action.Delete(ObjectKey.of(object), object.getMetadata().getUid(), null, PURPOSE))
        .outcome();
  }

  private Outcome patch(HasMetadata object, JsonPatch patch) {
    return cluster
        .apply(
            new Action.Patch(
                ObjectKey.of(object),
                object.getMetadata().getUid(),
                patch.operations(),
                null,
                PURPOSE))
        .outcome();
  }

  private PodClique stored() {
    return cluster.find(PodClique.class, "n", "c").orElseThrow();
  }

  @Test
  void gives_a_new_object_its_identity() {
    assertThat(clique.getMetadata().getUid()).isNotEmpty();
    assertThat(clique.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(clique.getMetadata().getCreationTimestamp()).isEqualTo("2026-08-19T10:00:00Z");
  }

  @Test
  void answers_a_second_create_with_what_exists() {
    Pod first = cluster.create(pod("a", clique));

    Answer answer = cluster.apply(new Action.Create(pod("a", clique), PURPOSE));

    assertThat(answer.outcome()).isEqualTo(new Outcome.AlreadyExists(first));
  }

  @Test
  void raises_the_generation_with_the_specification_only() {
    patch(clique, JsonPatch.create().add("/metadata/labels", Map.of("a", "b")));
    assertThat(stored().getMetadata().getGeneration()).isEqualTo(1);

    patch(clique, JsonPatch.create().add("/spec/replicas", 4));

    assertThat(stored().getMetadata().getGeneration()).isEqualTo(2);
    assertThat(stored().getSpec().replicas()).isEqualTo(4);
  }

  @Test
  void refuses_a_patch_whose_test_fails_as_a_conflict() {
    Outcome outcome =
        patch(clique, JsonPatch.create().test("/spec/replicas", 9).add("/spec/replicas", 4));

    assertThat(outcome).isEqualTo(new Outcome.Conflict());
    assertThat(stored()).isEqualTo(clique);
  }

  @Test
  void keeps_the_resource_version_when_nothing_changes() {
    patch(clique, JsonPatch.create().add("/spec/replicas", 1));

    assertThat(stored().getMetadata().getResourceVersion())
        .isEqualTo(clique.getMetadata().getResourceVersion());
  }

  @Test
  void writes_a_status_as_json_can_hold_it_and_nothing_else() {
    PodClique written = new PodClique();
    written.setMetadata(clique.getMetadata());
    written.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(99).build());
    written.setStatus(
        PodCliqueStatusBuilder.builder()
            .podFailures(List.of(new PodFailure(0, 1, START, "a")))
            .build());

    cluster.apply(new Action.PutStatus(written, false, PURPOSE));

    assertThat(stored().getSpec().replicas()).isEqualTo(1);
    assertThat(stored().statusOrEmpty().podFailures())
        .containsExactly(new PodFailure(0, 1, Instant.parse("2026-08-19T10:00:00Z"), "a"));
  }

  @Test
  void refuses_a_status_that_was_computed_from_an_older_version() {
    patch(clique, JsonPatch.create().add("/spec/replicas", 4));

    Answer answer = cluster.apply(new Action.PutStatus(clique, false, PURPOSE));

    assertThat(answer.outcome()).isEqualTo(new Outcome.Conflict());
  }

  @Test
  void takes_a_pod_without_a_node_away_at_once() {
    Pod pod = cluster.create(pod("a", clique));

    assertThat(delete(pod)).isEqualTo(new Outcome.Deleted(null));
    assertThat(cluster.all(Pod.class)).isEmpty();
  }

  @Test
  void lets_a_pod_on_a_node_end_gracefully() {
    cluster.create(pod("a", clique));
    nodes.runAll();
    Pod running = cluster.all(Pod.class).findFirst().orElseThrow();

    assertThat(delete(running))
        .isInstanceOfSatisfying(
            Outcome.Deleted.class,
            deleted ->
                assertThat(deleted.remaining().getMetadata().getDeletionTimestamp())
                    .isEqualTo("2026-08-19T10:00:30Z"));
    nodes.finishTerminations();
    assertThat(cluster.all(Pod.class)).isEmpty();
  }

  @Test
  void deletes_only_what_was_meant() {
    Outcome wrongUid =
        cluster.apply(new Action.Delete(ObjectKey.of(clique), "other", null, PURPOSE)).outcome();
    Outcome wrongVersion =
        cluster
            .apply(
                new Action.Delete(
                    ObjectKey.of(clique), clique.getMetadata().getUid(), "999", PURPOSE))
            .outcome();

    assertThat(List.of(wrongUid, wrongVersion)).containsOnly(new Outcome.Conflict());
    assertThat(cluster.all(PodClique.class)).hasSize(1);
  }

  @Test
  void collects_what_an_object_owned() {
    cluster.create(pod("a", clique));
    nodes.bindAll();
    cluster.create(pod("b", clique));

    delete(clique);

    assertThat(cluster.all(Pod.class))
        .singleElement()
        .satisfies(pod -> {
          assertThat(pod.getMetadata().getName()).isEqualTo("a");
          assertThat(Ownership.isTerminating(pod)).isTrue();
        });
  }

  @Test
  void holds_an_object_until_its_last_finalizer_is_gone() {
    patch(clique, JsonPatch.create().add("/metadata/finalizers", List.of("example.com/hold")));
    delete(clique);
    assertThat(Ownership.isTerminating(stored())).isTrue();

    patch(clique, JsonPatch.create().remove("/metadata/finalizers/0"));

    assertThat(cluster.all(PodClique.class)).isEmpty();
  }

  @Test
  void starts_no_further_create_of_a_kind_after_it_was_forbidden() {
    cluster.refuse(Action.Create.class::isInstance, 403, "exceeded quota");
    Plan.Builder plan = Plan.builder(Failures.none());
    IntStream.range(0, 3).forEach(i -> plan.add(new Action.Create(pod("p" + i, clique), PURPOSE)));

    List<Answer> answers = cluster.apply(plan.build());

    assertThat(answers)
        .extracting(Answer::outcome)
        .containsExactly(
            new Outcome.Refused(403, "exceeded quota"),
            new Outcome.Skipped(),
            new Outcome.Skipped());
  }

  @Test
  void reads_by_name_and_by_label() {
    Pod pod = cluster.create(pod("a", clique));
    cluster.create(pod("b", clique));

    Answer answer =
        cluster.apply(
            new Action.Read(
                List.of(
                    new LiveRead.Get(ObjectKey.of(clique)),
                    new LiveRead.Get(new ObjectKey(PodClique.class, "n", "absent")),
                    new LiveRead.ListOf(Pod.class, "n", Map.of("app", "a"))),
                PURPOSE));

    assertThat(answer.outcome()).isEqualTo(new Outcome.Found(List.of(clique, pod)));
  }

  @Test
  void moves_its_clock_only_when_told() {
    cluster.advance(Duration.ofSeconds(3));

    assertThat(cluster.clock().instant()).isEqualTo(START.plusSeconds(3));
  }
}
