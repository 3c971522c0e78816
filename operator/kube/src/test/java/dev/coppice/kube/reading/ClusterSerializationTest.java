package dev.coppice.kube.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ClusterSerializationTest extends ReadingFixture {

  @Test
  void what_cannot_be_read_leaves_the_metadata_and_the_status() {
    PodCliqueSet set = event(set("a", "{'replicas':'boom'}"));

    assertThat(mark(set))
        .isEqualTo(
            new Unreadable(
                "spec.replicas", "expected a whole number of 32 bits, found a text that is none"));
    assertThat(set.getSpec()).isNull();
    assertThat(set.statusOrEmpty().replicas()).isEqualTo(2);
    var metadata = set.getMetadata();
    assertThat(metadata.getName()).isEqualTo("a");
    assertThat(metadata.getNamespace()).isEqualTo("ns");
    assertThat(metadata.getUid()).isEqualTo("u-a");
    assertThat(metadata.getResourceVersion()).isEqualTo("7");
    assertThat(metadata.getGeneration()).isEqualTo(3);
    assertThat(metadata.getCreationTimestamp()).isEqualTo("2026-11-27T10:00:00Z");
    assertThat(metadata.getDeletionTimestamp()).isEqualTo("2026-11-27T11:00:00Z");
    assertThat(metadata.getLabels()).containsEntry("a", "b");
    assertThat(metadata.getAnnotations()).containsEntry("c", "d");
    assertThat(metadata.getFinalizers()).containsExactly("x/y");
    assertThat(metadata.getOwnerReferences())
        .singleElement()
        .satisfies(owner -> {
          assertThat(owner.getUid()).isEqualTo("o-1");
          assertThat(owner.getController()).isTrue();
        });
    assertThat(metadata.getManagedFields()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'volumes':[{'ephemeral':{'volumeClaimTemplate':{'metadata':{'generation':'boom'}}}}]}"
            + "| volumes[0].ephemeral.volumeClaimTemplate.metadata.generation"
            + "| expected a whole number of 64 bits, found a text that is none",
        "{'containers':[{'name':'a'},{'resources':{'limits':{'cpu':{}}}}]}"
            + "| containers[1].resources.limits[cpu] | expected a Quantity, found an object",
        "{'containers':[null]} | containers[0] | null, where a value is due",
        "{'nodeSelector':{'a':null}} | nodeSelector[a] | null, where a value is due",
        "{'terminationGracePeriodSeconds':99999999999999999999}"
            + "| terminationGracePeriodSeconds | a number that is no whole number of 64 bits",
        "{'hostNetwork':[]} | hostNetwork | expected true or false, found a list"
      })
  void a_mark_tells_the_path_and_the_cause_without_the_value(
      String podSpec, String path, String cause) {
    assertThat(mark(event(podSpec(podSpec.replace('\'', '"')))))
        .isEqualTo(new Unreadable("spec.template.cliques[0].spec.podSpec." + path, cause));
  }

  @Test
  void a_status_that_cannot_be_read_is_no_status() {
    String json = set("a", "{'replicas':1}").replace("\"replicas\":2", "\"replicas\":[]");

    PodCliqueSet set = event(json);

    assertThat(mark(set).path()).isEqualTo("status.replicas");
    assertThat(set.getStatus()).isNull();
  }

  @Test
  void metadata_is_read_as_far_as_it_can_be() {
    String json =
        set("a", "{}")
            .replace("{\"a\":\"b\"}", "{\"a\":\"b\",\"odd\":null,\"odder\":[{}]}")
            .replace("\"2026-11-27T10:00:00Z\"", "7")
            .replace("[\"x/y\"]", "[{},\"x/y\"]");

    PodCliqueSet set = event(json);

    assertThat(mark(set).path()).startsWith("metadata.");
    assertThat(set.getMetadata().getUid()).isEqualTo("u-a");
    assertThat(set.getMetadata().getLabels()).containsOnlyKeys("a");
    assertThat(set.getMetadata().getFinalizers()).containsExactly("x/y");
    assertThat(set.getMetadata().getCreationTimestamp()).isNull();
  }

  @Test
  void its_neighbours_in_a_list_are_read_and_the_list_goes_on() {
    KubernetesResourceList<PodCliqueSet> list =
        list(
            PodCliqueSet.class,
            "{\"items\":[%s,%s,null,%s],\"metadata\":{\"continue\":\"next\"}}"
                .formatted(set("a", "{'replicas':1}"), set("b", "[]"), set("c", "{'replicas':3}")));

    assertThat(list.getMetadata().getContinue()).isEqualTo("next");
    assertThat(list.getItems())
        .extracting(set -> set.getMetadata().getName())
        .containsExactly("a", "b", "c");
    assertThat(list.getItems().get(2).getSpec().replicas()).isEqualTo(3);
    assertThat(mark(list.getItems().get(1)).path()).isEqualTo("spec");
  }

  @Test
  void a_list_of_nothing_may_have_null_for_its_items_and_nothing_else() {
    assertThat(list(Pod.class, "{\"metadata\":{},\"items\":null}").getItems()).isEmpty();
    assertThatThrownBy(() -> list(Pod.class, "{\"metadata\":{},\"items\":{}}"))
        .isInstanceOf(KubernetesClientException.class);
  }

  @Test
  void an_object_without_metadata_has_empty_metadata() {
    WatchEvent event =
        serialization.unmarshal(
            "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}}",
            WatchEvent.class);

    Pod pod = (Pod) event.getObject();
    assertThat(mark(pod).path()).isEqualTo("metadata");
    assertThat(pod.getMetadata()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"type\":\"ADDED\",\"object\":7}", "{\"type\":\"ADDED\"}", "{\"type\":", "{}"})
  void after_what_is_no_event_an_informer_lists_anew(String broken) {
    WatchEvent event = serialization.unmarshal(broken, WatchEvent.class);

    assertThat(event.getType()).isEqualTo("ERROR");
    assertThat(event.getObject())
        .isInstanceOfSatisfying(
            Status.class, status -> assertThat(status.getCode()).isEqualTo(410));
  }

  @Test
  void a_kind_of_which_only_metadata_is_watched_is_read_so_too() {
    WatchEvent event =
        serialization.unmarshal(
            """
            {"type":"ADDED","object":{"apiVersion":"meta.k8s.io/v1",
             "kind":"PartialObjectMetadata",
             "metadata":{"name":"n","uid":"u","generation":"boom"}}}\
            """,
            WatchEvent.class);

    assertThat(event.getObject())
        .isInstanceOfSatisfying(
            GenericKubernetesResource.class,
            object -> {
              assertThat(object.getKind()).isEqualTo("PartialObjectMetadata");
              assertThat(object.getMetadata().getUid()).isEqualTo("u");
              assertThat(mark(object).path()).isEqualTo("metadata.generation");
            });
  }

  @Test
  void a_single_answer_is_read_so_too() {
    PodCliqueSet set = serialization.unmarshal(set("a", "7"), PodCliqueSet.class);

    assertThat(mark(set))
        .isEqualTo(new Unreadable("spec", "expected a PodCliqueSetSpec, found a number"));
  }

  @Test
  void a_mark_is_never_written() {
    PodCliqueSet set = event(set("a", "7"));

    assertThat(serialization.asJson(set)).contains("\"uid\":\"u-a\"").doesNotContain("unreadable");
  }

  @Test
  void an_object_is_named_in_the_log_once_for_each_reason() {
    Logger logger = (Logger) LoggerFactory.getLogger(UnreadableLog.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      event(set("a", "7"));
      event(set("a", "7").replace("\"resourceVersion\":\"7\"", "\"resourceVersion\":\"8\""));
      event(set("a", "{'replicas':[]}"));
      event(set("b", "7"));
    } finally {
      logger.detachAppender(lines);
    }

    assertThat(lines.list)
        .extracting(line -> value(line, LogKeys.NAME) + " " + value(line, LogKeys.FIELD))
        .containsExactly("a spec", "a spec.replicas", "b spec");
  }

  private static Object value(ILoggingEvent line, String key) {
    return line.getKeyValuePairs().stream()
        .filter(pair -> pair.key.equals(key))
        .map(pair -> pair.value)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_list_of_the_clients_own_class_is_read_so_too() {
    PodList pods =
        serialization.unmarshal(
            """
            {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[
             {"metadata":{"name":"a"},"spec":{"nodeName":{}}},
             {"metadata":{"name":"b"},"spec":{"nodeName":"n"}}]}\
            """,
            PodList.class);

    assertThat(pods.getMetadata().getResourceVersion()).isEqualTo("9");
    assertThat(mark(pods.getItems().getFirst()).path()).isEqualTo("spec.nodeName");
    assertThat(pods.getItems().getLast().getSpec().getNodeName()).isEqualTo("n");
  }
}
