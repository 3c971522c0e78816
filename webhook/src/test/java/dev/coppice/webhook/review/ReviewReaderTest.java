package dev.coppice.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a review costs does not follow from what somebody puts into it. */
class ReviewReaderTest {

  /** A million empty objects in 2.9 MB; each of them would take seventy bytes. */
  private static final String EMPTY_OBJECTS = emptyObjects(970_000);

  private static String emptyObjects(int count) {
    return "[" + "{},".repeat(count) + "{}]";
  }

  private static byte[] body(String operation, String rest) {
    return """
    {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {
      "uid": "u1", "operation": "%s", "name": "web", "namespace": "ns",
      "kind": {"group": "grove.io", "version": "v1alpha1", "kind": "PodCliqueSet"},
      "resource": {"group": "grove.io", "version": "v1alpha1", "resource": "podcliquesets"},
      "userInfo": {"username": "jane"}, %s}}
    """
        .formatted(operation, rest)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static ReviewReading read(byte[] body) {
    return ReviewReader.read(body, new Tokens(() -> true));
  }

  private static ReviewedObject object(String json) {
    return ((Review) read(body("CREATE", "\"object\": " + json))).request().object();
  }

  private static String set(String managedFields, String unknown, String future, String status) {
    return """
    {"metadata": {"name": "web", "namespace": "ns", "managedFields": %s, "labels": {"a": "b"}},
     "spec": {"replicas": 1, "x": %s, "template": {"cliques": [{"name": "a", "spec": {
       "roleName": "a", "replicas": 1, "podSpec": {"future": %s, "containers": []}}}]}},
     "status": %s}
    """
        .formatted(managedFields, unknown, future, status);
  }

  @Test
  void a_million_empty_objects_are_not_read() {
    ReviewedObject set = object(set("[]", "{}", EMPTY_OBJECTS, "{}"));

    assertThatExceptionOfType(Tokens.TooManyException.class)
        .isThrownBy(() -> set.as(PodCliqueSet.class));
    assertThatExceptionOfType(Tokens.TooManyException.class)
        .isThrownBy(() -> set.as(JsonNode.class));
  }

  @Test
  void what_is_said_about_a_review_counts_as_well() {
    byte[] body = body("CREATE", "\"requestKind\": {\"a\": " + EMPTY_OBJECTS + "}");

    assertThatExceptionOfType(Tokens.TooManyException.class).isThrownBy(() -> read(body));
  }

  @Test
  void what_no_rule_reads_is_skipped_however_large_it_is() throws JsonProcessingException {
    String large = emptyObjects(100_000);
    AtomicInteger batches = new AtomicInteger();
    byte[] body =
        body(
            "UPDATE",
            "\"object\": "
                + set(large, large, "1", large)
                + ", \"oldObject\": null, \"options\": "
                + large);
    ReviewRequest request =
        ((Review)
                ReviewReader.read(
                    body,
                    new Tokens(() -> {
                      batches.incrementAndGet();
                      return true;
                    })))
            .request();

    PodCliqueSet set = request.object().as(PodCliqueSet.class);

    assertThat(set.getMetadata().getName()).isEqualTo("web");
    assertThat(set.getMetadata().getLabels()).containsEntry("a", "b");
    assertThat(set.getMetadata().getManagedFields()).isEmpty();
    assertThat(set.getStatus()).isNull();
    assertThat(
            set.getSpec()
                .template()
                .cliques()
                .getFirst()
                .spec()
                .podSpec()
                .getAdditionalProperties())
        .containsEntry("future", 1);
    assertThat(request.object().as(PodCliqueSet.class)).isSameAs(set);
    assertThat(batches).hasValue(0);
  }

  @Test
  void where_metadata_are_asked_for_nothing_else_is_kept() throws JsonProcessingException {
    ReviewedObject set = object(set(emptyObjects(100_000), EMPTY_OBJECTS, "1", "{}"));

    ObjectMeta metadata = set.field("metadata", ObjectMeta.class).orElseThrow();

    assertThat(metadata.getName()).isEqualTo("web");
    assertThat(metadata.getManagedFields()).isEmpty();
    assertThat(metadata.getLabels()).containsEntry("a", "b");
    assertThat(set.name()).isEqualTo("web");
    assertThat(set.has("spec")).isTrue();
    assertThat(set.has("other")).isFalse();
  }

  @Test
  void a_status_is_there_for_who_asks() throws JsonProcessingException {
    ReviewedObject pod = object("{\"status\": {\"phase\": \"Running\"}}");

    assertThat(pod.withStatus(Pod.class).getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void reviews_that_are_read_at_once_share_their_room() {
    AtomicInteger left = new AtomicInteger(3);
    Tokens tokens = new Tokens(() -> left.getAndDecrement() > 0);
    ReviewRequest request =
        ((Review)
                ReviewReader.read(
                    body("CREATE", "\"object\": {\"spec\": [" + "1,".repeat(5_000) + "1]}"),
                    tokens))
            .request();

    assertThatExceptionOfType(Tokens.NoRoomException.class)
        .isThrownBy(() -> request.object().as(JsonNode.class));
  }

  static Stream<Arguments> hostileBodies() {
    String name = "a".repeat(60_000);
    return Stream.of(
        Arguments.of("a name of 60,000 characters", "{\"%s\": 1}".formatted(name)),
        Arguments.of("a number of 2,000 digits", "{\"spec\": %s}".formatted("1".repeat(2_000))),
        Arguments.of("128 levels", "{\"a\":".repeat(200) + "1" + "}".repeat(200)),
        Arguments.of("half a document", "{\"spec\": {"),
        Arguments.of("a control character", "{\"spec\": \"\u0001\"}"));
  }

  @ParameterizedTest
  @MethodSource("hostileBodies")
  void what_is_no_document_for_anybody_is_a_bad_request(String what, String object) {
    ReviewReading reading = read(body("CREATE", "\"object\": " + object));

    Unreadable unreadable = (Unreadable) reading;
    assertThat(unreadable.uid()).as(what).isEqualTo("u1");
    assertThat(unreadable.status().getCode()).isEqualTo(400);
    assertThat(unreadable.status().getMessage()).hasSizeLessThan(400);
  }

  @Test
  void bytes_that_are_no_text_are_a_bad_request() {
    byte[] body = body("CREATE", "\"object\": {\"metadata\": {\"name\": \"??\"}}");
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '?') {
        body[i] = (byte) 0xFF;
      }
    }

    ReviewReading reading = read(body);

    if (reading instanceof Review(var request)) {
      assertThatExceptionOfType(JsonProcessingException.class)
          .isThrownBy(() -> request.object().as(PodCliqueSet.class));
    } else {
      assertThat(((Unreadable) reading).status().getCode()).isEqualTo(400);
    }
  }

  @Test
  void another_encoding_is_a_bad_request() {
    String review = new String(body("CREATE", "\"object\": {}"), StandardCharsets.UTF_8);

    ReviewReading reading = read(review.getBytes(StandardCharsets.UTF_16BE));

    assertThat(((Unreadable) reading).status().getMessage()).contains("UTF-8");
  }

  @Test
  void a_document_after_the_mark_of_its_encoding_is_read() throws JsonProcessingException {
    String review = new String(body("CREATE", "\"object\": {\"a\": 1}"), StandardCharsets.UTF_8);

    ReviewReading reading = read(("\ufeff" + review).getBytes(StandardCharsets.UTF_8));

    assertThat(((Review) reading).request().object().as(JsonNode.class)).hasToString("{\"a\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"spec\": {\"replicas\": 1e999999999}}",
        "{\"spec\": {\"replicas\": 1e-999999999}}",
        "{\"spec\": {\"replicas\": 99999999999999999999}}",
        "{\"spec\": {\"replicas\": \"1e999999999\"}}",
        "{\"spec\": {\"template\": {\"cliques\": [null]}}}",
      })
  void a_number_that_is_none_fails_the_reading_and_nothing_else(String object) {
    ReviewedObject set = object(object);

    try {
      assertThat(set.as(PodCliqueSet.class).getSpec().replicas()).isZero();
    } catch (JsonProcessingException e) {
      assertThat(Denials.unreadable("x", e).getMessage()).hasSizeLessThan(300);
    }
  }

  @Test
  void names_that_look_alike_to_a_hash_table_are_read_like_others() throws JsonProcessingException {
    String names =
        IntStream.range(0, 1 << 13)
            .mapToObj(i ->
                "\"%s\": \"x\""
                    .formatted(
                        String.format("%13s", Integer.toBinaryString(i))
                            .replace("1", "Aa")
                            .replaceAll("[0 ]", "BB")))
            .collect(Collectors.joining(","));

    ReviewedObject set = object("{\"metadata\": {\"annotations\": {%s}}}".formatted(names));

    assertThat(set.as(PodCliqueSet.class).getMetadata().getAnnotations()).hasSize(1 << 13);
  }

  @Test
  void the_largest_legitimate_update_is_read() throws JsonProcessingException {
    ObjectNode set = largestLegitimateSet();
    assertThat(set.toString().length()).isBetween(250 << 10, 262 << 10);
    AtomicInteger batches = new AtomicInteger();
    byte[] body = body("UPDATE", "\"object\": " + set + ", \"oldObject\": " + set);
    ReviewRequest request =
        ((Review)
                ReviewReader.read(
                    body,
                    new Tokens(() -> {
                      batches.incrementAndGet();
                      return true;
                    })))
            .request();

    PodCliqueSet read = request.object().as(PodCliqueSet.class);
    PodCliqueSet before = request.oldObject().as(PodCliqueSet.class);

    assertThat(read).isEqualTo(before);
    assertThat(batches.get() * Tokens.BATCH).isBetween(70_000, 90_000);
  }

  /** 64 cliques, each with five containers that have all that containers usually have. */
  private static ObjectNode largestLegitimateSet() {
    ObjectNode set = Reviews.tree("{metadata: {name: web, namespace: ns}, spec: {replicas: 1}}");
    ArrayNode cliques = ((ObjectNode) set.get("spec")).putObject("template").putArray("cliques");
    for (int i = 0; i < 64; i++) {
      ObjectNode clique =
          Reviews.tree(
              "{name: c%d, spec: {roleName: c%d, replicas: 1, podSpec: {}}}".formatted(i, i));
      ArrayNode containers = ((ObjectNode) clique.at("/spec/podSpec")).putArray("containers");
      for (int c = 0; c < 5; c++) {
        containers.add(
            Reviews.tree(
                """
                name: container-%d
                image: registry.example.com/team/image:1.2.3
                command: [python, -m, server]
                args: [--model, /models/llm, --port, "8000", --tp, "8"]
                env:
                - {name: LOG_LEVEL, value: info}
                - {name: NCCL_DEBUG, value: WARN}
                - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                - {name: HF_TOKEN, valueFrom: {secretKeyRef: {name: hf, key: token}}}
                ports: [{name: http, containerPort: 8000}, {name: metrics, containerPort: 9090}]
                resources: {limits: {cpu: "8", memory: 64Gi, nvidia.com/gpu: "8"}, requests: {cpu: "8", memory: 64Gi}}
                readinessProbe: {httpGet: {path: /health, port: 8000}, periodSeconds: 5, failureThreshold: 60}
                volumeMounts: [{name: models, mountPath: /models}, {name: shm, mountPath: /dev/shm}]
                """
                    .formatted(c)));
      }
      cliques.add(clique);
    }
    return set;
  }
}
