package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What pods are made from, as far as it matters here, read off whatever carries it. Every edit of a
 * template changes an annotation and the image of the first container, and neither the operator nor
 * a policy writes any of it of its own accord.
 *
 * @param edit the annotation of the last edit; empty before the first
 * @param images the images of the containers
 */
public record TemplateContent(String edit, List<String> images) {

  /** The annotation that every edit gives another value. */
  public static final String EDIT = "edit";

  private static final TemplateContent NONE = new TemplateContent("", List.of());

  /** What a set asks for in a PodClique; matches nothing if it has no template for it. */
  public static TemplateContent of(PodCliqueSet set, PodClique clique) {
    return set.getSpec().template().cliques().stream()
        .filter(template -> name(clique, template.name()).equals(clique.getMetadata().getName()))
        .findFirst()
        .map(template -> of(template.annotations(), template.spec().podSpec()))
        .orElse(NONE);
  }

  private static String name(PodClique clique, String template) {
    String group = PodFacts.label(clique, Labels.SCALING_GROUP);
    return group.isEmpty()
        ? Names.standalonePodClique(
            PodFacts.label(clique, Labels.PART_OF),
            Moment.replica(clique, Labels.SET_REPLICA_INDEX),
            template)
        : Names.groupPodClique(
            group, Moment.replica(clique, Labels.SCALING_GROUP_REPLICA_INDEX), template);
  }

  /** What a PodClique was given. */
  public static TemplateContent of(PodClique clique) {
    return of(clique.getMetadata().getAnnotations(), clique.getSpec().podSpec());
  }

  /** What a pod is made from. */
  static TemplateContent of(Pod pod) {
    return of(pod.getMetadata().getAnnotations(), pod.getSpec());
  }

  private static TemplateContent of(@Nullable Map<String, String> annotations, PodSpec podSpec) {
    return new TemplateContent(
        annotations == null ? "" : annotations.getOrDefault(EDIT, ""),
        podSpec.getContainers().stream().map(Container::getImage).toList());
  }
}
