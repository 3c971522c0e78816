package dev.coppice.webhook.eviction;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Questions of kube-scheduler and the answers to them as JSON. Its types have no names for JSON, so
 * that all outer names begin with a capital letter; any case is read, as Go does.
 *
 * <p>An answer never holds a null inside of its map, for which kube-scheduler would crash, and of a
 * node that stays all that was asked, in the same order. Safe for use by many threads.
 */
public final class ExtenderFormat {

  /** A victim has no more than its pod has; a parser of hostile input needs some bound. */
  private static final int DEEPEST = 128;

  /** Of a text or name that is kept for a moment; others are skipped as they arrive. */
  private static final int LONGEST_TEXT = 8 << 10;

  // A parser that knows names again would keep all of a question until its end.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST_TEXT)
                  .maxNameLength(LONGEST_TEXT)
                  .build())
          .build();

  /** Bounds what is kept of a question. */
  @FunctionalInterface
  public interface Room {
    /**
     * One node or one victim more.
     *
     * @throws IOException if there is no room for it
     */
    void take() throws IOException;
  }

  private ExtenderFormat() {}

  /**
   * Reads a question in either form.
   *
   * @throws JsonProcessingException if it is none; the message says why
   * @throws IOException if it does not arrive, or there is no room for it
   */
  public static ExtenderRequest read(InputStream body, Room room) throws IOException {
    try (JsonParser json = JSON.createParser(body)) {
      return new QuestionReader(json, room).read();
    }
  }

  /** The body of an answer. */
  public static String write(ExtenderRequest request, NodeDecision decision) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeObjectFieldStart("NodeNameToMetaVictims");
      for (String node : decision.kept()) {
        Victims victims = Objects.requireNonNull(request.nodes().get(node));
        json.writeObjectFieldStart(node);
        json.writeArrayFieldStart("Pods");
        for (AskedPod pod : victims.pods()) {
          json.writeStartObject();
          json.writeStringField("UID", pod.uid());
          json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("NumPDBViolations", victims.disruptionViolations());
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("an answer is JSON", e);
    }
    return text.toString();
  }
}
