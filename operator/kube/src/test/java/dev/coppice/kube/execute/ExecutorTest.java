package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.lost;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.ObjectKey;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Plan;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Query;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.FakeApiServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExecutorTest {

  private static final String PODS = "/api/v1/namespaces/ns/pods";
  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "touched", "pod");
  private static final Reply ALREADY_EXISTS =
      refusal(409, "AlreadyExists", "pods \\\"a\\\" already exists");

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final FakeApiServer api = new FakeApiServer();
  private final List<HasMetadata> recent = new CopyOnWriteArrayList<>();
  private final Executor executor = new Executor(api, serialization, 4);

  @Nested
  class Creates {

    @Test
    void hand_a_created_object_to_the_caches() {
      api.on(Verb.CREATE, PODS, answer(201, json(pod("a", "uid-a"))));

      Outcome outcome = apply(create("a"));

      assertThat(outcome).isEqualTo(new Outcome.Done(pod("a", "uid-a")));
      assertThat(recent).containsExactly(pod("a", "uid-a"));
    }

    @Test
    void read_the_object_whose_name_is_taken() {
      api.on(Verb.CREATE, PODS, ALREADY_EXISTS);
      api.on(Verb.GET, PODS + "/a", answer(200, json(pod("a", "uid-b"))));

      assertThat(apply(create("a"))).isEqualTo(new Outcome.Exists(pod("a", "uid-b")));
    }

    @Test
    void conflict_when_the_object_in_their_place_has_just_gone() {
      api.on(Verb.CREATE, PODS, ALREADY_EXISTS);
      api.on(Verb.GET, PODS + "/a", refusal(404, "NotFound", "pods a not found"));

      assertThat(apply(create("a"))).isEqualTo(new Outcome.Conflict());
    }

    @Test
    void conflict_when_something_else_than_the_name_collides() {
      api.on(Verb.CREATE, PODS, refusal(409, "Conflict", "resourcequotas changed"));

      assertThat(apply(create("a"))).isEqualTo(new Outcome.Conflict());
    }

    @Test
    void are_repeated_under_the_same_name_while_their_outcome_is_unknown() {
      api.on(Verb.CREATE, PODS, lost(), refusal(504, "Timeout", "timed out"), ALREADY_EXISTS);
      api.on(Verb.GET, PODS + "/a", answer(200, json(pod("a", "uid-a"))));

      Outcome outcome = apply(create("a"));

      assertThat(outcome).isEqualTo(new Outcome.Exists(pod("a", "uid-a")));
      assertThat(api.calls()).hasSize(4);
      assertThat(api.calls().subList(0, 3)).containsOnly(api.calls().getFirst());
    }

    @Test
    void stay_unknown_when_no_repetition_is_answered() {
      api.on(Verb.CREATE, PODS, lost());

      assertThat(apply(create("a"))).isEqualTo(new Outcome.Unknown("connection reset"));
      assertThat(api.calls()).hasSize(ObjectWriter.CREATE_ATTEMPTS);
    }

    @Test
    void are_refused_when_their_namespace_or_kind_is_missing() {
      api.on(Verb.CREATE, PODS, refusal(404, "NotFound", "namespaces ns not found"));

      assertThat(apply(create("a"))).isEqualTo(new Outcome.Refused(404, "namespaces ns not found"));
    }

    @Test
    void of_a_kind_stop_after_the_first_one_that_is_forbidden() {
      api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
      Executor one = new Executor(api, serialization, 1);

      List<Answer> answers = one.apply(plan(create("a"), create("b"), create("c")), recent::add);

      assertThat(answers)
          .extracting(Answer::outcome)
          .containsExactly(
              new Outcome.Refused(403, "exceeded quota"),
              new Outcome.Skipped(),
              new Outcome.Skipped());
      assertThat(api.calls()).hasSize(1);
    }

    @Test
    void send_one_ahead_after_a_pass_that_was_refused() {
      api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
      Action[] creates =
          IntStream.range(0, 100).mapToObj(i -> create("p" + i)).toArray(Action[]::new);

      List<Answer> answers = executor.applyCautiously(plan(creates), recent::add);

      assertThat(answers).hasSize(100);
      assertThat(api.calls()).hasSize(1);
    }

    @Test
    void of_other_kinds_go_on_after_one_that_is_forbidden() {
      api.on(Verb.CREATE, PODS, refusal(403, "Forbidden", "exceeded quota"));
      api.on(
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
          new Executor(api, serialization, 1).apply(plan(create("a"), other), recent::add);

      assertThat(answers.getLast().outcome()).isInstanceOf(Outcome.Done.class);
    }

    @Test
    void go_on_after_one_that_only_met_a_server_error() {
      api.on(
          Verb.CREATE,
          PODS,
          refusal(500, "InternalError", "etcd"),
          answer(201, json(pod("b", "uid-b"))));

      List<Answer> answers =
          new Executor(api, serialization, 1).apply(plan(create("a"), create("b")), recent::add);

      assertThat(answers)
          .extracting(Answer::outcome)
          .containsExactly(new Outcome.Refused(500, "etcd"), new Outcome.Done(pod("b", "uid-b")));
    }
  }

  @Nested
  class Patches {

    private static final String STATUS = PODS + "/a/status";

    @Test
    void begin_with_a_test_on_the_uid() throws Exception {
      api.on(Verb.PATCH, STATUS, answer(200, json(pod("a", "uid-a"))));

      apply(patch());

      Call call = api.calls().getFirst();
      assertThat(call.contentType()).isEqualTo("application/json-patch+json");
      assertThat(new ObjectMapper().readTree(call.body()))
          .isEqualTo(
              new ObjectMapper()
                  .readTree(
                      """
                      [{"op":"test","path":"/metadata/uid","value":"uid-a"},
                       {"op":"remove","path":"/status/phase"}]\
                      """));
    }

    @Test
    void conflict_when_they_do_not_apply_to_the_object_as_it_is() {
      api.on(
          Verb.PATCH,
          STATUS,
          refusal(
              422, "Invalid", "the server rejected our request due to an error in our request"));

      assertThat(apply(patch())).isEqualTo(new Outcome.Conflict());
    }

    @Test
    void are_refused_when_their_result_is_invalid() {
      api.on(
          Verb.PATCH,
          STATUS,
          answer(
              422,
              """
              {"kind":"Status","reason":"Invalid","message":"Pod a is invalid: status: bad",
               "details":{"causes":[{"field":"status"}]}}\
              """));

      assertThat(apply(patch()))
          .isEqualTo(new Outcome.Refused(422, "Pod a is invalid: status: bad"));
    }

    @Test
    void find_the_object_absent() {
      api.on(Verb.PATCH, STATUS, refusal(404, "NotFound", "gone"));

      assertThat(apply(patch())).isEqualTo(new Outcome.Absent());
    }

    private Action patch() {
      return new Action.Patch(
          key("a"),
          "uid-a",
          JsonNodeFactory.instance
              .arrayNode()
              .add(
                  JsonNodeFactory.instance
                      .objectNode()
                      .put("op", "remove")
                      .put("path", "/status/phase")),
          "status",
          PURPOSE);
    }
  }

  @Nested
  class Deletes {

    private static final String POD = PODS + "/a";

    @Test
    void carry_their_preconditions_and_leave_dependents_to_the_background() throws Exception {
      api.on(Verb.DELETE, POD, answer(200, "{\"kind\":\"Status\",\"status\":\"Success\"}"));

      Outcome outcome = apply(new Action.Delete(key("a"), "uid-a", "7", PURPOSE));

      assertThat(outcome).isEqualTo(new Outcome.Deleted(null));
      assertThat(new ObjectMapper().readTree(api.calls().getFirst().body()))
          .isEqualTo(
              new ObjectMapper()
                  .readTree(
                      """
                      {"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background",
                       "preconditions":{"uid":"uid-a","resourceVersion":"7"}}\
                      """));
    }

    @Test
    void hand_a_pod_that_is_still_stopping_to_the_caches() {
      Pod stopping = pod("a", "uid-a");
      stopping.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
      api.on(Verb.DELETE, POD, answer(200, json(stopping)));

      Outcome outcome = apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE));

      assertThat(outcome).isEqualTo(new Outcome.Deleted(stopping));
      assertThat(recent).containsExactly(stopping);
    }

    @Test
    void succeed_when_the_object_is_gone_already() {
      api.on(Verb.DELETE, POD, refusal(404, "NotFound", "gone"));

      assertThat(apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE)))
          .isEqualTo(new Outcome.Deleted(null));
    }

    @Test
    void conflict_when_a_precondition_fails() {
      api.on(Verb.DELETE, POD, refusal(409, "Conflict", "the UID in the precondition differs"));

      assertThat(apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE)))
          .isEqualTo(new Outcome.Conflict());
    }
  }

  @Nested
  class StatusWrites {

    private static final String STATUS = PODS + "/a/status";

    @Test
    void put_the_object_once_under_its_version() {
      api.on(Verb.UPDATE, STATUS, answer(200, json(pod("a", "uid-a"))));
      Pod seen = pod("a", "uid-a");
      seen.getMetadata().setResourceVersion("41");

      Outcome outcome = apply(new Action.PutStatus(seen, false, PURPOSE));

      assertThat(outcome).isInstanceOf(Outcome.Done.class);
      assertThat(api.calls()).singleElement().satisfies(c -> assertThat(c.body()).contains("41"));
    }

    @Test
    void are_not_repeated_after_a_conflict() {
      api.on(Verb.UPDATE, STATUS, refusal(409, "Conflict", "changed"));

      assertThat(apply(new Action.PutStatus(pod("a", "uid-a"), false, PURPOSE)))
          .isEqualTo(new Outcome.Conflict());
      assertThat(api.calls()).hasSize(1);
    }
  }

  @Nested
  class Reads {

    @Test
    void find_what_exists_and_leave_out_what_does_not() {
      String list = PODS + "?%slabelSelector=grove.io%%2Fpodclique%%3Dq&limit=500";
      api.on(Verb.GET, PODS + "/a", refusal(404, "NotFound", "gone"));
      api.on(Verb.GET, PODS + "/b", answer(200, json(pod("b", "uid-b"))));
      api.on(Verb.LIST, list.formatted(""), answer(200, page("next", pod("c", "uid-c"))));
      api.on(Verb.LIST, list.formatted("continue=next&"), answer(200, page("", pod("d", "uid-d"))));
      Action.Read read =
          new Action.Read(
              List.of(
                  new Query.Get(key("a")),
                  new Query.Get(key("b")),
                  new Query.ListOf(Pod.class, "ns", Map.of("grove.io/podclique", "q"))),
              PURPOSE);

      assertThat(apply(read))
          .isEqualTo(
              new Outcome.Found(List.of(pod("b", "uid-b"), pod("c", "uid-c"), pod("d", "uid-d"))));
    }

    @Test
    void end_with_the_first_thing_that_goes_wrong() {
      api.on(Verb.GET, PODS + "/a", refusal(403, "Forbidden", "not you"));

      assertThat(apply(new Action.Read(List.of(new Query.Get(key("a"))), PURPOSE)))
          .isEqualTo(new Outcome.Refused(403, "not you"));
    }

    private String page(String next, Pod pod) {
      return "{\"metadata\":{\"continue\":\"" + next + "\"},\"items\":[" + json(pod) + "]}";
    }
  }

  @Test
  void answers_stand_in_the_order_of_the_actions() {
    List<String> names = IntStream.range(0, 50).mapToObj(i -> "p" + i).toList();
    names.forEach(
        name -> api.on(Verb.DELETE, PODS + "/" + name, answer(200, "{\"kind\":\"Status\"}")));
    Action[] deletes =
        names.stream()
            .map(name -> new Action.Delete(key(name), "uid", null, PURPOSE))
            .toArray(Action[]::new);

    List<Answer> answers = executor.apply(plan(deletes), recent::add);

    assertThat(answers).extracting(Answer::action).containsExactly(deletes);
  }

  private Outcome apply(Action action) {
    return executor.apply(plan(action), recent::add).getFirst().outcome();
  }

  private static Plan plan(Action... actions) {
    return new Plan(List.of(actions), List.of(), null, false);
  }

  private static Action.Create create(String name) {
    return new Action.Create(pod(name, null), PURPOSE);
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(Pod.class, "ns", name);
  }

  private static Pod pod(String name, String uid) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }

  private String json(Object object) {
    return serialization.asJson(object);
  }
}
