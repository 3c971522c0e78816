package dev.coppice.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserSequence;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a watch in one go, straight into the class of their kind. The client's own
 * way goes by a tree, and for kinds that it does not know by a map as well: most of the work of an
 * operator whose pods are all deleted at once.
 */
final class WatchEvents extends StdDeserializer<WatchEvent> {

  private static final String API_VERSION = "apiVersion";
  private static final String KIND = "kind";

  private final transient Map<Key, Class<? extends KubernetesResource>> kinds;

  private record Key(@Nullable String apiVersion, @Nullable String kind) {
    boolean isWhole() {
      return apiVersion != null && kind != null;
    }
  }

  /** Knows these kinds; an object of another one is read as a generic object. */
  WatchEvents(List<Class<? extends KubernetesResource>> kinds) {
    super(WatchEvent.class);
    this.kinds =
        kinds.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    kind -> new Key(HasMetadata.getApiVersion(kind), HasMetadata.getKind(kind)),
                    Function.identity()));
  }

  @Override
  public WatchEvent deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    WatchEvent event = new WatchEvent();
    for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
      parser.nextToken();
      switch (field) {
        case "type" -> event.setType(parser.getText());
        case "object" -> event.setObject(object(parser, context));
        default -> parser.skipChildren();
      }
    }
    return event;
  }

  /** Reads ahead until the kind is known; the API server writes it first. */
  private KubernetesResource object(JsonParser parser, DeserializationContext context)
      throws IOException {
    TokenBuffer head = context.bufferForInputBuffering(parser);
    head.writeStartObject();
    Key key = new Key(null, null);
    while (!key.isWhole() && parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      key =
          switch (name) {
            case API_VERSION -> new Key(parser.getText(), key.kind());
            case KIND -> new Key(key.apiVersion(), parser.getText());
            default -> key;
          };
      head.writeFieldName(name);
      head.copyCurrentStructure(parser);
    }
    if (!key.isWhole()) {
      head.writeEndObject();
    }
    JsonParser whole = head.asParser(parser);
    if (key.isWhole()) {
      // The token that was read last is in the buffer already.
      parser.clearCurrentToken();
      whole = JsonParserSequence.createFlattened(false, whole, parser);
    }
    whole.nextToken();
    return context.readValue(whole, kinds.getOrDefault(key, GenericKubernetesResource.class));
  }
}
