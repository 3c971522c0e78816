package dev.coppice.core.rollout;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What makes a pod outdated. The value carries the version of the algorithm, so that a hash of
 * another version is known as such and adopted instead of rolled.
 */
public final class TemplateHash {

  /** Stands in front of every hash made here. */
  public static final String VERSION = "v1-";

  private static final int LENGTH = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private TemplateHash() {}

  /**
   * The hash of one clique of a set: its labels, annotations and podSpec with the effective
   * priority class.
   */
  public static String of(PodCliqueTemplate clique, @Nullable String setPriorityClassName) {
    ObjectNode input = JSON.createObjectNode();
    input.set("labels", JSON.valueToTree(clique.labels()));
    input.set("annotations", JSON.valueToTree(clique.annotations()));
    ObjectNode podSpec = JSON.valueToTree(clique.spec().podSpec());
    String own = clique.spec().podSpec().getPriorityClassName();
    String effective = own == null || own.isEmpty() ? setPriorityClassName : own;
    podSpec.put("priorityClassName", effective);
    input.set("podSpec", podSpec);
    return VERSION + HashText.of(CanonicalJson.of(input).toString(), LENGTH);
  }

  /** The hash of a whole set, indifferent to the order of its cliques. */
  public static String generation(PodCliqueSet set) {
    PodCliqueSetTemplate template = set.getSpec().template();
    String pairs =
        template.cliques().stream()
            .sorted(Comparator.comparing(PodCliqueTemplate::name))
            .map(clique -> clique.name() + "=" + of(clique, template.priorityClassName()))
            .collect(Collectors.joining(","));
    return VERSION + HashText.of(pairs, LENGTH);
  }
}
