package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.execute.Executor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class HttpApiServerTest {

  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "touched", "pod");
  private static final ObjectKey KEY = new ObjectKey(Pod.class, "ns", "a");

  KubernetesMockServer server;
  KubernetesClient client;

  @Test
  void writes_what_the_typed_client_then_reads() {
    Pod created = (Pod) done(new Action.Create(pod(), PURPOSE));

    assertThat(created.getMetadata().getUid()).isNotEmpty();
    assertThat(read()).isEqualTo(created);
  }

  @Test
  void patches_only_the_incarnation_that_was_seen() {
    Pod created = (Pod) done(new Action.Create(pod(), PURPOSE));

    done(patch(created.getMetadata().getUid()));

    assertThat(read().getMetadata().getLabels()).containsEntry("colour", "green");
  }

  @Test
  void deletes_with_a_body() {
    Pod created = (Pod) done(new Action.Create(pod(), PURPOSE));

    Outcome outcome = apply(new Action.Delete(KEY, created.getMetadata().getUid(), null, PURPOSE));

    assertThat(outcome).isInstanceOf(Outcome.Deleted.class);
    assertThat(read()).isNull();
  }

  @Test
  void lists_by_label() {
    Pod created = (Pod) done(new Action.Create(pod(), PURPOSE));

    Outcome outcome =
        apply(
            new Action.Read(
                List.of(new LiveRead.ListOf(Pod.class, "ns", Map.of("colour", "red"))), PURPOSE));

    assertThat(outcome).isEqualTo(new Outcome.Found(List.of(created)));
  }

  @Test
  void tells_a_connection_that_fails_from_a_refusal() {
    Config nobody = new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:1").build();
    try (KubernetesClient unreachable = Clients.create(nobody, Duration.ofSeconds(8), Map.of())) {

      Reply reply =
          new HttpApiServer(unreachable)
              .send(Call.read(Verb.GET, ResourcePath.collection(Pod.class, "ns").object("a")));

      assertThat(reply).isInstanceOf(Reply.Lost.class);
    }
  }

  @Test
  void sends_a_call_once_even_where_the_client_would_repeat_it() {
    server.expect().post().withPath("/api/v1/namespaces/ns/pods").andReturn(503, "{}").once();
    server.expect().post().withPath("/api/v1/namespaces/ns/pods").andReturn(201, "{}").once();

    Reply reply =
        new HttpApiServer(client)
            .send(Call.write(Verb.CREATE, ResourcePath.collection(Pod.class, "ns"), "{}"));

    assertThat(reply).isEqualTo(new Reply.Answered(503, "{}"));
  }

  private Action patch(String uid) {
    return new Action.Patch(
        KEY,
        uid,
        JsonNodeFactory.instance
            .arrayNode()
            .add(
                JsonNodeFactory.instance
                    .objectNode()
                    .put("op", "replace")
                    .put("path", "/metadata/labels/colour")
                    .put("value", "green")),
        null,
        PURPOSE);
  }

  private HasMetadata done(Action action) {
    return ((Outcome.Done) apply(action)).object();
  }

  private Outcome apply(Action action) {
    Executor executor =
        new Executor(new HttpApiServer(client), client.getKubernetesSerialization(), 4);
    List<Answer> answers =
        executor.apply(new Plan(List.of(action), List.of(), null, null, false), fresh -> {});
    return answers.getFirst().outcome();
  }

  private Pod read() {
    return client.pods().inNamespace("ns").withName("a").get();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .addToLabels("colour", "red")
        .endMetadata()
        .build();
  }
}
