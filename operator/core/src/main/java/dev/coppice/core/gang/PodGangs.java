package dev.coppice.core.gang;

import dev.coppice.api.Annotations;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.MirroredMetadata;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.topology.GangConstraints;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Brings the PodGangs of a set into being and keeps their groups in step with the cliques. */
public final class PodGangs {

  private static final String GROUPS = "/spec/podgroups";

  // Start times come and go with the runs of a gang; one that was copied once is no exception.
  private static final Set<String> WRITTEN_LATER = Set.of(Annotations.LAST_START);

  private static final Purpose SYNC =
      Purpose.announced(
          ErrorCodes.CREATE_OR_PATCH_POD_GANG,
          "created",
          "PodGang",
          EventReasons.POD_GANG_CREATE_OR_UPDATE_SUCCESSFUL,
          EventReasons.POD_GANG_CREATE_OR_UPDATE_FAILED);

  /** Of gangs that are wanted no more. */
  public static final Purpose DELETE =
      Purpose.announced(
          ErrorCodes.DELETE_POD_GANG,
          "deleted",
          "PodGang",
          EventReasons.POD_GANG_DELETE_SUCCESSFUL,
          EventReasons.POD_GANG_DELETE_FAILED);

  private final Snapshot<PodCliqueSet> snapshot;
  private final Function<String, Optional<PodClique>> cliques;
  private final Map<String, String> labels;
  private final Map<String, String> annotations;
  private final Function<PodClique, List<String>> firstGeneration;
  private final List<PodGang> foreign;

  /**
   * The gangs of one set.
   *
   * @param snapshot what is in view of the set
   * @param cliques finds those of its PodCliques by name whose number of pods can be taken
   * @param labels those that every gang carries beside what is mirrored from the set
   * @param annotations the same
   * @param firstGeneration the names of a clique's first pods
   */
  public PodGangs(
      Snapshot<PodCliqueSet> snapshot,
      Function<String, Optional<PodClique>> cliques,
      Map<String, String> labels,
      Map<String, String> annotations,
      Function<PodClique, List<String>> firstGeneration) {
    this.snapshot = snapshot;
    this.cliques = cliques;
    Map<String, String> mirrored =
        MirroredMetadata.of(snapshot.primary().getMetadata().getLabels());
    Map<String, String> noted =
        MirroredMetadata.of(snapshot.primary().getMetadata().getAnnotations());
    this.labels = joined(mirrored, labels);
    this.annotations = joined(OwnKeys.noted(noted, mirrored.keySet(), noted.keySet()), annotations);
    this.firstGeneration = firstGeneration;
    this.foreign = Children.owned(snapshot, PodGang.class).filter(ForeignGangs::isForeign).toList();
  }

  private static Map<String, String> joined(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(some);
    all.putAll(more);
    return Collections.unmodifiableMap(all);
  }

  /**
   * Creates a gang once all its PodCliques exist, because its references need their UIDs, or brings
   * its groups in step with them.
   *
   * @param constraints where its pods may be placed
   */
  public Optional<Action> sync(GangShape shape, GangConstraints constraints) {
    Optional<PodGang> seen = seen(shape);
    List<PodGroup> groups =
        shape.members().stream().map(name -> group(name, seen)).flatMap(Optional::stream).toList();
    boolean complete = groups.size() == shape.members().size();
    return seen.isEmpty() && !complete
        ? Optional.empty()
        : Children.ensure(
            snapshot,
            GangComposition.of(
                snapshot.primary(), shape.name(), groups, constraints, labels, annotations),
            SYNC,
            PodGangs::difference);
  }

  /** Whether a gang exists. */
  public boolean exists(GangShape shape) {
    return seen(shape).isPresent();
  }

  /** Whether a gang exists and has exactly the groups of its shape. */
  public boolean isInShape(GangShape shape) {
    return seen(shape)
        .map(gang -> gang.getSpec().podgroups().stream().map(PodGroup::name).toList())
        .filter(shape.members()::equals)
        .isPresent();
  }

  /** Deletes those of our gangs that are wanted no more. */
  public Stream<Action> deleteUnwanted(Set<String> wantedNames) {
    Set<String> kept = new HashSet<>(wantedNames);
    foreign.forEach(gang -> kept.add(gang.getMetadata().getName()));
    return Children.deleteUnwanted(snapshot, PodGang.class, Map.of(), kept, DELETE);
  }

  // One that nobody controls is taken back with the references that it has.
  private Optional<PodGang> seen(GangShape shape) {
    PodCliqueSet set = snapshot.primary();
    return snapshot
        .observed()
        .get(PodGang.class, set.getMetadata().getNamespace(), shape.name())
        .filter(gang -> Ownership.claim(gang, set).isKept());
  }

  // A PodClique that is gone for a while keeps its place; one that was never there has none yet.
  private Optional<PodGroup> group(String name, Optional<PodGang> seen) {
    Optional<PodGroup> known =
        seen.stream()
            .flatMap(gang -> gang.getSpec().podgroups().stream())
            .filter(group -> group.name().equals(name))
            .findFirst();
    // Without what they hold the gang would wait for pods that never become its own.
    int held = ForeignGangs.held(foreign, name).size();
    return cliques
        .apply(name)
        .map(clique ->
            GangComposition.podGroup(
                clique,
                // Those in view may have been rewritten by the clique's controller.
                known.map(PodGroup::podReferences).orElseGet(() -> firstReferences(clique, held)),
                held))
        .or(() -> known);
  }

  private List<NamespacedName> firstReferences(PodClique clique, int held) {
    return held > 0 ? List.of() : GangComposition.references(clique, firstGeneration.apply(clique));
  }

  // What else is in a spec is that of schedulers and back-ends.
  private static JsonPatch difference(PodGang seen, PodGang wanted) {
    PodGangSpec was = seen.getSpec();
    PodGangSpec now = wanted.getSpec();
    JsonPatch groups = JsonPatch.create().sync(GROUPS, was.podgroups(), now.podgroups());
    JsonPatch spec =
        (groups.isEmpty()
                ? ConstraintPatch.ofGroups(GROUPS, was.podgroups(), now.podgroups())
                : groups)
            .and(ConstraintPatch.of(was, now))
            .sync("/spec/priorityClassName", was.priorityClassName(), now.priorityClassName());
    JsonPatch patch =
        OwnKeys.sync(
                seen,
                Omitted.orEmpty(wanted.getMetadata().getLabels()),
                Omitted.orEmpty(wanted.getMetadata().getAnnotations()),
                WRITTEN_LATER)
            .and(withoutTopology(seen, wanted));
    return spec.isEmpty()
        ? patch
        // The PodClique controllers rewrite their references meanwhile: only as it was seen.
        : patch
            .test("/metadata/resourceVersion", seen.getMetadata().getResourceVersion())
            .and(spec);
  }

  // Not by OwnKeys: a PodClique of another operator may carry the key, and is adopted with it.
  private static JsonPatch withoutTopology(PodGang seen, PodGang wanted) {
    return hasTopology(seen) && !hasTopology(wanted)
        ? JsonPatch.create()
            .remove(Pointer.child("/metadata/annotations", Annotations.TOPOLOGY_NAME))
        : JsonPatch.create();
  }

  private static boolean hasTopology(PodGang gang) {
    Map<String, String> annotations = gang.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Annotations.TOPOLOGY_NAME);
  }
}
