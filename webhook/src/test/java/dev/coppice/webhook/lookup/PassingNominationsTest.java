package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassingNominationsTest {

  private final List<Call> calls = new ArrayList<>();

  private void pass(int status) {
    new PassingNominations(
            call -> {
              calls.add(call);
              return new Reply.Answered(status, "");
            })
        .pass("ns", "pod", "u1", "node-1");
  }

  @Test
  void a_pod_is_promised_the_node_and_loses_that_promise_alone() {
    pass(200);

    assertThat(calls)
        .hasSize(2)
        .allMatch(call -> call.path().equals("/api/v1/namespaces/ns/pods/pod/status"));
    assertThat(calls)
        .extracting(Call::body)
        .containsExactly(
            """
            [{"op":"test","path":"/metadata/uid","value":"u1"},\
            {"op":"add","path":"/status/nominatedNodeName","value":"node-1"}]\
            """,
            """
            [{"op":"test","path":"/metadata/uid","value":"u1"},\
            {"op":"test","path":"/status/nominatedNodeName","value":"node-1"},\
            {"op":"remove","path":"/status/nominatedNodeName"}]\
            """);
  }

  @Test
  void nothing_is_taken_back_that_was_not_promised() {
    pass(422);

    assertThat(calls).hasSize(1);
  }
}
