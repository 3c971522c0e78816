package dev.coppice.core.gang;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.JsonPatch;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Brings the PodGangs of a set into being and keeps their groups in step with the cliques. */
public final class PodGangs {

  private static final Purpose SYNC =
      Purpose.announced(
          ErrorCodes.CREATE_OR_PATCH_POD_GANG,
          "created",
          "PodGang",
          EventReasons.POD_GANG_CREATE_OR_UPDATE_SUCCESSFUL,
          EventReasons.POD_GANG_CREATE_OR_UPDATE_FAILED);
  private static final Purpose DELETE =
      Purpose.announced(
          ErrorCodes.DELETE_POD_GANG,
          "deleted",
          "PodGang",
          EventReasons.POD_GANG_DELETE_SUCCESSFUL,
          EventReasons.POD_GANG_DELETE_FAILED);

  private PodGangs() {}

  /**
   * Creates or patches the base gang of one set replica.
   *
   * @param members names of its PodCliques, in the order of its groups
   * @param labels what every gang of the set carries
   * @param firstGeneration the names of a clique's first pods
   */
  public static Optional<Action> base(
      Snapshot<PodCliqueSet> snapshot,
      int replica,
      List<String> members,
      Map<String, String> labels,
      Function<PodClique, List<String>> firstGeneration) {
    List<PodClique> cliques =
        members.stream()
            .map(name -> Children.owned(snapshot, PodClique.class, name))
            .flatMap(Optional::stream)
            .toList();
    // The references need the UIDs of all members.
    return cliques.isEmpty() || cliques.size() < members.size()
        ? Optional.empty()
        : Children.ensure(
            snapshot,
            GangComposition.base(snapshot.primary(), replica, cliques, labels, firstGeneration),
            SYNC,
            PodGangs::difference);
  }

  /** Deletes the gangs of replicas that are wanted no more. */
  public static Stream<Action> removeLeftovers(
      Snapshot<PodCliqueSet> snapshot, Set<String> wantedNames) {
    return Children.removeLeftovers(snapshot, PodGang.class, Map.of(), wantedNames, DELETE);
  }

  private static JsonPatch difference(PodGang seen, PodGang wanted) {
    JsonPatch patch =
        JsonPatch.create()
            .sync("/metadata/labels", labels(seen), mirrored(labels(seen), labels(wanted)))
            .sync(
                "/metadata/annotations",
                annotations(seen),
                mirrored(annotations(seen), annotations(wanted)));
    PodGangSpec spec = GangComposition.keepingReferences(wanted.getSpec(), seen.getSpec());
    return spec.equals(seen.getSpec())
        ? patch
        // The PodClique controllers rewrite their references meanwhile: only as it was seen.
        : patch
            .test("/metadata/resourceVersion", seen.getMetadata().getResourceVersion())
            .replace("/spec", spec);
  }

  // Keys under grove.io/ are those of back-ends and ours; the rest follows the set.
  private static Map<String, String> mirrored(
      Map<String, String> seen, Map<String, String> wanted) {
    Map<String, String> mirrored = new TreeMap<>(seen);
    mirrored.keySet().removeIf(key -> !GangComposition.isOwn(key));
    mirrored.putAll(wanted);
    return mirrored;
  }

  private static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static Map<String, String> annotations(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }
}
