package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a run leaves, without what differs from one run to the next: two runs of a flow that ended
 * alike are equal.
 *
 * @param objects what is left of each object, by kind and name; pods are named by clique and index
 */
public record EndState(SortedMap<String, String> objects) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z");
  private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}");

  /** Which of several a group gets is the scheduler's to say. */
  private static final Pattern DOMAIN = Pattern.compile("exclusive-zone-\\d+");

  /** Of a group or subgroup; the namespace is part of what it is made from. */
  private static final Pattern KEY = Pattern.compile("\\b[0-9a-f]{40}\\b");

  /** Told by instants or by how many steps it took. */
  private static final Set<String> ACCIDENTAL =
      Set.of(
          "generation",
          "observedGeneration",
          "nodeName",
          "node",
          "message",
          "epoch",
          "grove.io/group-epoch");

  private static final Set<String> METADATA =
      Set.of("labels", "annotations", "ownerReferences", "finalizers", "deletionTimestamp");

  /** Lists whose order says nothing. */
  private static final Set<String> UNORDERED = Set.of("conditions", "podReferences", "podFailures");

  /** Takes what exists at the end of a recording of one namespace. */
  public static EndState of(Recording recording, String namespace) {
    Collection<RecordedEvent> all = recording.atEnd();
    Map<String, String> podNames = new HashMap<>();
    // Statuses may speak of pods that are gone.
    recording
        .ofKind("Pod")
        .forEach(pod ->
            podNames.put(
                pod.name(),
                pod.label(Labels.POD_CLIQUE) + "[" + pod.label(Labels.POD_INDEX) + "]"));
    SortedMap<String, String> objects = new TreeMap<>();
    for (RecordedEvent event : all) {
      ObjectNode left = JSON.createObjectNode();
      event.metadata().properties().stream()
          .filter(field -> METADATA.contains(field.getKey()))
          .forEach(field -> left.set(field.getKey(), field.getValue()));
      left.set("spec", event.spec());
      left.set("status", status(event));
      objects.merge(
          event.kind() + " " + podNames.getOrDefault(event.name(), event.name()),
          normal(left, podNames, namespace).toString(),
          (one, other) -> one + " AND " + other);
    }
    return new EndState(objects);
  }

  /** Of a pod only what the node's doing has led to. */
  private static JsonNode status(RecordedEvent event) {
    return event.kind().equals("Pod")
        ? JSON.createObjectNode().set("phase", event.status().path("phase"))
        : event.status();
  }

  private static JsonNode normal(JsonNode node, Map<String, String> podNames, String namespace) {
    if (node.isObject()) {
      ObjectNode copy = JSON.createObjectNode();
      node.properties().stream()
          .filter(field -> !ACCIDENTAL.contains(field.getKey()))
          .sorted(Map.Entry.comparingByKey())
          .forEach(field -> {
            JsonNode value = normal(field.getValue(), podNames, namespace);
            copy.set(field.getKey(), UNORDERED.contains(field.getKey()) ? sorted(value) : value);
          });
      return copy;
    }
    if (node.isArray()) {
      ArrayNode copy = JSON.createArrayNode();
      node.forEach(item -> copy.add(normal(item, podNames, namespace)));
      return copy;
    }
    return node.isTextual()
        ? JSON.getNodeFactory().textNode(normal(node.asText(), podNames, namespace))
        : node;
  }

  private static String normal(String text, Map<String, String> podNames, String namespace) {
    String known = podNames.getOrDefault(text, text).replace(namespace, "NAMESPACE");
    known = UID.matcher(known).replaceAll("UID");
    known = INSTANT.matcher(known).replaceAll("INSTANT");
    known = KEY.matcher(known).replaceAll("KEY");
    known = DOMAIN.matcher(known).replaceAll("DOMAIN");
    return TOKEN_VOLUME.matcher(known).replaceAll("kube-api-access");
  }

  private static JsonNode sorted(JsonNode list) {
    List<JsonNode> items =
        list.valueStream().sorted(Comparator.comparing(JsonNode::toString)).toList();
    return JSON.createArrayNode().addAll(items);
  }

  /** What is other here than expected, an object a line; empty for nothing. */
  public String difference(EndState expected) {
    Set<String> names = new TreeSet<>(objects.keySet());
    names.addAll(expected.objects.keySet());
    StringBuilder told = new StringBuilder();
    for (String name : names) {
      String here = objects.getOrDefault(name, "nothing");
      String there = expected.objects.getOrDefault(name, "nothing");
      if (!here.equals(there)) {
        told.append("%s%n  is       %s%n  expected %s%n".formatted(name, here, there));
      }
    }
    return told.toString();
  }
}
