package dev.coppice.webhook.eviction;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.coppice.api.Labels;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one question as it arrives. Nothing of it is kept but what it is judged by, and for each
 * node and each victim room is taken first: a question may be hostile.
 */
final class QuestionReader {

  /** Of a name in Kubernetes. */
  private static final int LONGEST_NAME = 253;

  /** Thrice that of a UID. */
  private static final int LONGEST_UID = 108;

  /** The labels by which the pod that wants room is judged. */
  private static final Set<String> JUDGED =
      Set.of(Labels.MANAGED_BY, Labels.POD_GANG, KaiKeys.QUEUE);

  private final JsonParser json;
  private final ExtenderFormat.Room room;

  QuestionReader(JsonParser json, ExtenderFormat.Room room) {
    this.json = json;
    this.room = room;
  }

  /** What is read of a pod. */
  private static final class PodFields {
    private @Nullable String namespace;
    private @Nullable String name;
    private @Nullable String uid;
    private Map<String, String> labels = Map.of();
    private int priority;
  }

  /** What is done with a member of an object, whose value is the current token. */
  @FunctionalInterface
  private interface Member {
    void read(String name) throws IOException;
  }

  /** What both forms of a question may say. */
  private static final class Arguments {
    private @Nullable PodFields pod;
    private @Nullable Map<String, Victims> whole;
    private @Nullable Map<String, Victims> meta;
  }

  ExtenderRequest read() throws IOException {
    Arguments arguments = new Arguments();
    if (json.nextToken() != null) {
      members(name -> {
        switch (lower(name)) {
          case "pod" -> arguments.pod = isNull() ? null : pod();
          case "nodenametovictims" -> arguments.whole = isNull() ? null : nodes(this::wholeVictim);
          case "nodenametometavictims" ->
              arguments.meta = isNull() ? null : nodes(this::metaVictim);
          default -> json.skipChildren();
        }
      });
    }
    return new ExtenderRequest(
        pending(arguments.pod),
        Objects.requireNonNullElse(
            arguments.meta, Objects.requireNonNullElse(arguments.whole, Map.of())));
  }

  private static PendingPod pending(@Nullable PodFields pod) throws Malformed {
    if (pod == null) {
      throw new Malformed("Pod is missing");
    }
    if (pod.name == null) {
      throw new Malformed("Pod.metadata.name is missing");
    }
    return new PendingPod(
        Objects.requireNonNullElse(pod.namespace, "default"),
        pod.name,
        Objects.requireNonNullElse(pod.uid, ""),
        pod.labels,
        pod.priority);
  }

  /** What is read of one victim. */
  @FunctionalInterface
  private interface VictimReader {
    AskedPod read() throws IOException;
  }

  private Map<String, Victims> nodes(VictimReader victim) throws IOException {
    Map<String, Victims> nodes = new LinkedHashMap<>();
    members(node -> {
      if (node.length() > LONGEST_NAME) {
        throw new Malformed("the name of a node is too long");
      }
      room.take();
      nodes.put(node, victims(victim));
    });
    return nodes;
  }

  private Victims victims(VictimReader victim) throws IOException {
    List<AskedPod> pods = new ArrayList<>();
    long[] violations = {0};
    members(name -> {
      switch (lower(name)) {
        case "pods" ->
            elements(() -> {
              room.take();
              pods.add(victim.read());
            });
        case "numpdbviolations" -> violations[0] = isNull() ? 0 : json.getLongValue();
        default -> json.skipChildren();
      }
    });
    return new Victims(pods, violations[0]);
  }

  private AskedPod metaVictim() throws IOException {
    PodFields pod = new PodFields();
    members(name -> {
      if (lower(name).equals("uid")) {
        pod.uid = text(LONGEST_UID);
      } else {
        json.skipChildren();
      }
    });
    if (pod.uid == null) {
      throw new Malformed("a pod has no UID");
    }
    return new AskedPod(pod.uid, false);
  }

  private AskedPod wholeVictim() throws IOException {
    PodFields pod = pod();
    if (pod.uid == null) {
      throw new Malformed("a pod has no metadata.uid");
    }
    return new AskedPod(pod.uid, KnownPod.gang(pod.labels).isEmpty());
  }

  private PodFields pod() throws IOException {
    PodFields pod = new PodFields();
    members(part -> {
      switch (lower(part)) {
        case "metadata" ->
            members(name -> {
              switch (lower(name)) {
                case "namespace" -> pod.namespace = text(LONGEST_NAME);
                case "name" -> pod.name = text(LONGEST_NAME);
                case "uid" -> pod.uid = text(LONGEST_UID);
                case "labels" -> pod.labels = labels();
                default -> json.skipChildren();
              }
            });
        case "spec" ->
            members(name -> {
              if (lower(name).equals("priority")) {
                pod.priority = isNull() ? 0 : json.getIntValue();
              } else {
                json.skipChildren();
              }
            });
        default -> json.skipChildren();
      }
    });
    return pod;
  }

  private Map<String, String> labels() throws IOException {
    Map<String, String> labels = new HashMap<>();
    members(name -> {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw new Malformed("a label has no value");
      }
      if (JUDGED.contains(name)) {
        labels.put(name, Objects.requireNonNull(text(LONGEST_NAME)));
      }
    });
    return labels;
  }

  /** The text at hand; null where none is said. */
  private @Nullable String text(int longest) throws IOException {
    if (isNull()) {
      return null;
    }
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new Malformed("%s is no text".formatted(json.currentName()));
    }
    String text = json.getText();
    if (text.length() > longest) {
      throw new Malformed("%s is too long".formatted(json.currentName()));
    }
    return text;
  }

  private boolean isNull() {
    return json.currentToken() == JsonToken.VALUE_NULL;
  }

  /** Of the object at hand; null has none. */
  private void members(Member member) throws IOException {
    if (isNull()) {
      return;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new Malformed("an object was expected");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      member.read(name);
    }
  }

  /** Whatever is done with an element, which is the current token. */
  @FunctionalInterface
  private interface Element {
    void read() throws IOException;
  }

  /** Of the list at hand; null has none. */
  private void elements(Element element) throws IOException {
    if (isNull()) {
      return;
    }
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new Malformed("a list was expected");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** JSON, and not what was expected. */
  private static final class Malformed extends JsonProcessingException {
    Malformed(String message) {
      super(message);
    }
  }
}
