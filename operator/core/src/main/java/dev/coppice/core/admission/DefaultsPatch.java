package dev.coppice.core.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.core.admission.field.Deadline;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.ModelJson;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the {@link Defaults} add to a stored set, as a JSON patch. It is made of the two objects of
 * the model, so that it touches no field that the model does not know, or writes in another way.
 */
public final class DefaultsPatch {

  private DefaultsPatch() {}

  /** The patch; empty for a set that says everything itself. */
  public static JsonPatch of(PodCliqueSet set) {
    return of(set, Defaults::of);
  }

  /** The same for a change of a stored set. */
  public static JsonPatch of(PodCliqueSet before, PodCliqueSet after) {
    return of(after, set -> Defaults.of(before, set));
  }

  private static JsonPatch of(PodCliqueSet set, UnaryOperator<PodCliqueSet> defaults) {
    JsonPatch patch = JsonPatch.create();
    if (set.getMetadata() != null && set.getSpec() != null && set.getSpec().template() != null) {
      PodCliqueSet defaulted = defaults.apply(set);
      compare("", outline(set), outline(defaulted), patch);
    }
    return patch;
  }

  /** Without most of what has no defaults, which is nine tenths of a set. */
  private static JsonNode outline(PodCliqueSet set) {
    PodCliqueSetSpec spec = set.getSpec();
    PodCliqueSet outline = new PodCliqueSet();
    outline.setApiVersion(set.getApiVersion());
    outline.setMetadata(
        new ObjectMetaBuilder().withNamespace(set.getMetadata().getNamespace()).build());
    outline.setSpec(
        PodCliqueSetSpecBuilder.builder(spec)
            .template(
                PodCliqueSetTemplateBuilder.builder(spec.template())
                    .cliques(
                        spec.template().cliques().stream().map(DefaultsPatch::outline).toList())
                    .build())
            .build());
    return ModelJson.tree(outline);
  }

  private static PodCliqueTemplate outline(PodCliqueTemplate clique) {
    PodCliqueSpec spec = clique.spec();
    return spec == null || spec.podSpec() == null
        ? clique
        : PodCliqueTemplateBuilder.builder(clique)
            .spec(
                PodCliqueSpecBuilder.builder(spec)
                    .podSpec(
                        new PodSpecBuilder()
                            .withRestartPolicy(spec.podSpec().getRestartPolicy())
                            .withTerminationGracePeriodSeconds(
                                spec.podSpec().getTerminationGracePeriodSeconds())
                            .build())
                    .build())
            .build();
  }

  private static void compare(String path, JsonNode before, JsonNode after, JsonPatch patch) {
    Deadline.check();
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
