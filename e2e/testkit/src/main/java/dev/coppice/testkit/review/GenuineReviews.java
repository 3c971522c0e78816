package dev.coppice.testkit.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Reviews of a set as the API server sends them for one write of a user: two, each allowed. */
public final class GenuineReviews {

  private static final ObjectMapper JSON = new ObjectMapper();

  private GenuineReviews() {}

  /**
   * The reviews of creating a set.
   *
   * @param manifest YAML of a set that is to be allowed
   */
  public static List<Supplier<CompletionStage<Boolean>>> ofCreating(
      WebhookCaller caller, String manifest) {
    byte[] review = review(manifest);
    return List.of(
        allowed(caller, "/webhooks/default-podcliqueset", review),
        allowed(caller, "/webhooks/validate-podcliqueset", review));
  }

  private static Supplier<CompletionStage<Boolean>> allowed(
      WebhookCaller caller, String path, byte[] review) {
    return () ->
        caller
            .post(path, "application/json", review)
            .thenApply(
                answer -> answer.statusCode() == 200 && answer.body().contains("\"allowed\":true"));
  }

  private static byte[] review(String manifest) {
    ObjectNode set = Serialization.unmarshal(manifest, ObjectNode.class);
    ObjectNode review = JSON.createObjectNode();
    review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
    ObjectNode request = review.putObject("request");
    request.put("uid", "7f8a1c52-6b0e-4f6e-9d43-2c1f0f9be001").put("operation", "CREATE");
    request.put("name", set.at("/metadata/name").asText()).put("namespace", "default");
    request
        .putObject("kind")
        .put("group", "grove.io")
        .put("version", "v1alpha1")
        .put("kind", "PodCliqueSet");
    request
        .putObject("resource")
        .put("group", "grove.io")
        .put("version", "v1alpha1")
        .put("resource", "podcliquesets");
    request.putObject("userInfo").put("username", "jane");
    request.set("object", set);
    try {
      return JSON.writeValueAsString(review).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a review", e);
    }
  }
}
