package dev.coppice.core.admission.part;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.Deadline;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.object.Omitted;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a set as rules walk over them. */
public final class Parts {

  private Parts() {}

  /** What a rule does with an element of a list. */
  @FunctionalInterface
  public interface Visitor<T> {
    void visit(FieldPath path, T element);
  }

  public static List<PodCliqueTemplate> cliques(PodCliqueSet set) {
    return set.getSpec().template().cliques();
  }

  public static List<PodCliqueScalingGroupConfig> groups(PodCliqueSet set) {
    return set.getSpec().template().podCliqueScalingGroups();
  }

  public static void forEachClique(PodCliqueSet set, Visitor<PodCliqueTemplate> visitor) {
    forEach(Paths.CLIQUES, cliques(set), visitor);
  }

  public static void forEachGroup(PodCliqueSet set, Visitor<PodCliqueScalingGroupConfig> visitor) {
    forEach(Paths.GROUPS, groups(set), visitor);
  }

  public static <T> void forEach(FieldPath list, List<T> elements, Visitor<? super T> visitor) {
    for (int i = 0; i < elements.size(); i++) {
      Deadline.check();
      visitor.visit(list.index(i), elements.get(i));
    }
  }

  public static Optional<PodCliqueTemplate> clique(PodCliqueSet set, String name) {
    Deadline.check(); // names are looked up in loops
    return cliques(set).stream().filter(clique -> clique.name().equals(name)).findFirst();
  }

  public static Optional<PodCliqueScalingGroupConfig> group(PodCliqueSet set, String name) {
    return groups(set).stream().filter(group -> group.name().equals(name)).findFirst();
  }

  public static Map<String, String> annotations(PodCliqueSet set) {
    return Omitted.orEmpty(set.getMetadata().getAnnotations());
  }

  public static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
