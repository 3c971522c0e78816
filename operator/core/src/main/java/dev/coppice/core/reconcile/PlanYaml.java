package dev.coppice.core.reconcile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Locale;

/** Renders a plan as YAML: for golden tests, debug logs and {@code coppice plan}. */
public final class PlanYaml {

  private static final ObjectMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .findAndAddModules()
          .build();

  private PlanYaml() {}

  /** The plan as one YAML document. */
  public static String render(Plan plan) {
    ObjectNode root = YAML.createObjectNode();
    ArrayNode actions = root.putArray("actions");
    plan.actions().forEach(action -> actions.add(render(action)));
    ArrayNode events = root.putArray("events");
    plan.events().forEach(event -> events.add(YAML.valueToTree(event)));
    if (plan.requeueAt() != null) {
      root.put("nextLook", plan.requeueAt().toString());
    }
    if (plan.pending() != null) {
      root.put("unwritten", plan.pending().name().toLowerCase(Locale.ROOT));
    }
    if (plan.refuted()) {
      root.put("refuted", true);
    }
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan is a tree and always renders", e);
    }
  }

  private static ObjectNode render(Action action) {
    ObjectNode node = YAML.createObjectNode();
    switch (action) {
      case Action.Create create -> {
        node.put("create", action.target().toString());
        node.set("object", YAML.valueToTree(create.object()));
      }
      case Action.Patch patch -> {
        node.put("patch", action.target().toString());
        node.put("uid", patch.uid());
        if (patch.subresource() != null) {
          node.put("subresource", patch.subresource());
        }
        node.set("operations", patch.operations());
      }
      case Action.Delete delete -> {
        node.put("delete", action.target().toString());
        node.put("uid", delete.uid());
        if (delete.resourceVersion() != null) {
          node.put("resourceVersion", delete.resourceVersion());
        }
      }
      case Action.PutStatus put -> {
        node.put("putStatus", action.target().toString());
        if (put.intent()) {
          node.put("intent", true);
        }
        node.set("status", YAML.valueToTree(put.object()).path("status"));
      }
      case Action.Try trial -> {
        node.put("try", action.target().toString());
        node.set("object", YAML.valueToTree(trial.object()));
      }
      case Action.Read read -> {
        ArrayNode queries = node.putArray("read");
        read.queries().forEach(query -> queries.add(query.key().toString()));
      }
    }
    return node;
  }
}
