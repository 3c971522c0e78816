package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.key;
import static dev.coppice.kube.execute.ExecutorFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadsTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  @Test
  void find_what_exists_and_leave_out_what_does_not() {
    String list = PODS + "?%slabelSelector=grove.io%%2Fpodclique%%3Dq&limit=500";
    cluster.api.on(Verb.GET, PODS + "/a", refusal(404, "NotFound", "gone"));
    cluster.api.on(Verb.GET, PODS + "/b", answer(200, cluster.json(pod("b", "uid-b"))));
    cluster.api.on(Verb.LIST, list.formatted(""), answer(200, page("next", pod("c", "uid-c"))));
    cluster.api.on(
        Verb.LIST, list.formatted("continue=next&"), answer(200, page("", pod("d", "uid-d"))));
    Action.Read read =
        new Action.Read(
            List.of(
                new LiveRead.Get(key("a")),
                new LiveRead.Get(key("b")),
                new LiveRead.ListOf(Pod.class, "ns", Map.of("grove.io/podclique", "q"))),
            PURPOSE);

    assertThat(cluster.apply(read))
        .isEqualTo(
            new Outcome.Found(List.of(pod("b", "uid-b"), pod("c", "uid-c"), pod("d", "uid-d"))));
  }

  @Test
  void hand_what_they_find_to_the_caches_for_the_next_reconcile() {
    cluster.api.on(Verb.GET, PODS + "/a", answer(200, cluster.json(pod("a", "uid-a"))));

    cluster.apply(new Action.Read(List.of(new LiveRead.Get(key("a"))), PURPOSE));

    assertThat(cluster.recent).containsExactly(pod("a", "uid-a"));
  }

  @Test
  void end_with_the_first_thing_that_goes_wrong() {
    cluster.api.on(Verb.GET, PODS + "/a", refusal(403, "Forbidden", "not you"));

    assertThat(cluster.apply(new Action.Read(List.of(new LiveRead.Get(key("a"))), PURPOSE)))
        .isEqualTo(new Outcome.Refused(403, "not you"));
  }

  @Test
  void try_whether_an_object_would_be_taken_and_find_nothing_by_it() {
    cluster.api.on(
        Verb.CREATE,
        PODS + "?dryRun=All",
        answer(201, cluster.json(pod("a", "uid-a"))),
        refusal(422, "Invalid", "no"));
    Action.Read read = new Action.Read(List.of(new LiveRead.Trial(pod("a", "uid-a"))), PURPOSE);

    assertThat(cluster.apply(read)).isEqualTo(new Outcome.Found(List.of()));
    assertThat(cluster.recent).isEmpty();
    assertThat(cluster.apply(read)).isEqualTo(new Outcome.Refused(422, "no"));
  }

  private String page(String next, Pod pod) {
    return "{\"metadata\":{\"continue\":\"" + next + "\"},\"items\":[" + cluster.json(pod) + "]}";
  }
}
