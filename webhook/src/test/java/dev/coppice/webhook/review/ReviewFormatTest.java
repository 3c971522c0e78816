package dev.coppice.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReviewFormatTest {

  private static final String HEAD =
      "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",";

  @Test
  void reads_a_review_and_leaves_its_objects_as_they_are() throws IOException {
    ReviewReading reading =
        read(
            HEAD
                + """
                "request": {"uid": "u1", "operation": "UPDATE", "name": "x", "namespace": "ns",
                  "kind": {"group": "grove.io", "version": "v1alpha1", "kind": "PodCliqueSet"},
                  "resource": {"group": "grove.io", "version": "v1alpha1", "resource": "podcliquesets"},
                  "userInfo": {"username": "jane", "groups": ["a"]},
                  "object": {"spec": {"unknown": [1.5, null]}}, "oldObject": null,
                  "futureField": true}}
                """);

    ReviewRequest request = ((Review) reading).request();
    assertThat(request.uid()).isEqualTo("u1");
    assertThat(request.about().getUserInfo().getUsername()).isEqualTo("jane");
    assertThat(request.object().as(JsonNode.class))
        .hasToString("{\"spec\":{\"unknown\":[1.5,null]}}");
    assertThat(request.oldObject()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | | the body is not an AdmissionReview of admission.k8s.io/v1",
        "[] | | the body is not an AdmissionReview of admission.k8s.io/v1",
        "null | | the body is not an AdmissionReview of admission.k8s.io/v1",
        "{\"request\":{\"uid\":\"u\"}} | u | the body is not an AdmissionReview of admission.k8s.io/v1",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1beta1\",\"request\":{\"uid\":\"u\"}} | u | the body is not an AdmissionReview of admission.k8s.io/v1",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"} | | request.uid is missing",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":[]} | | request.uid is missing",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":7}} | | request.uid is missing",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":\"u\"}} | u | request.kind, request.resource or request.operation is missing",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":\"u\",\"object\":[]}} | u | request.object and request.oldObject must be objects",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":\"u\",\"kind\":5}} | u | the request cannot be read",
        "{\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u\",\"x\":}} | u | the body is not a JSON document",
        "{\"request\":{\"x\":{\"uid\":\"no\"},\"uid\":\"u\"}, | u | the body is not a JSON document",
        "{\"x\":{\"uid\":\"no\"},\"y\":[], | | the body is not a JSON document",
        "{} {} | | the body is not a JSON document",
        "GET / HTTP/1.1 | | the body is not a JSON document",
      })
  void garbage_is_refused_with_the_uid_if_it_can_be_found(
      String body, String uid, String complaint) {
    ReviewReading reading = read(body);

    Unreadable unreadable = (Unreadable) reading;
    assertThat(unreadable.uid()).isEqualTo(uid);
    assertThat(unreadable.status().getMessage()).startsWith(complaint);
    assertThat(unreadable.status().getCode()).isEqualTo(400);
    assertThat(unreadable.status().getReason()).isEqualTo("BadRequest");
  }

  @Test
  void what_is_nested_too_deeply_is_refused_with_its_uid() {
    String deep =
        HEAD
            + "\"request\":{\"uid\":\"u1\",\"object\":"
            + "{\"a\":".repeat(200)
            + "1"
            + "}".repeat(202);

    ReviewReading reading = read(deep);

    Unreadable unreadable = (Unreadable) reading;
    assertThat(unreadable.uid()).isEqualTo("u1");
    assertThat(unreadable.status().getMessage()).contains("a depth of more than 128 levels");
  }

  @Test
  void a_patch_is_written_in_base64_beside_the_warnings() throws IOException {
    JsonNode patch =
        ReviewFormat.mapper().readTree("[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"ö\"}]");

    JsonNode answer = answer(new Verdict.Allowed(List.of("careful"), patch));

    assertThat(answer.at("/apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
    assertThat(answer.at("/kind").asText()).isEqualTo("AdmissionReview");
    assertThat(answer.at("/response/uid").asText()).isEqualTo("u1");
    assertThat(answer.at("/response/allowed").asBoolean()).isTrue();
    assertThat(answer.at("/response/patchType").asText()).isEqualTo("JSONPatch");
    assertThat(
            new String(
                Base64.getDecoder().decode(answer.at("/response/patch").asText()),
                StandardCharsets.UTF_8))
        .isEqualTo(patch.toString());
    assertThat(answer.at("/response/warnings")).hasToString("[\"careful\"]");
  }

  @Test
  void without_anything_to_say_an_answer_is_short() throws IOException {
    assertThat(answer(Verdict.allow()).at("/response"))
        .hasToString("{\"allowed\":true,\"uid\":\"u1\"}");
  }

  private static JsonNode answer(Verdict verdict) throws IOException {
    return ReviewFormat.mapper().readTree(ReviewFormat.write("u1", verdict));
  }

  private static ReviewReading read(String body) {
    return ReviewReader.read(body.getBytes(StandardCharsets.UTF_8), new Tokens(() -> true));
  }
}
