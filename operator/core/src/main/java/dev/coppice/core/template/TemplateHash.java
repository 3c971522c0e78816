package dev.coppice.core.template;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    PodSpec podSpec = clique.spec().podSpec();
    String own = podSpec.getPriorityClassName();
    String effective = own == null || own.isEmpty() ? setPriorityClassName : own;
    String canonical =
        canonical(
            clique.labels(),
            clique.annotations(),
            new PodSpecBuilder(podSpec).withPriorityClassName(effective).build());
    return VERSION + HashText.of(canonical, LENGTH);
  }

  /** The hash of a podSpec alone. */
  public static String ofPodSpec(PodSpec podSpec) {
    return VERSION + HashText.of(CanonicalJson.of(JSON.valueToTree(podSpec)).toString(), LENGTH);
  }

  /** Whether a hash was made here, so that another value means another template. */
  public static boolean isOurs(String hash) {
    return hash.startsWith(VERSION);
  }

  /** What the hash is made of: the same text for all spellings of the same pods. */
  public static String canonical(
      Map<String, String> labels, Map<String, String> annotations, PodSpec podSpec) {
    ObjectNode input = JSON.createObjectNode();
    input.set("labels", JSON.valueToTree(labels));
    input.set("annotations", JSON.valueToTree(annotations));
    input.set("podSpec", JSON.valueToTree(podSpec));
    return CanonicalJson.of(input).toString();
  }

  /** The hash of a whole set, indifferent to the order of its cliques. */
  public static String generation(PodCliqueSet set) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return generation(template.cliques(), clique -> of(clique, template.priorityClassName()));
  }

  /**
   * The same of cliques whose hashes are known.
   *
   * @param hash the hash of each
   */
  public static String generation(
      List<PodCliqueTemplate> cliques, Function<PodCliqueTemplate, String> hash) {
    String pairs =
        cliques.stream()
            .sorted(Comparator.comparing(PodCliqueTemplate::name))
            .map(clique -> clique.name() + "=" + hash.apply(clique))
            .collect(Collectors.joining(","));
    return VERSION + HashText.of(pairs, LENGTH);
  }
}
