package dev.coppice.core.admission.name;

import dev.coppice.api.Names;
import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The longest names that can come of a set: those of the pods with the highest indices. All other
 * objects bear a beginning of such a name.
 *
 * @param setName name of the set
 * @param replicas how many replicas the set has
 * @param mostPods no index is higher than this
 */
public record LongestNames(String setName, int replicas, int mostPods) {

  /** Stands for the characters by which the pods of one index, or generated names, differ. */
  private static final String ANY = "xxxxx";

  /** Those of a set. */
  public static LongestNames of(PodCliqueSet set, int mostPods) {
    ObjectMeta metadata = set.getMetadata();
    String name = metadata.getName();
    return new LongestNames(
        name == null ? Objects.requireNonNullElse(metadata.getGenerateName(), "") + ANY : name,
        set.getSpec().replicas(),
        mostPods);
  }

  /** The longest of them. */
  public String longest(PodCliqueSetTemplate template) {
    Stream<String> standalone =
        CliqueTemplates.standalone(template).stream().map(clique -> pod(podClique(clique), clique));
    Stream<String> grouped =
        template.podCliqueScalingGroups().stream().map(group -> longest(template, group));
    return longest(Stream.concat(standalone, grouped));
  }

  /** The longest of those of a scaling group. */
  public String longest(PodCliqueSetTemplate template, PodCliqueScalingGroupConfig group) {
    return longest(
        CliqueTemplates.named(template, group.cliqueNames()).stream()
            .map(clique -> pod(podClique(group, clique), clique)));
  }

  private static String longest(Stream<String> names) {
    return names.max(Comparator.comparingInt(String::length)).orElse("");
  }

  /** The PodClique of a clique that stands alone. */
  public String podClique(PodCliqueTemplate clique) {
    return Names.standalonePodClique(setName, last(replicas), clique.name());
  }

  /** A scaling group. */
  public String group(PodCliqueScalingGroupConfig group) {
    return Names.podCliqueScalingGroup(setName, last(replicas), group.name());
  }

  /** The PodClique of a clique in a scaling group. */
  public String podClique(PodCliqueScalingGroupConfig group, PodCliqueTemplate clique) {
    return Names.groupPodClique(
        group(group), last(most(group.replicas(), group.scaleConfig())), clique.name());
  }

  /** The pod of a PodClique. */
  public String pod(String podClique, PodCliqueTemplate clique) {
    return pod(podClique, most(clique.spec().replicas(), clique.spec().autoScalingConfig()));
  }

  /** The pod of a PodClique that has so many pods. */
  public String pod(String podClique, int pods) {
    return Names.pod(podClique, last(pods), ANY);
  }

  /** The highest index of so many replicas. */
  public int last(int count) {
    return Math.max(0, Math.min(count, mostPods) - 1);
  }

  /** What is wrong with a name that has too many characters. */
  public static String tooLong(String name) {
    return Words.sentence(
        "the longest name made of it, %s, has %d characters; at most %d are possible",
        name, name.length(), NameFormat.LONGEST_LABEL);
  }

  private static int most(int replicas, @Nullable AutoScalingConfig config) {
    return config == null ? replicas : Math.max(replicas, config.maxReplicas());
  }
}
