package dev.coppice.core.template;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.object.Relatives;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which cliques of a template stand alone, and which belong to a scaling group. */
public final class CliqueTemplates {

  private CliqueTemplates() {}

  /** The cliques that are in no scaling group, in template order. */
  public static List<PodCliqueTemplate> standalone(PodCliqueSetTemplate template) {
    Set<String> grouped =
        template.podCliqueScalingGroups().stream()
            .map(PodCliqueScalingGroupConfig::cliqueNames)
            .flatMap(List::stream)
            .collect(Collectors.toSet());
    return template.cliques().stream().filter(c -> !grouped.contains(c.name())).toList();
  }

  /**
   * The cliques of those names, in the order of the names, each once; unknown ones are left out.
   */
  public static List<PodCliqueTemplate> named(
      PodCliqueSetTemplate template, Collection<String> names) {
    return names.stream()
        .distinct()
        .map(name -> find(template, name))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The scaling group that a clique belongs to; empty for one that stands alone. */
  public static Optional<PodCliqueScalingGroupConfig> groupOf(
      PodCliqueSetTemplate template, String clique) {
    return template.podCliqueScalingGroups().stream()
        .filter(group -> group.cliqueNames().contains(clique))
        .findFirst();
  }

  private static Optional<PodCliqueTemplate> find(PodCliqueSetTemplate template, String name) {
    return template.cliques().stream().filter(clique -> clique.name().equals(name)).findFirst();
  }

  /** The template of a PodClique of the set; empty if the set has none for it any more. */
  public static Optional<PodCliqueTemplate> of(PodCliqueSet set, PodClique clique) {
    return set.getSpec().template().cliques().stream()
        .filter(template -> isNamedAfter(clique, template.name()))
        .findFirst();
  }

  /** Names end with that of their template, after an index; the label tells what comes before. */
  public static boolean isNamedAfter(HasMetadata object, String template) {
    String name = object.getMetadata().getName();
    return Relatives.label(object, Labels.SCALING_GROUP)
        .or(() -> Relatives.label(object, Labels.PART_OF))
        .filter(prefix -> name.startsWith(prefix + "-") && name.endsWith("-" + template))
        .map(prefix -> name.substring(prefix.length() + 1))
        .filter(rest -> rest.matches("[0-9]+-" + Pattern.quote(template)))
        .isPresent();
  }
}
