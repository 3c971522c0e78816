package dev.coppice.core.template;

import dev.coppice.api.Annotations;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PodCliques whose template hash was made by another operator, or by another version of this one.
 * Such a hash cannot be compared; what the PodClique was made from can. If it is what we would make
 * it from, it gets our hash and keeps its pods.
 */
public final class Adoption {

  private static final Purpose READ =
      Purpose.unannounced(ErrorCodes.CREATE_OR_UPDATE_POD_CLIQUE, "read", "PodClique");

  private static final String POD_SPEC = "/spec/podSpec";
  private static final String ANNOTATIONS = "/metadata/annotations";

  private static final String HANDOVER =
      "kept all pods, and wrote the podSpec that new pods are made from, of";

  /** Stands for a template that nothing is made from. */
  private static final String NO_TEMPLATE = TemplateHash.VERSION + "unknown";

  private Adoption() {}

  /** Whether a PodClique has yet to be judged; one that has lost its hash has. */
  public static boolean isDue(PodClique clique) {
    return !TemplateHash.isOurs(hash(clique));
  }

  /**
   * What has to be read past the caches before the PodCliques of an owner can be judged, because
   * views of the levels above need not hold podSpecs.
   *
   * @param labels labels of the owner's PodCliques; one that lacks them is given them first
   */
  public static Optional<Action> read(Snapshot<?> snapshot, Map<String, String> labels) {
    LiveRead query =
        new LiveRead.ListOf(
            PodClique.class, snapshot.primary().getMetadata().getNamespace(), labels);
    return snapshot.live().contains(query)
            || Children.owned(snapshot, PodClique.class)
                .filter(clique -> labels(clique).entrySet().containsAll(labels.entrySet()))
                .noneMatch(Adoption::isDue)
        ? Optional.empty()
        : Optional.of(new Action.Read(List.of(query), READ));
  }

  /**
   * Gives the PodClique our hash if it is made from the template that is asked for; its pods follow
   * by the annotation. Otherwise nothing.
   */
  public static Optional<JsonPatch> adopt(PodCliqueSet set, PodClique seen, PodClique wanted) {
    if (!isSame(set, seen, wanted)) {
      return Optional.empty();
    }
    Map<String, String> annotations = new TreeMap<>(annotations(wanted));
    annotations.put(Annotations.ADOPTED_TEMPLATE_HASH, hash(seen));
    JsonPatch patch = judged(seen).and(OwnKeys.sync(seen, labels(wanted), annotations));
    PodSpec ours = wanted.getSpec().podSpec();
    if (!TemplateHash.ofPodSpec(seen.getSpec().podSpec()).equals(TemplateHash.ofPodSpec(ours))) {
      patch.add(POD_SPEC, ours);
    }
    return Optional.of(patch);
  }

  /** The same action, told as an adoption if it gives a PodClique of somebody else our podSpec. */
  static Action announced(Action action) {
    return action instanceof Action.Patch patch && writes(patch, POD_SPEC) && adopts(patch)
        ? new Action.Patch(
            patch.target(),
            patch.uid(),
            patch.operations(),
            patch.subresource(),
            patch.purpose().asHandover(HANDOVER, EventReasons.POD_CLIQUE_ADOPTED))
        : action;
  }

  // Where there are no annotations yet, all come in one.
  private static boolean adopts(Action.Patch patch) {
    return writes(patch, Pointer.child(ANNOTATIONS, Annotations.ADOPTED_TEMPLATE_HASH))
        || patch
            .operations()
            .valueStream()
            .filter(operation -> operation.path("path").asText().equals(ANNOTATIONS))
            .anyMatch(operation -> operation.path("value").has(Annotations.ADOPTED_TEMPLATE_HASH));
  }

  private static boolean writes(Action.Patch patch, String path) {
    return patch
        .operations()
        .valueStream()
        .anyMatch(operation ->
            !operation.path("op").asText().equals("test")
                && operation.path("path").asText().equals(path));
  }

  /** Says of a PodClique that is no longer wanted as it is that it is outdated. */
  public static JsonPatch reject(PodClique seen) {
    return judged(seen).and(OwnKeys.labels(seen, Map.of(Labels.POD_TEMPLATE_HASH, NO_TEMPLATE)));
  }

  // Only what was judged: it may have got another hash meanwhile.
  private static JsonPatch judged(PodClique seen) {
    JsonPatch patch = JsonPatch.create();
    return hash(seen).isEmpty()
        ? patch.test("/metadata/resourceVersion", seen.getMetadata().getResourceVersion())
        : patch.test(Pointer.child("/metadata/labels", Labels.POD_TEMPLATE_HASH), hash(seen));
  }

  /** The hash that means the same as the PodClique's own. */
  public static Optional<String> adoptedHash(PodClique clique) {
    return Optional.ofNullable(annotations(clique).get(Annotations.ADOPTED_TEMPLATE_HASH));
  }

  /** Has the PodClique lose the hash that means the same as the one it is about to lose. */
  static void forget(PodClique seen, JsonPatch patch) {
    patch.sync(
        Pointer.child(ANNOTATIONS, Annotations.ADOPTED_TEMPLATE_HASH),
        annotations(seen).get(Annotations.ADOPTED_TEMPLATE_HASH),
        null);
  }

  // What somebody else put beside our labels and annotations says nothing about the template.
  private static boolean isSame(PodCliqueSet set, PodClique seen, PodClique wanted) {
    PodSpec theirs = seen.getSpec().podSpec();
    String ofClique =
        CliqueTemplates.of(set, wanted)
            .map(template -> template.spec().podSpec().getPriorityClassName())
            .orElse(null);
    PodSpec ours = ForeignTemplate.withoutClassOfSet(wanted.getSpec().podSpec(), theirs, ofClique);
    String name = set.getMetadata().getName();
    return ForeignTemplate.text(
            OwnKeys.ownLabels(seen, labels(wanted)),
            OwnKeys.ownAnnotations(seen, annotations(wanted)),
            theirs,
            name)
        .equals(ForeignTemplate.text(labels(wanted), annotations(wanted), ours, name));
  }

  private static String hash(PodClique clique) {
    return Relatives.label(clique, Labels.POD_TEMPLATE_HASH).orElse("");
  }

  private static Map<String, String> labels(PodClique clique) {
    return Omitted.orEmpty(clique.getMetadata().getLabels());
  }

  private static Map<String, String> annotations(PodClique clique) {
    ObjectMeta metadata = clique.getMetadata();
    return Omitted.orEmpty(metadata.getAnnotations());
  }
}
