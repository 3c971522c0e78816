package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.testkit.recorder.RecordedEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A PodCliqueSet as one event shows it, read as the rules read sets. */
record RecordedSet(RecordedEvent event) {

  /** A scaling group of the template. */
  record Group(JsonNode json) {

    String name() {
      return json.path("name").asText();
    }

    List<String> cliques() {
      return texts(json.path("cliqueNames"));
    }
  }

  String name() {
    return event.name();
  }

  String uid() {
    return event.uid();
  }

  int replicas() {
    return event.spec().path("replicas").asInt();
  }

  JsonNode template() {
    return event.spec().path("template");
  }

  List<Group> groups() {
    return template().path("podCliqueScalingGroups").valueStream().map(Group::new).toList();
  }

  Optional<Group> groupOf(String clique) {
    return groups().stream().filter(group -> group.cliques().contains(clique)).findFirst();
  }

  /** Names of all cliques, in the order of the template. */
  List<String> cliques() {
    return template().path("cliques").valueStream().map(c -> c.path("name").asText()).toList();
  }

  /** Names of the cliques that are in no group, in the order of the template. */
  List<String> standalone() {
    return cliques().stream().filter(clique -> groupOf(clique).isEmpty()).toList();
  }

  JsonNode clique(String name) {
    return template()
        .path("cliques")
        .valueStream()
        .filter(clique -> clique.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Keys of the labels that it hands on to its objects of a kind. */
  Stream<String> handedOn(String kind) {
    Stream<JsonNode> labels =
        switch (kind) {
          case OurKinds.POD_GANG -> Stream.of(event.metadata().path("labels"));
          case OurKinds.POD_CLIQUE ->
              template().path("cliques").valueStream().map(clique -> clique.path("labels"));
          default -> Stream.empty();
        };
    return labels.flatMap(JsonNode::propertyStream).map(Map.Entry::getKey);
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }
}
