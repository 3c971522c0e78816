package dev.coppice.kube.execute;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.execute.ExecutorFixture.PODS;
import static dev.coppice.kube.execute.ExecutorFixture.PURPOSE;
import static dev.coppice.kube.execute.ExecutorFixture.key;
import static dev.coppice.kube.execute.ExecutorFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.kube.client.ApiServer.Verb;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExecutorTest {

  private final ExecutorFixture cluster = new ExecutorFixture();

  @Test
  void answers_stand_in_the_order_of_the_actions() {
    List<String> names = IntStream.range(0, 50).mapToObj(i -> "p" + i).toList();
    names.forEach(name ->
        cluster.api.on(Verb.DELETE, PODS + "/" + name, answer(200, "{\"kind\":\"Status\"}")));
    Action[] deletes =
        names.stream()
            .map(name -> new Action.Delete(key(name), "uid", null, PURPOSE))
            .toArray(Action[]::new);

    List<Answer> answers = cluster.inParallel(4).apply(plan(deletes), cluster.recent::add);

    assertThat(answers).extracting(Answer::action).containsExactly(deletes);
  }
}
