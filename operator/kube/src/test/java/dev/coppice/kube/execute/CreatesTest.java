package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.lost;
import static dev.coppice.kube.client.FakeApiServer.namespaceTerminating;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.creating;
import static dev.coppice.kube.execute.ExecutorFixture.plan;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CreatesTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  private static final Reply ALREADY_EXISTS =
      refusal(409, "AlreadyExists", "pods \\\"a\\\" already exists");

  @Test
  void hand_a_created_object_to_the_caches() {
    cluster.api.on(Verb.CREATE, PODS, answer(201, cluster.json(pod("a", "uid-a"))));

    Outcome outcome = cluster.apply(creating("a"));

    assertThat(outcome).isEqualTo(new Outcome.Done(pod("a", "uid-a")));
    assertThat(cluster.recent).containsExactly(pod("a", "uid-a"));
  }

  @Test
  void read_the_object_whose_name_is_taken() {
    cluster.api.on(Verb.CREATE, PODS, ALREADY_EXISTS);
    cluster.api.on(Verb.GET, PODS + "/a", answer(200, cluster.json(pod("a", "uid-b"))));

    assertThat(cluster.apply(creating("a")))
        .isEqualTo(new Outcome.AlreadyExists(pod("a", "uid-b")));
  }

  @Test
  void conflict_when_the_object_in_their_place_has_just_gone() {
    cluster.api.on(Verb.CREATE, PODS, ALREADY_EXISTS);
    cluster.api.on(Verb.GET, PODS + "/a", refusal(404, "NotFound", "pods a not found"));

    assertThat(cluster.apply(creating("a"))).isEqualTo(new Outcome.Conflict());
  }

  @Test
  void conflict_when_something_else_than_the_name_collides() {
    cluster.api.on(Verb.CREATE, PODS, refusal(409, "Conflict", "resourcequotas changed"));

    assertThat(cluster.apply(creating("a"))).isEqualTo(new Outcome.Conflict());
  }

  @Test
  void are_repeated_under_the_same_name_while_their_outcome_is_unknown() {
    cluster.api.on(Verb.CREATE, PODS, lost(), refusal(504, "Timeout", "timed out"), ALREADY_EXISTS);
    cluster.api.on(Verb.GET, PODS + "/a", answer(200, cluster.json(pod("a", "uid-a"))));

    Outcome outcome = cluster.apply(creating("a"));

    assertThat(outcome).isEqualTo(new Outcome.AlreadyExists(pod("a", "uid-a")));
    assertThat(cluster.api.calls()).hasSize(4);
    assertThat(cluster.api.calls().subList(0, 3)).containsOnly(cluster.api.calls().getFirst());
  }

  @Test
  void stay_unknown_when_no_repetition_is_answered() {
    cluster.api.on(Verb.CREATE, PODS, lost());

    assertThat(cluster.apply(creating("a"))).isEqualTo(new Outcome.Unknown("connection reset"));
    assertThat(cluster.api.calls()).hasSize(ObjectWriter.CREATE_ATTEMPTS);
  }

  @Test
  void are_refused_when_their_namespace_or_kind_is_missing() {
    cluster.api.on(Verb.CREATE, PODS, refusal(404, "NotFound", "namespaces ns not found"));

    assertThat(cluster.apply(creating("a")))
        .isEqualTo(new Outcome.Refused(404, "namespaces ns not found"));
  }

  @Test
  void of_a_kind_stop_after_the_first_one_that_is_forbidden() {
    cluster.api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
    Executor one = cluster.inParallel(1);

    List<Answer> answers =
        one.apply(plan(creating("a"), creating("b"), creating("c")), cluster.recent::add);

    assertThat(answers)
        .extracting(Answer::outcome)
        .containsExactly(
            new Outcome.Refused(403, "exceeded quota"),
            new Outcome.Skipped(),
            new Outcome.Skipped());
    assertThat(cluster.api.calls()).hasSize(1);
  }

  @Test
  void of_all_kinds_stop_after_the_first_one_in_a_namespace_that_is_being_deleted() {
    cluster.api.on(Verb.CREATE, PODS, namespaceTerminating());
    Executor one = cluster.inParallel(1);
    Action other =
        new Action.Create(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("c")
                .and()
                .build(),
            PURPOSE);

    List<Answer> answers =
        one.apply(plan(creating("a"), creating("b"), other), cluster.recent::add);

    assertThat(answers)
        .extracting(Answer::outcome)
        .containsExactly(
            new Outcome.NamespaceTerminating("it is being terminated"),
            new Outcome.Skipped(),
            new Outcome.Skipped());
    assertThat(cluster.api.calls()).hasSize(1);
  }

  @Test
  void send_one_ahead_after_a_reconcile_that_was_refused() {
    cluster.api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
    Action[] creates =
        IntStream.range(0, 100).mapToObj(i -> creating("p" + i)).toArray(Action[]::new);

    List<Answer> answers =
        cluster.inParallel(4).applyCautiously(plan(creates), cluster.recent::add);

    assertThat(answers).hasSize(100);
    assertThat(cluster.api.calls()).hasSize(1);
  }

  @Test
  void of_other_kinds_go_on_after_one_that_is_forbidden() {
    cluster.api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
    cluster.api.on(
        Verb.CREATE,
        "/api/v1/namespaces/ns/configmaps",
        answer(201, "{\"metadata\":{\"name\":\"m\",\"namespace\":\"ns\"}}"));
    Action.Create other =
        new Action.Create(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("m")
                .endMetadata()
                .build(),
            PURPOSE);

    List<Answer> answers =
        cluster.inParallel(1).apply(plan(creating("a"), other), cluster.recent::add);

    assertThat(answers.getLast().outcome()).isInstanceOf(Outcome.Done.class);
  }

  @Test
  void go_on_after_one_that_only_met_a_server_error() {
    cluster.api.on(
        Verb.CREATE,
        PODS,
        refusal(500, "InternalError", "etcd"),
        answer(201, cluster.json(pod("b", "uid-b"))));

    List<Answer> answers =
        cluster.inParallel(1).apply(plan(creating("a"), creating("b")), cluster.recent::add);

    assertThat(answers)
        .extracting(Answer::outcome)
        .containsExactly(new Outcome.Refused(500, "etcd"), new Outcome.Done(pod("b", "uid-b")));
  }
}
