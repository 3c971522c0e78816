package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the metadata of an object what it can: who it is, whose, and whether it is being
 * deleted. What is not of its type is left out, and so is all that nobody looks at.
 */
final class LenientMetadata {

  private LenientMetadata() {}

  /** The metadata in a text; empty metadata if there is none. */
  static ObjectMeta read(@Nullable String json) throws IOException {
    ObjectMeta metadata = new ObjectMeta();
    if (json == null) {
      return metadata;
    }
    try (JsonParser parser = Tokenizers.SKIPPING.createParser(json)) {
      parser.nextToken();
      eachField(
          parser,
          field -> {
            switch (field) {
              case "name" -> metadata.setName(ScannedObject.text(parser));
              case "namespace" -> metadata.setNamespace(ScannedObject.text(parser));
              case "uid" -> metadata.setUid(ScannedObject.text(parser));
              case "resourceVersion" -> metadata.setResourceVersion(ScannedObject.text(parser));
              case "creationTimestamp" -> metadata.setCreationTimestamp(time(parser));
              case "deletionTimestamp" -> metadata.setDeletionTimestamp(time(parser));
              case "generation" -> metadata.setGeneration(number(parser));
              case "labels" -> metadata.setLabels(texts(parser));
              case "annotations" -> metadata.setAnnotations(texts(parser));
              case "finalizers" -> metadata.setFinalizers(list(parser, ScannedObject::text));
              case "ownerReferences" ->
                  metadata.setOwnerReferences(list(parser, LenientMetadata::owner));
              default -> {}
            }
          });
    }
    return metadata;
  }

  @FunctionalInterface
  private interface Field {
    void read(String name) throws IOException;
  }

  @FunctionalInterface
  private interface Value<T> {
    @Nullable T read(JsonParser parser) throws IOException;
  }

  /** Goes through the object at which the parser is, if it is at one. */
  private static void eachField(JsonParser parser, Field field) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      field.read(name);
      parser.skipChildren();
    }
  }

  private static Map<String, String> texts(JsonParser parser) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    eachField(
        parser,
        name -> {
          String value = ScannedObject.text(parser);
          if (value != null) {
            texts.put(name, value);
          }
        });
    return texts;
  }

  private static <T> List<T> list(JsonParser parser, Value<T> item) throws IOException {
    List<T> list = new ArrayList<>();
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        T read = item.read(parser);
        parser.skipChildren();
        if (read != null) {
          list.add(read);
        }
      }
    }
    return list;
  }

  /** An owner without a UID is none. */
  private static @Nullable OwnerReference owner(JsonParser parser) throws IOException {
    OwnerReference owner = new OwnerReference();
    eachField(
        parser,
        field -> {
          switch (field) {
            case "apiVersion" -> owner.setApiVersion(ScannedObject.text(parser));
            case "kind" -> owner.setKind(ScannedObject.text(parser));
            case "name" -> owner.setName(ScannedObject.text(parser));
            case "uid" -> owner.setUid(ScannedObject.text(parser));
            case "controller" -> owner.setController(truth(parser));
            case "blockOwnerDeletion" -> owner.setBlockOwnerDeletion(truth(parser));
            default -> {}
          }
        });
    return owner.getUid() == null ? null : owner;
  }

  private static @Nullable Boolean truth(JsonParser parser) {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static @Nullable Long number(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return null;
    }
    try {
      return Long.valueOf(parser.getText());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  // What is there is compared with instants everywhere.
  private static @Nullable String time(JsonParser parser) throws IOException {
    String text = ScannedObject.text(parser);
    try {
      return text == null ? null : Instant.parse(text).toString();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
