package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialsTest {

  private static final String PLACE = "spec.template.cliques[2]";

  private final ExecutorFixture cluster = new ExecutorFixture();

  private Outcome tried(Reply reply) {
    cluster.api.on(Verb.CREATE, PODS + "?dryRun=All", reply);
    return cluster.apply(new Action.Try(pod("a-0-trial", null), PLACE, PURPOSE));
  }

  @Test
  void what_would_be_created_is_accepted_and_nothing_is_in_view_by_it() {
    assertThat(tried(answer(201, cluster.json(pod("a-0-trial", "uid")))))
        .isEqualTo(new Outcome.Tried(new Trial.Accepted()));
    assertThat(cluster.recent).isEmpty();
  }

  @Test
  void what_is_wrong_is_told_by_the_places_in_the_set() {
    Outcome outcome =
        tried(
            answer(
                422,
                """
                {"kind":"Status","status":"Failure","reason":"Invalid","code":422,
                 "message":"Pod \\"a-0-trial\\" is invalid: spec.containers[0].volumeMounts[0].name: Not found: \\"shm\\"",
                 "details":{"causes":[{"reason":"FieldValueNotFound","message":"Not found: \\"shm\\"",
                   "field":"spec.containers[0].volumeMounts[0].name"}]}}
                """));

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Tried(
                new Trial.Refused(
                    "Pod is invalid: spec.containers[0].volumeMounts[0].name: Not found: \"shm\"",
                    List.of(
                        new Trial.Cause(
                            "spec.containers[0].volumeMounts[0].name", "Not found: \"shm\"")))));
    assertThat(((Trial.Refused) ((Outcome.Tried) outcome).trial()).told(PLACE))
        .isEqualTo(
            "spec.template.cliques[2].spec.podSpec.containers[0].volumeMounts[0].name: Not found:"
                + " \"shm\"");
  }

  @Test
  void what_a_policy_forbids_is_told_of_the_whole_pod() {
    Outcome outcome =
        tried(refusal(403, "Forbidden", "pods is forbidden: violates PodSecurity: hostPort"));

    assertThat(((Trial.Refused) ((Outcome.Tried) outcome).trial()).told(PLACE))
        .isEqualTo(
            "spec.template.cliques[2].spec.podSpec: pods is forbidden: violates PodSecurity:"
                + " hostPort");
  }

  /** Pods of the old template may still fill it, and it is asked last. */
  @Test
  void a_quota_that_is_used_up_is_none_of_the_template() {
    assertThat(
            tried(
                refusal(
                    403,
                    "Forbidden",
                    "pods is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited:"
                        + " pods=3")))
        .isEqualTo(new Outcome.Tried(new Trial.Accepted()));
  }

  @Test
  void a_webhook_with_side_effects_cannot_be_asked() {
    String message = "admission webhook x.example.com does not support dry run";

    assertThat(tried(refusal(400, "BadRequest", message)))
        .isEqualTo(new Outcome.Tried(new Trial.Unasked(message)));
  }

  @ParameterizedTest
  @CsvSource({"429, TooManyRequests", "500, InternalError", "503, ServiceUnavailable"})
  void a_server_that_is_not_well_gives_no_verdict(int status, String reason) {
    assertThat(tried(refusal(status, reason, "later")))
        .isEqualTo(new Outcome.Refused(status, "later"));
  }

  @Test
  void neither_does_an_answer_that_is_lost() {
    assertThat(tried(new Reply.Lost("timed out"))).isEqualTo(new Outcome.Unknown("timed out"));
  }
}
