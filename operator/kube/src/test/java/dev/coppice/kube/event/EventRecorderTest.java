package dev.coppice.kube.event;

import static dev.coppice.kube.client.FakeApiServer.answer;
import static dev.coppice.kube.client.FakeApiServer.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.kube.client.ApiServer.Verb;
import dev.coppice.kube.client.FakeApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventRecorderTest {

  private static final String EVENTS = "/api/v1/namespaces/ns/events";
  private static final ConfigMap ABOUT =
      new ConfigMapBuilder()
          .withNewMetadata()
          .withNamespace("ns")
          .withName("a")
          .withUid("uid-a")
          .withResourceVersion("7")
          .endMetadata()
          .build();

  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final FakeApiServer api = new FakeApiServer();
  private final EventRecorder recorder =
      new EventRecorder(
          api,
          serialization,
          InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678Z")),
          "podclique-controller",
          Runnable::run);

  @Test
  void writes_an_event_that_kubectl_describe_shows_with_the_object() {
    api.on(Verb.CREATE, EVENTS, answer(201, "{}"));

    recorder.record(ABOUT, List.of(new PlannedEvent(true, "PodCreateFailed", "exceeded quota")));

    Event event = serialization.unmarshal(api.calls().getFirst().body(), Event.class);
    assertThat(event.getType()).isEqualTo("Warning");
    assertThat(event.getReason()).isEqualTo("PodCreateFailed");
    assertThat(event.getMessage()).isEqualTo("exceeded quota");
    assertThat(event.getInvolvedObject().getKind()).isEqualTo("ConfigMap");
    assertThat(event.getInvolvedObject().getUid()).isEqualTo("uid-a");
    assertThat(event.getSource().getComponent()).isEqualTo("podclique-controller");
    assertThat(event.getLastTimestamp()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(event.getMetadata().getName()).startsWith("a.");
  }

  @Test
  void tells_of_what_is_in_no_namespace_where_kubectl_looks_for_it() {
    api.on(Verb.CREATE, "/api/v1/namespaces/default/events", answer(201, "{}"));

    recorder.record(
        new NodeBuilder().withNewMetadata().withName("n").withUid("uid-n").endMetadata().build(),
        List.of(new PlannedEvent(false, "One", "1")));

    Event event = serialization.unmarshal(api.calls().getFirst().body(), Event.class);
    assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(event.getInvolvedObject().getNamespace()).isNull();
  }

  @Test
  void gives_events_of_one_instant_different_names() {
    api.on(Verb.CREATE, EVENTS, answer(201, "{}"));

    recorder.record(
        ABOUT, List.of(new PlannedEvent(false, "One", "1"), new PlannedEvent(false, "Two", "2")));

    assertThat(api.calls())
        .extracting(call -> serialization.unmarshal(call.body(), Event.class))
        .extracting(event -> event.getMetadata().getName())
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @Test
  void counts_what_is_told_again_in_the_same_words() {
    PlannedEvent event = new PlannedEvent(false, "PodDeleted", "deleted 1 pod: a-0");
    api.on(Verb.CREATE, EVENTS, answer(201, "{}"));

    recorder.record(ABOUT, List.of(event));
    String name =
        serialization.unmarshal(api.calls().getFirst().body(), Event.class).getMetadata().getName();
    api.on(Verb.PATCH, EVENTS + "/" + name, answer(200, "{}"));
    recorder.record(ABOUT, List.of(event));

    assertThat(api.calls().getLast().verb()).isEqualTo(Verb.PATCH);
    assertThat(api.calls().getLast().body())
        .contains("{\"op\":\"add\",\"path\":\"/count\",\"value\":2}");
  }

  @Test
  void tells_it_as_another_event_when_a_moment_has_passed() {
    RecentEvents recent = new RecentEvents();
    PlannedEvent event = new PlannedEvent(false, "PodDeleted", "deleted 1 pod: a-0");
    Instant first = Instant.EPOCH;

    recent.take("uid", event, "one", first);

    assertThat(recent.take("uid", event, "two", first.plusSeconds(9)))
        .isEqualTo(new RecentEvents.Told("one", 2, first.plusSeconds(9)));
    assertThat(recent.take("uid", event, "three", first.plusSeconds(19)))
        .isEqualTo(new RecentEvents.Told("three", 1, first.plusSeconds(19)));
    assertThat(recent.take("other", event, "four", first.plusSeconds(19)).count()).isEqualTo(1);
  }

  @Test
  void drops_an_event_that_is_not_accepted() {
    api.on(Verb.CREATE, EVENTS, refusal(403, "Forbidden", "no"));

    assertThatCode(() -> recorder.record(ABOUT, List.of(new PlannedEvent(false, "One", "1"))))
        .doesNotThrowAnyException();
  }
}
