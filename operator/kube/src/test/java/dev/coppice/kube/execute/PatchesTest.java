package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.key;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Verb;
import org.junit.jupiter.api.Test;

class PatchesTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  private static final String STATUS = PODS + "/a/status";

  @Test
  void begin_with_a_test_on_the_uid() throws Exception {
    cluster.api.on(Verb.PATCH, STATUS, answer(200, cluster.json(pod("a", "uid-a"))));

    cluster.apply(patch());

    Call call = cluster.api.calls().getFirst();
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
    cluster.api.on(
        Verb.PATCH,
        STATUS,
        refusal(422, "Invalid", "the server rejected our request due to an error in our request"));

    assertThat(cluster.apply(patch())).isEqualTo(new Outcome.Conflict());
  }

  @Test
  void are_refused_when_their_result_is_invalid() {
    cluster.api.on(
        Verb.PATCH,
        STATUS,
        answer(
            422,
            """
            {"kind":"Status","reason":"Invalid","message":"Pod a is invalid: status: bad",
             "details":{"causes":[{"field":"status"}]}}\
            """));

    assertThat(cluster.apply(patch()))
        .isEqualTo(new Outcome.Refused(422, "Pod a is invalid: status: bad"));
  }

  @Test
  void find_the_object_absent() {
    cluster.api.on(Verb.PATCH, STATUS, refusal(404, "NotFound", "gone"));

    assertThat(cluster.apply(patch())).isEqualTo(new Outcome.NotFound());
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
