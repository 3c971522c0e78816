package dev.coppice.core.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.ModelJson;
import java.util.Map;

/**
 * What the {@link Defaults} add to a stored set, as a JSON patch. It is made of the two objects of
 * the model, so that it touches no field that the model does not know, or writes in another way.
 */
public final class DefaultsPatch {

  private DefaultsPatch() {}

  /** The patch; empty for a set that says everything itself. */
  public static JsonPatch of(PodCliqueSet set) {
    JsonPatch patch = JsonPatch.create();
    compare("", ModelJson.tree(set), ModelJson.tree(Defaults.of(set)), patch);
    return patch;
  }

  private static void compare(String path, JsonNode before, JsonNode after, JsonPatch patch) {
    if (before instanceof ObjectNode object && after instanceof ObjectNode wanted) {
      for (Map.Entry<String, JsonNode> field : wanted.properties()) {
        String child = path + "/" + field.getKey();
        JsonNode seen = object.get(field.getKey());
        if (seen == null || (seen.isValueNode() && !seen.equals(field.getValue()))) {
          patch.add(child, field.getValue());
        } else {
          compare(child, seen, field.getValue(), patch);
        }
      }
    } else if (before instanceof ArrayNode list && after instanceof ArrayNode wanted) {
      for (int i = 0; i < wanted.size(); i++) {
        compare(path + "/" + i, list.get(i), wanted.get(i), patch);
      }
    }
  }
}
