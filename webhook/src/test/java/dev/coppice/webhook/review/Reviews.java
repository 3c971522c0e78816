package dev.coppice.webhook.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.webhook.review.ReviewReading.Review;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reviews as the API server sends them. */
public final class Reviews {

  private static final ObjectMapper YAML = new YAMLMapper();

  private final ObjectNode request = YAML.createObjectNode();

  private Reviews(String operation, Class<? extends HasMetadata> type, String subresource) {
    request.put("uid", "uid-1");
    about("kind", type).put("kind", HasMetadata.getKind(type));
    about("resource", type).put("resource", HasMetadata.getPlural(type));
    if (!subresource.isEmpty()) {
      request.put("subResource", subresource);
      request
          .putObject("kind")
          .put("group", "autoscaling")
          .put("version", "v1")
          .put("kind", "Scale");
    }
    request.put("operation", operation).put("namespace", "ns").put("name", "web");
    by("jane");
  }

  public static Reviews of(String operation, Class<? extends HasMetadata> type) {
    return new Reviews(operation, type, "");
  }

  public static Reviews ofScale(Class<? extends HasMetadata> type) {
    return new Reviews("UPDATE", type, "scale");
  }

  /** A request to evict a pod, whose object holds no more than its name. */
  public static Reviews ofEviction() {
    Reviews eviction = new Reviews("CREATE", Pod.class, "");
    eviction
        .request
        .put("subResource", "eviction")
        .putObject("kind")
        .put("group", "policy")
        .put("version", "v1")
        .put("kind", "Eviction");
    return eviction.object("{metadata: {name: web, namespace: ns}}");
  }

  private ObjectNode about(String field, Class<? extends HasMetadata> type) {
    return request
        .putObject(field)
        .put("group", HasMetadata.getGroup(type))
        .put("version", HasMetadata.getVersion(type));
  }

  public Reviews by(String user, String... groups) {
    ObjectNode info = request.putObject("userInfo").put("username", user);
    for (String group : groups) {
      info.withArray("groups").add(group);
    }
    return this;
  }

  public Reviews object(String yaml) {
    request.set("object", tree(yaml));
    return this;
  }

  public Reviews oldObject(String yaml) {
    request.set("oldObject", tree(yaml));
    return this;
  }

  public Reviews with(String field, JsonNode value) {
    request.set(field, value);
    return this;
  }

  public static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) YAML.readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body of a request. */
  public byte[] bytes() {
    ObjectNode review = YAML.createObjectNode();
    review.put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
    review.set("request", request);
    return review.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** As a webhook reads it. */
  public ReviewRequest request() {
    return ((Review) ReviewReader.read(bytes(), new Tokens(() -> true))).request();
  }
}
