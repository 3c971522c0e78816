package dev.coppice.core.gang;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Relatives;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PodGangs that another operator has made for a set under names that we give to none: it names them
 * after epochs. Their pods, and what schedulers keep for them, go by these names, so each of them
 * stays as long as a live pod names it.
 */
public final class ForeignGangs {

  /** What follows the name of the set in names that we give: a replica, or one of a group in it. */
  private static final Pattern OURS = Pattern.compile("-\\d+(-(?!\\d{16,}(-|$)).+-\\d+)?");

  private ForeignGangs() {}

  /** Whether a PodGang is such a one. */
  public static boolean isForeign(PodGang gang) {
    return Relatives.label(gang, Labels.EPOCH).isPresent() || !isNamedByUs(gang);
  }

  private static boolean isNamedByUs(PodGang gang) {
    String name = gang.getMetadata().getName();
    Optional<String> set = Relatives.label(gang, Labels.PART_OF);
    // One that lacks its label is not told by its name from what somebody has made by hand.
    return set.isEmpty()
        || (name.startsWith(set.get())
            && OURS.matcher(name.substring(set.get().length())).matches());
  }

  /** Whether a pod goes by the name of a PodGang, to its operator or to its scheduler. */
  public static boolean names(Pod pod, PodGang gang) {
    String name = gang.getMetadata().getName();
    Map<String, String> annotations = Omitted.orEmpty(pod.getMetadata().getAnnotations());
    return Relatives.label(pod, Labels.POD_GANG).filter(name::equals).isPresent()
        || Annotations.GANG_NAMES.stream().map(annotations::get).anyMatch(name::equals);
  }

  /** Whether a foreign PodGang has a group for a PodClique of its set. */
  public static boolean mayHoldPodsOf(PodGang gang, PodClique clique) {
    return isForeign(gang)
        && Objects.equals(gang.getMetadata().getNamespace(), clique.getMetadata().getNamespace())
        && Relatives.label(gang, Labels.PART_OF).equals(Relatives.label(clique, Labels.PART_OF))
        && group(gang, clique.getMetadata().getName()).isPresent();
  }

  /** The names of the PodCliques that a foreign PodGang has groups for; none of another one. */
  public static Stream<String> podCliques(PodGang gang) {
    return isForeign(gang) ? groups(gang).map(PodGroup::name) : Stream.empty();
  }

  /** The foreign ones of several PodGangs that have a group for a PodClique. */
  public static List<PodGang> withGroup(Stream<PodGang> gangs, String podClique) {
    return gangs
        .filter(ForeignGangs::isForeign)
        .filter(gang -> group(gang, podClique).isPresent())
        .toList();
  }

  /** The names of the pods of a PodClique that foreign PodGangs hold. */
  public static Set<String> held(Collection<PodGang> foreign, String podClique) {
    return foreign.stream()
        .flatMap(gang -> group(gang, podClique).stream())
        .flatMap(group -> group.podReferences().stream())
        .map(NamespacedName::name)
        .collect(Collectors.toSet());
  }

  private static Optional<PodGroup> group(PodGang gang, String podClique) {
    return groups(gang).filter(group -> group.name().equals(podClique)).findFirst();
  }

  private static Stream<PodGroup> groups(PodGang gang) {
    return Stream.ofNullable(gang.getSpec()).flatMap(spec -> spec.podgroups().stream());
  }
}
