package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads once more what could not be read in one go: each object of a list by itself, and of an
 * object that cannot be read its metadata, and its status if that can. Never more than one object
 * is in memory beside its text.
 */
final class CarefulReader {

  private static final Unreadable NO_METADATA =
      new Unreadable("metadata", "null, where a value is due");

  private final ObjectMapper mapper;
  private final Kinds kinds;
  private final UnreadableLog log = new UnreadableLog();

  CarefulReader(ObjectMapper mapper, Kinds kinds) {
    this.mapper = mapper;
    this.kinds = kinds;
  }

  /**
   * The event of a watch.
   *
   * @throws IOException if it is none
   */
  WatchEvent event(String json) throws IOException {
    WatchEvent event = new WatchEvent();
    String object = null;
    try (JsonParser parser = Tokenizers.SKIPPING.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "type" -> event.setType(ScannedObject.text(parser));
          case "object" -> object = ScannedObject.part(json, parser);
          default -> {}
        }
        parser.skipChildren();
      }
    }
    if (event.getType() == null || object == null) {
      throw new IOException("no event of a watch");
    }
    event.setObject(object(object));
    return event;
  }

  private KubernetesResource object(String json) throws IOException {
    ScannedObject scanned = ScannedObject.of(json);
    Class<? extends KubernetesResource> type = kinds.of(scanned.name());
    return HasMetadata.class.isAssignableFrom(type)
        ? object(json, scanned, type.asSubclass(HasMetadata.class))
        : read(json, type);
  }

  /**
   * A list. Of nothing an API server gives null for its items.
   *
   * @throws IOException if it is none
   */
  KubernetesResourceList<?> list(String json, JavaType type) throws IOException {
    JavaType listOf = type.findTypeParameters(KubernetesResourceList.class)[0];
    return list(json, type, listOf.getRawClass().asSubclass(HasMetadata.class));
  }

  private <T extends HasMetadata> KubernetesResourceList<T> list(
      String json, JavaType type, Class<T> itemType) throws IOException {
    List<T> items = new ArrayList<>();
    String metadata = "{}";
    boolean isList = false;
    try (JsonParser parser = Tokenizers.SKIPPING.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        switch (field) {
          case "metadata" ->
              metadata = Objects.requireNonNullElse(ScannedObject.part(json, parser), metadata);
          case "items" -> {
            isList = value == JsonToken.VALUE_NULL || value == JsonToken.START_ARRAY;
            while (value == JsonToken.START_ARRAY && parser.nextToken() != JsonToken.END_ARRAY) {
              String item = ScannedObject.part(json, parser);
              if (item != null) {
                items.add(object(item, ScannedObject.of(item), itemType));
              }
              parser.skipChildren();
            }
          }
          default -> {}
        }
        parser.skipChildren();
      }
    }
    if (!isList) {
      throw new IOException("no list of objects");
    }
    try (JsonParser parser = bounded("{\"metadata\":%s,\"items\":[]}".formatted(metadata))) {
      KubernetesResourceList<T> list = mapper.readerFor(type).readValue(parser);
      list.getItems().addAll(items);
      return list;
    }
  }

  /**
   * A single object.
   *
   * @throws IOException if it is none
   */
  <T extends HasMetadata> T object(String json, Class<T> type) throws IOException {
    return object(json, ScannedObject.of(json), type);
  }

  private <T extends HasMetadata> T object(String json, ScannedObject scanned, Class<T> type)
      throws IOException {
    try (JsonParser parser = bounded(json)) {
      try {
        T object = mapper.readerFor(type).readValue(parser);
        return object.getMetadata() == null ? marked(scanned, type, NO_METADATA) : object;
      } catch (IOException | RuntimeException | StackOverflowError e) {
        return marked(scanned, type, ReadingFailure.of(e));
      }
    }
  }

  private <T extends HasMetadata> T marked(ScannedObject scanned, Class<T> type, Unreadable why)
      throws IOException {
    T object = withStatus(scanned.status(), type);
    if (object instanceof GenericKubernetesResource generic) {
      generic.setKind(scanned.name().kind());
      generic.setApiVersion(scanned.name().apiVersion());
    }
    object.setMetadata(LenientMetadata.read(scanned.metadata()));
    why.mark(object);
    log.tell(object, why);
    return object;
  }

  private <T extends HasMetadata> T withStatus(@Nullable String status, Class<T> type)
      throws IOException {
    try {
      return read(status == null ? "{}" : "{\"status\":%s}".formatted(status), type);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      return read("{}", type);
    }
  }

  private <T> T read(String json, Class<T> type) throws IOException {
    try (JsonParser parser = bounded(json)) {
      return mapper.readerFor(type).readValue(parser);
    }
  }

  private static JsonParser bounded(String json) throws IOException {
    return new ReadingBounds(Tokenizers.CAREFUL.createParser(json), 0);
  }
}
