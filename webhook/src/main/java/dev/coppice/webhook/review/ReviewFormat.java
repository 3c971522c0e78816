package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.core.quantity.QuantityDeserializer;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionRequest;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reviews as JSON. Objects inside stay trees, so that nothing of them is lost that this version
 * does not know. Safe for use by many threads.
 */
public final class ReviewFormat {

  /** How the API server names the format. */
  public static final String API_VERSION = "admission.k8s.io/v1";

  private static final String KIND = "AdmissionReview";

  private static final Set<String> OBJECTS = Set.of("object", "oldObject", "options");

  /** No object of Kubernetes comes near it; a parser of hostile input needs some bound. */
  private static final int DEEPEST = 128;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .build();

  /** Set on the mapper it would fail every value that is read inside of another one. */
  private static final ObjectReader ONE_DOCUMENT =
      MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static {
    QuantityDeserializer.register(MAPPER);
    // The way the operator reads what is stored, so that both see the same.
    new KubernetesSerialization(MAPPER, false);
  }

  private ReviewFormat() {}

  /** The mapper that objects in reviews are made of. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** Reads the body of a request, whatever it is. */
  public static ReviewReading read(byte[] body) {
    JsonNode root;
    try {
      root = ONE_DOCUMENT.readTree(body);
    } catch (IOException e) {
      return new Unreadable(uidIn(body), Denials.unreadable("the body is not a JSON document", e));
    }
    JsonNode request = root.path("request");
    String uid = request.path("uid").textValue();
    if (!KIND.equals(root.path("kind").textValue())
        || !API_VERSION.equals(root.path("apiVersion").textValue())) {
      return unreadable(uid, "the body is not an %s of %s".formatted(KIND, API_VERSION));
    }
    if (uid == null || uid.isEmpty()) {
      return unreadable(null, "request.uid is missing");
    }
    return read(uid, (ObjectNode) request);
  }

  private static ReviewReading read(String uid, ObjectNode request) {
    JsonNode object = request.path("object");
    JsonNode oldObject = request.path("oldObject");
    if (isNoObject(object) || isNoObject(oldObject)) {
      return unreadable(uid, "request.object and request.oldObject must be objects");
    }
    try {
      AdmissionRequest about = MAPPER.treeToValue(withoutObjects(request), AdmissionRequest.class);
      if (about.getKind() == null || about.getOperation() == null || about.getResource() == null) {
        return unreadable(uid, "request.kind, request.resource or request.operation is missing");
      }
      return new Review(new ReviewRequest(uid, about, orNull(object), orNull(oldObject)));
    } catch (JsonProcessingException e) {
      return new Unreadable(uid, Denials.unreadable("the request cannot be read", e));
    }
  }

  private static ObjectNode withoutObjects(ObjectNode request) {
    ObjectNode rest = MAPPER.createObjectNode();
    request.properties().stream()
        .filter(field -> !OBJECTS.contains(field.getKey()))
        .forEach(field -> rest.set(field.getKey(), field.getValue()));
    return rest;
  }

  private static boolean isNoObject(JsonNode node) {
    return !node.isObject() && !node.isNull() && !node.isMissingNode();
  }

  private static @Nullable ObjectNode orNull(JsonNode node) {
    return node instanceof ObjectNode object ? object : null;
  }

  private static Unreadable unreadable(@Nullable String uid, String message) {
    return new Unreadable(uid, Denials.badRequest(message));
  }

  /**
   * What an answer has to repeat, found in the beginning of a review; null if it is not there. The
   * API server writes it first.
   */
  public static @Nullable String uidIn(byte[] beginning) {
    try (JsonParser parser = MAPPER.createParser(beginning)) {
      return enter(parser, "request") == JsonToken.START_OBJECT
              && parser.nextFieldName() != null
              && find(parser, "uid") == JsonToken.VALUE_STRING
          ? parser.getText()
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable JsonToken enter(JsonParser parser, String field) throws IOException {
    return parser.nextToken() == JsonToken.START_OBJECT && parser.nextFieldName() != null
        ? find(parser, field)
        : null;
  }

  /** From one field name of an object on to the value of the field that is looked for. */
  private static @Nullable JsonToken find(JsonParser parser, String field) throws IOException {
    for (String name = parser.currentName(); name != null; name = parser.nextFieldName()) {
      JsonToken value = parser.nextToken();
      if (name.equals(field)) {
        return value;
      }
      parser.skipChildren();
    }
    return null;
  }

  /** The body of an answer. */
  public static byte[] write(String uid, Verdict verdict) {
    AdmissionResponse response = new AdmissionResponse();
    response.setUid(uid);
    if (!verdict.warnings().isEmpty()) {
      response.setWarnings(verdict.warnings());
    }
    switch (verdict) {
      case Verdict.Allowed(var _, JsonNode patch) -> {
        response.setAllowed(true);
        if (patch != null) {
          response.setPatchType("JSONPatch");
          response.setPatch(base64(patch));
        }
      }
      case Verdict.Denied(Status status, var _) -> {
        response.setAllowed(false);
        response.setStatus(status);
      }
    }
    AdmissionReview review = new AdmissionReview();
    review.setResponse(response);
    return bytes(review);
  }

  private static String base64(JsonNode patch) {
    return Base64.getEncoder().encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(AdmissionReview review) {
    try {
      return MAPPER.writeValueAsBytes(review);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("an answer is JSON", e);
    }
  }
}
