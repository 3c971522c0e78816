package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.coppice.core.quantity.QuantityDeserializer;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reviews as JSON. Safe for use by many threads. */
public final class ReviewFormat {

  /** How the API server names the format. */
  public static final String API_VERSION = "admission.k8s.io/v1";

  /** The kind of what is asked and of what is answered. */
  static final String KIND = "AdmissionReview";

  /** No object of Kubernetes comes near it; a parser of hostile input needs some bound. */
  static final int DEEPEST = 128;

  private static final int LONGEST_UID = 256;

  private static final int LONGEST_MESSAGE = 1024;

  private static final String DEFAULTS_LEFT_OUT =
      "spec: the defaults take more than 64 KiB to say and are not written into the set; they hold"
          + " all the same";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Names in hostile input would be kept in a table of the JVM.
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .build();

  static {
    QuantityDeserializer.register(MAPPER);
    // The way the operator reads what is stored, so that both see the same.
    new KubernetesSerialization(MAPPER, false);
  }

  private ReviewFormat() {}

  /** Reads objects in reviews. */
  public static ObjectMapper mapper() {
    return MAPPER;
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
          ? bounded(parser.getText())
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** A uid of the API server has 36 characters; another one is not repeated for ever. */
  static @Nullable String bounded(String uid) {
    return uid.isEmpty() || uid.length() > LONGEST_UID ? null : uid;
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

  /** The body of an answer, of no more than 64 KiB. */
  public static byte[] write(String uid, Verdict verdict) {
    byte[] answer = bytes(review(uid, verdict));
    return answer.length <= AnswerSize.MOST_BYTES ? answer : bytes(review(uid, shorter(verdict)));
  }

  /** Half a patch would be another one, and what the defaults say holds without it. */
  private static Verdict shorter(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(var warnings, var _) ->
          Verdict.allow(Stream.concat(Stream.of(DEFAULTS_LEFT_OUT), warnings.stream()).toList());
      case Verdict.Denied(Status status, var warnings) ->
          new Verdict.Denied(
              new StatusBuilder()
                  .withStatus(status.getStatus())
                  .withCode(status.getCode())
                  .withReason(status.getReason())
                  .withMessage(Words.shortened(status.getMessage(), LONGEST_MESSAGE))
                  .build(),
              warnings);
    };
  }

  private static AdmissionReview review(String uid, Verdict verdict) {
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
    return review;
  }

  private static String base64(JsonNode patch) {
    return Base64.getEncoder().encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] bytes(AdmissionReview review) {
    try {
      // Half a character in what was asked fails nothing when it is written this way.
      return MAPPER.writeValueAsString(review).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("an answer is JSON", e);
    }
  }
}
