package dev.coppice.kube.reading;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.quantity.QuantityDeserializer;
import dev.coppice.core.status.Words;
import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the API server sends, and no more of an object than anybody looks at. An object that
 * cannot be read is one of its class with nothing but its metadata, and its status if that can be
 * read, and is marked as {@link Unreadable}: in the client's own reading it would end the watch of
 * its kind, and with that the process. Safe for use by many threads.
 */
public final class ClusterSerialization extends KubernetesSerialization {

  private static final Logger LOGGER = LoggerFactory.getLogger(ClusterSerialization.class);

  /** What is shorter cannot exceed the bounds of an object, and is read without counting. */
  private static final int WITHIN_BOUNDS = ReadingBounds.MOST_TOKENS;

  private final ObjectMapper mapper;
  private final CarefulReader careful;

  /** Where an object stands in what is read. */
  private enum Shape {
    EVENT(1),
    LIST(2),
    OBJECT(0),
    OTHER(0);

    private final int above;

    Shape(int above) {
      this.above = above;
    }

    static Shape of(Class<?> type) {
      if (type == WatchEvent.class) {
        return EVENT;
      }
      if (KubernetesResourceList.class.isAssignableFrom(type)) {
        return LIST;
      }
      return HasMetadata.class.isAssignableFrom(type) ? OBJECT : OTHER;
    }
  }

  private ClusterSerialization(ObjectMapper mapper, Kinds kinds) {
    super(mapper, true);
    this.mapper = mapper;
    careful = new CarefulReader(mapper, kinds);
  }

  /** Reads the objects of watches as these classes; others, in watches, are generic objects. */
  public static ClusterSerialization of(List<Class<? extends KubernetesResource>> watched) {
    Kinds kinds = new Kinds(watched);
    ObjectMapper mapper = new ObjectMapper(Tokenizers.FAST);
    mapper.addMixIn(ObjectMeta.class, ReadMetadata.class);
    mapper.addMixIn(Pod.class, LeanPod.class);
    QuantityDeserializer.register(mapper);
    // Whoever goes through a list or a map expects it to be there, and no null in it.
    JsonSetter.Value nulls = JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL);
    mapper.configOverride(List.class).setSetterInfo(nulls);
    mapper.configOverride(Map.class).setSetterInfo(nulls);
    mapper.registerModule(
        new SimpleModule("reading")
            .addDeserializer(WatchEvent.class, new WatchEvents(kinds))
            .addDeserializer(String.class, new SharedStrings()));
    return new ClusterSerialization(mapper, kinds);
  }

  /** Everything that the client reads comes by this one. */
  @Override
  public <T> T unmarshal(InputStream stream, TypeReference<T> type) {
    if (!(stream instanceof ByteArrayInputStream bytes) || !isObject(bytes)) {
      return super.unmarshal(stream, type);
    }
    JavaType target = mapper.constructType(type);
    Shape shape = Shape.of(target.getRawClass());
    if (shape == Shape.OTHER) {
      return super.unmarshal(stream, type);
    }
    @SuppressWarnings("unchecked") // made for this type
    T read = (T) read(bytes, target, shape);
    return read;
  }

  private Object read(ByteArrayInputStream bytes, JavaType type, Shape shape) {
    try {
      Object read = fast(bytes, type, shape);
      if (isWhole(read)) {
        return read;
      }
    } catch (IOException | RuntimeException | StackOverflowError _) {
      // What is wrong with which object is found out below.
    }
    bytes.reset();
    return careful(new String(bytes.readAllBytes(), StandardCharsets.UTF_8), type, shape);
  }

  private static boolean isObject(ByteArrayInputStream bytes) {
    bytes.mark(0);
    int first = bytes.read();
    bytes.reset();
    return first == '{';
  }

  private Object fast(ByteArrayInputStream bytes, JavaType type, Shape shape) throws IOException {
    if (bytes.available() <= WITHIN_BOUNDS) {
      return mapper.readerFor(type).readValue(bytes);
    }
    try (JsonParser parser = new ReadingBounds(Tokenizers.FAST.createParser(bytes), shape.above)) {
      return mapper.readerFor(type).readValue(parser);
    }
  }

  /** Whether the client can go on with it. */
  private static boolean isWhole(Object read) {
    return switch (read) {
      case KubernetesResourceList<?> list ->
          list.getItems() != null && !list.getItems().contains(null);
      case WatchEvent event when event.getObject() instanceof HasMetadata object ->
          object.getMetadata() != null;
      case WatchEvent event -> event.getObject() != null;
      case HasMetadata object -> object.getMetadata() != null;
      default -> true;
    };
  }

  private Object careful(String json, JavaType type, Shape shape) {
    try {
      return switch (shape) {
        case EVENT -> careful.event(json);
        case LIST -> careful.list(json, type);
        default -> careful.object(json, type.getRawClass().asSubclass(HasMetadata.class));
      };
    } catch (IOException | RuntimeException e) {
      if (shape == Shape.EVENT) {
        LOGGER
            .atWarn()
            .addKeyValue(LogKeys.FAILURE, Words.quote(words(e)))
            .log("A watch has brought what is no event; listing anew");
        return listAnew();
      }
      throw KubernetesClientException.launderThrowable(e);
    }
  }

  private static String words(Exception e) {
    return e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.toString();
  }

  /** The one answer to a watch after which the client never gives up. */
  private static WatchEvent listAnew() {
    WatchEvent event = new WatchEvent();
    event.setType("ERROR");
    event.setObject(new StatusBuilder().withCode(HttpURLConnection.HTTP_GONE).build());
    return event;
  }
}
