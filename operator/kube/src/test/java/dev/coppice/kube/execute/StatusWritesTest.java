package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class StatusWritesTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  private static final String STATUS = PODS + "/a/status";

  @Test
  void put_the_object_once_under_its_version() {
    cluster.api.on(Verb.UPDATE, STATUS, answer(200, cluster.json(pod("a", "uid-a"))));
    Pod seen = pod("a", "uid-a");
    seen.getMetadata().setResourceVersion("41");

    Outcome outcome = cluster.apply(new Action.PutStatus(seen, false, PURPOSE));

    assertThat(outcome).isInstanceOf(Outcome.Done.class);
    assertThat(cluster.api.calls())
        .singleElement()
        .satisfies(c -> assertThat(c.body()).contains("41"));
  }

  @Test
  void only_tell_unless_they_record_an_intent() {
    cluster.api.on(Verb.UPDATE, STATUS, answer(200, cluster.json(pod("a", "uid-a"))));

    cluster.apply(new Action.PutStatus(pod("a", "uid-a"), false, PURPOSE));
    cluster.apply(new Action.PutStatus(pod("a", "uid-a"), true, PURPOSE));

    assertThat(cluster.api.calls()).extracting(ApiServer.Call::tells).containsExactly(true, false);
  }

  @Test
  void are_not_repeated_after_a_conflict() {
    cluster.api.on(Verb.UPDATE, STATUS, refusal(409, "Conflict", "changed"));

    assertThat(cluster.apply(new Action.PutStatus(pod("a", "uid-a"), false, PURPOSE)))
        .isEqualTo(new Outcome.Conflict());
    assertThat(cluster.api.calls()).hasSize(1);
  }
}
