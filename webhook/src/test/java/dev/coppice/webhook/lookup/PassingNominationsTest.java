package dev.coppice.webhook.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.webhook.eviction.KnownPod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassingNominationsTest {

  private static final String TAKE_BACK =
      """
      [{"op":"test","path":"/metadata/uid","value":"u1"},\
      {"op":"test","path":"/status/nominatedNodeName","value":"node-1"},\
      {"op":"remove","path":"/status/nominatedNodeName"}]\
      """;

  private final List<Call> calls = new ArrayList<>();
  private final Deque<Reply> replies = new ArrayDeque<>();

  private static Pod pod(String uid, String version, String node, String nominated) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("pod")
        .withUid(uid)
        .withResourceVersion(version)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.POD_GANG, "gang")
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .withNewStatus()
        .withNominatedNodeName(nominated)
        .endStatus()
        .build();
  }

  private static String nominateIn(String version) {
    return """
    [{"op":"test","path":"/metadata/uid","value":"u1"},\
    {"op":"test","path":"/metadata/resourceVersion","value":"%s"},\
    {"op":"add","path":"/status/nominatedNodeName","value":"node-1"}]\
    """
        .formatted(version);
  }

  private PassingNominationsTest answer(int status, String body) {
    replies.add(new Reply.Answered(status, body));
    return this;
  }

  private void pass() {
    new PassingNominations(
            call -> {
              calls.add(call);
              return replies.remove();
            })
        .pass(KnownPod.of(pod("u1", "7", null, null)).orElseThrow(), "node-1");
  }

  @Test
  void a_pod_is_promised_the_node_in_the_version_that_had_no_promise_and_loses_that_alone() {
    answer(200, "").answer(200, "").pass();

    assertThat(calls)
        .hasSize(2)
        .allMatch(call -> call.path().equals("/api/v1/namespaces/ns/pods/pod/status"));
    assertThat(calls).extracting(Call::body).containsExactly(nominateIn("7"), TAKE_BACK);
  }

  @Test
  void what_has_changed_meanwhile_is_looked_at_once_more() {
    answer(422, "")
        .answer(200, Serialization.asJson(pod("u1", "8", null, null)))
        .answer(200, "")
        .answer(200, "")
        .pass();

    assertThat(calls)
        .extracting(Call::body)
        .containsExactly(nominateIn("7"), null, nominateIn("8"), TAKE_BACK);
    assertThat(calls.get(1).verb()).isEqualTo(Verb.GET);
    assertThat(calls.get(1).path()).isEqualTo("/api/v1/namespaces/ns/pods/pod");
  }

  @ParameterizedTest
  @CsvSource({"u1, , node-9", "u1, node-9, ", "u2, , "})
  void what_the_scheduler_has_promised_meanwhile_stays(String uid, String node, String nominated) {
    answer(422, "").answer(200, Serialization.asJson(pod(uid, "8", node, nominated))).pass();

    assertThat(calls).extracting(Call::verb).containsExactly(Verb.PATCH, Verb.GET);
  }

  @Test
  void nothing_is_taken_back_that_was_not_promised() {
    answer(404, "").pass();

    assertThat(calls).hasSize(1);
  }
}
