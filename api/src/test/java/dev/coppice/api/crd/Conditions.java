package dev.coppice.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.List;
import java.util.Map;

/** The schema of a condition, which fabric8's model leaves open. */
final class Conditions {

  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "type", "What the condition is about.",
          "status", "Whether it holds: True, False or Unknown.",
          "observedGeneration", "The generation of the specification that was judged.",
          "lastTransitionTime", "When the status last changed.",
          "reason", "Why, as one word for programs.",
          "message", "Why, in words for people.");

  private Conditions() {}

  static void refine(JSONSchemaProps schema) {
    Map<String, JSONSchemaProps> properties = schema.getProperties();
    DESCRIPTIONS.forEach((name, text) -> properties.get(name).setDescription(text));
    properties
        .get("status")
        .setEnum(
            List.<JsonNode>of(
                TextNode.valueOf("True"), TextNode.valueOf("False"), TextNode.valueOf("Unknown")));
    properties.get("lastTransitionTime").setFormat("date-time");
    properties.get("observedGeneration").setFormat("int64");
  }
}
