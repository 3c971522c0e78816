package dev.coppice.webhook.eviction;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
          .build();

  private static final ObjectReader READER = MAPPER.readerFor(Arguments.class);

  /** As much of a question as is read; of the two maps one is null. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Arguments(
      @JsonProperty("Pod") @Nullable PodJson pod,
      @JsonProperty("NodeNameToVictims") @Nullable Map<String, @Nullable PodsJson> whole,
      @JsonProperty("NodeNameToMetaVictims") @Nullable Map<String, @Nullable IdsJson> meta) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record PodsJson(
      @JsonProperty("Pods") @Nullable List<@Nullable PodJson> pods,
      @JsonProperty("NumPDBViolations") long violations) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record IdsJson(
      @JsonProperty("Pods") @Nullable List<@Nullable IdJson> pods,
      @JsonProperty("NumPDBViolations") long violations) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record IdJson(@JsonProperty("UID") @Nullable String uid) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record PodJson(@Nullable MetadataJson metadata, @Nullable SpecJson spec) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record MetadataJson(
      @Nullable String namespace,
      @Nullable String name,
      @Nullable String uid,
      @Nullable Map<String, String> labels) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record SpecJson(@Nullable Integer priority) {}

  private ExtenderFormat() {}

  /**
   * Reads a question in either form.
   *
   * @throws JsonProcessingException if it is none; the message says why
   * @throws IOException if it does not arrive
   */
  public static ExtenderRequest read(InputStream body) throws IOException {
    Arguments arguments = READER.readValue(body);
    if (arguments == null || arguments.pod() == null) {
      throw new Malformed("Pod is missing");
    }
    Map<String, Victims> nodes = new LinkedHashMap<>();
    if (arguments.meta() != null) {
      for (Map.Entry<String, @Nullable IdsJson> node : arguments.meta().entrySet()) {
        nodes.put(node.getKey(), victims(node.getValue()));
      }
    } else if (arguments.whole() != null) {
      for (Map.Entry<String, @Nullable PodsJson> node : arguments.whole().entrySet()) {
        nodes.put(node.getKey(), victims(node.getValue()));
      }
    }
    return new ExtenderRequest(pending(arguments.pod()), nodes);
  }

  private static PendingPod pending(PodJson pod) throws Malformed {
    MetadataJson metadata = pod.metadata();
    if (metadata == null || metadata.name() == null) {
      throw new Malformed("Pod.metadata.name is missing");
    }
    SpecJson spec = pod.spec();
    Integer priority = spec == null ? null : spec.priority();
    return new PendingPod(
        Objects.requireNonNullElse(metadata.namespace(), "default"),
        metadata.name(),
        Objects.requireNonNullElse(metadata.uid(), ""),
        Objects.requireNonNullElse(metadata.labels(), Map.of()),
        Objects.requireNonNullElse(priority, 0));
  }

  private static Victims victims(@Nullable IdsJson node) throws Malformed {
    List<AskedPod> pods = new ArrayList<>();
    if (node != null && node.pods() != null) {
      for (IdJson pod : node.pods()) {
        if (pod == null || pod.uid() == null) {
          throw new Malformed("a pod has no UID");
        }
        pods.add(new AskedPod(pod.uid(), null));
      }
    }
    return new Victims(pods, node == null ? 0 : node.violations());
  }

  private static Victims victims(@Nullable PodsJson node) throws Malformed {
    List<AskedPod> pods = new ArrayList<>();
    if (node != null && node.pods() != null) {
      for (PodJson pod : node.pods()) {
        MetadataJson metadata = pod == null ? null : pod.metadata();
        if (metadata == null || metadata.uid() == null) {
          throw new Malformed("a pod has no metadata.uid");
        }
        pods.add(
            new AskedPod(metadata.uid(), Objects.requireNonNullElse(metadata.labels(), Map.of())));
      }
    }
    return new Victims(pods, node == null ? 0 : node.violations());
  }

  /** The body of an answer. */
  public static String write(ExtenderRequest request, NodeDecision decision) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = MAPPER.createGenerator(text)) {
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

  /** JSON, and not what was expected. */
  private static final class Malformed extends JsonProcessingException {
    Malformed(String message) {
      super(message);
    }
  }
}
