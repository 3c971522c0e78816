package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.key;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class DeletesTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  private static final String POD = PODS + "/a";

  @Test
  void carry_their_preconditions_and_leave_dependents_to_the_background() throws Exception {
    cluster.api.on(Verb.DELETE, POD, answer(200, "{\"kind\":\"Status\",\"status\":\"Success\"}"));

    Outcome outcome = cluster.apply(new Action.Delete(key("a"), "uid-a", "7", PURPOSE));

    assertThat(outcome).isEqualTo(new Outcome.Deleted(null));
    assertThat(new ObjectMapper().readTree(cluster.api.calls().getFirst().body()))
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
    stopping.getMetadata().setResourceVersion("8");
    cluster.api.on(Verb.DELETE, POD, answer(200, cluster.json(stopping)));

    Outcome outcome = cluster.apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE));

    assertThat(outcome).isEqualTo(new Outcome.Deleted(stopping));
    assertThat(cluster.recent).containsExactly(stopping);
  }

  @Test
  void hand_on_nothing_of_a_pod_that_somebody_else_deleted_at_the_same_moment() {
    Pod gone = pod("a", "uid-a");
    gone.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    gone.getMetadata().setResourceVersion(null);
    cluster.api.on(Verb.DELETE, POD, answer(200, cluster.json(gone)));

    Outcome outcome = cluster.apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE));

    assertThat(outcome).isEqualTo(new Outcome.Deleted(null));
    assertThat(cluster.recent).isEmpty();
  }

  @Test
  void find_out_that_the_object_is_gone_already() {
    cluster.api.on(Verb.DELETE, POD, refusal(404, "NotFound", "gone"));

    assertThat(cluster.apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE)))
        .isEqualTo(new Outcome.AlreadyGone());
  }

  @Test
  void conflict_when_a_precondition_fails() {
    cluster.api.on(
        Verb.DELETE, POD, refusal(409, "Conflict", "the UID in the precondition differs"));

    assertThat(cluster.apply(new Action.Delete(key("a"), "uid-a", null, PURPOSE)))
        .isEqualTo(new Outcome.Conflict());
  }
}
