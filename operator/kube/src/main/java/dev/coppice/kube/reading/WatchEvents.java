package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserSequence;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.io.IOException;

/**
 * Reads the events of a watch in one go, straight into the class of their kind. The client's own
 * way goes by a tree, and for kinds that it does not know by a map as well: most of the work of an
 * operator whose pods are all deleted at once.
 */
final class WatchEvents extends StdDeserializer<WatchEvent> {

  private static final String API_VERSION = "apiVersion";
  private static final String KIND = "kind";

  private final transient Kinds kinds;

  WatchEvents(Kinds kinds) {
    super(WatchEvent.class);
    this.kinds = kinds;
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
    Kinds.Name kind = Kinds.Name.UNKNOWN;
    while (!kind.isWhole() && parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      kind =
          switch (name) {
            case API_VERSION -> new Kinds.Name(parser.getText(), kind.kind());
            case KIND -> new Kinds.Name(kind.apiVersion(), parser.getText());
            default -> kind;
          };
      head.writeFieldName(name);
      head.copyCurrentStructure(parser);
    }
    if (!kind.isWhole()) {
      head.writeEndObject();
    }
    JsonParser whole = head.asParser(parser);
    if (kind.isWhole()) {
      // The token that was read last is in the buffer already.
      parser.clearCurrentToken();
      whole = JsonParserSequence.createFlattened(false, whole, parser);
    }
    whole.nextToken();
    return context.readValue(whole, kinds.of(kind));
  }
}
