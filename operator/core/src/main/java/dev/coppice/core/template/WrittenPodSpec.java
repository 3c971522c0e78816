package dev.coppice.core.template;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.child.Children;
import dev.coppice.core.json.Containment;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What an owner has written into a PodClique as its podSpec. Views of the levels above need not
 * hold podSpecs, so its hash is noted in the PodClique, whose own controller tells when something
 * else stands there; the owner then looks for itself and writes the podSpec again.
 */
public final class WrittenPodSpec {

  private static final String PATH = "/spec/podSpec";

  private static final Purpose READ =
      Purpose.unannounced(ErrorCodes.CREATE_OR_UPDATE_POD_CLIQUE, "read", "PodClique");

  // Between the hash of what was written and the hash of what the API server has made of it.
  private static final String STORED_AS = "/";

  private final Snapshot<?> snapshot;
  private final PodClique seen;
  private final PodClique wanted;

  private WrittenPodSpec(Snapshot<?> snapshot, PodClique seen, PodClique wanted) {
    this.snapshot = snapshot;
    this.seen = seen;
    this.wanted = wanted;
  }

  /**
   * What is noted of a podSpec.
   *
   * @param written hash of what the owner wrote
   * @param stored hash of what it became
   */
  private record Note(String written, String stored) {

    // One of another version says nothing.
    static Optional<Note> in(PodClique clique) {
      Map<String, String> annotations = clique.getMetadata().getAnnotations();
      return Optional.ofNullable(annotations)
          .map(all -> all.get(Annotations.POD_SPEC_HASH))
          .filter(TemplateHash::isOurs)
          .map(note -> note.split(STORED_AS, 2))
          .map(hashes -> new Note(hashes[0], hashes[hashes.length - 1]));
    }

    String text() {
      return written.equals(stored) ? written : written + STORED_AS + stored;
    }
  }

  /** The podSpec of a PodClique in view, beside the one that is wanted of its owner. */
  static WrittenPodSpec of(Snapshot<?> snapshot, PodClique seen, PodClique wanted) {
    return new WrittenPodSpec(snapshot, seen, wanted);
  }

  /** Whether what is stored is not what the owner wrote; false where nothing is noted. */
  public static boolean isDrifted(PodClique clique) {
    return Note.in(clique).filter(note -> !note.stored().equals(storedHash(clique))).isPresent();
  }

  /** What has to be read past the caches because its podSpec is told to be another one. */
  public static Optional<Action> read(Snapshot<?> snapshot, Stream<PodClique> wanted) {
    List<LiveRead> queries =
        wanted
            .flatMap(clique ->
                Children.owned(snapshot, PodClique.class, clique.getMetadata().getName())
                    // Another template is written anyway, or comes with another PodClique.
                    .filter(seen -> isOfOneTemplate(seen, clique))
                    .stream())
            .filter(WrittenPodSpec::isToldToDrift)
            .<LiveRead>map(clique -> new LiveRead.Get(ObjectKey.of(clique)))
            .filter(query -> !snapshot.readLive().contains(query))
            .toList();
    return queries.isEmpty() ? Optional.empty() : Optional.of(new Action.Read(queries, READ));
  }

  private static boolean isToldToDrift(PodClique clique) {
    return Conditions.find(clique.statusOrEmpty().conditions(), ConditionTypes.WAITING)
        .filter(waiting -> ConditionReasons.TEMPLATE_DRIFT.equals(waiting.getReason()))
        .map(Condition::getObservedGeneration)
        .filter(clique.getMetadata().getGeneration()::equals)
        .isPresent();
  }

  /** The same action, told as a repair or as an adoption if it is one. */
  public static Action announced(Snapshot<?> snapshot, Action action) {
    return repaired(snapshot, Adoption.announced(action));
  }

  private static Action repaired(Snapshot<?> snapshot, Action action) {
    return action instanceof Action.Patch patch
            && writes(patch)
            && snapshot
                .observed()
                .get(PodClique.class, patch.target().namespace(), patch.target().name())
                .filter(seen -> isSeenToDrift(snapshot, seen))
                .isPresent()
        ? new Action.Patch(
            patch.target(),
            patch.uid(),
            patch.operations(),
            patch.subresource(),
            patch.purpose().asRepair("wrote again the podSpec of", EventReasons.TEMPLATE_REPAIRED))
        : action;
  }

  /** Whether the podSpec has to be written. */
  boolean isDue() {
    if (!isOfOneTemplate(seen, wanted)) {
      return true;
    }
    if (isAnswer()) {
      // Written again at once, it would become the same again.
      return false;
    }
    return isSeenToDrift(snapshot, seen)
        || Note.in(seen).filter(note -> !note.written().equals(hash(wanted))).isPresent();
  }

  /** What is to be noted. */
  String note() {
    boolean sameTemplate = isOfOneTemplate(seen, wanted);
    if (sameTemplate && isAnswer()) {
      return answered().text();
    }
    return Note.in(seen).filter(_ -> sameTemplate).map(Note::text).orElse(hash(wanted));
  }

  // What was only filled in beside our values is left alone; what was rewritten is another podSpec,
  // which the owner goes on to replace.
  private Note answered() {
    String stored = storedHash(seen);
    PodSpec asked = wanted.getSpec().podSpec();
    return new Note(
        Containment.holds(PATH, asked, seen.getSpec().podSpec()) ? hash(wanted) : stored, stored);
  }

  /** Whether the PodClique is in view as the answer to a write of its podSpec. */
  private boolean isAnswer() {
    return switch (snapshot.written().get(ObjectKey.of(seen))) {
      case Action.Create _ -> true;
      case Action.Patch patch -> writes(patch);
      case null, default -> false;
    };
  }

  private static boolean isSeenToDrift(Snapshot<?> snapshot, PodClique seen) {
    return snapshot.live().contains(new LiveRead.Get(ObjectKey.of(seen))) && isDrifted(seen);
  }

  private static boolean writes(Action.Patch patch) {
    return StreamSupport.stream(patch.operations().spliterator(), false)
        .anyMatch(operation -> operation.path("path").asText().equals(PATH));
  }

  private static boolean isOfOneTemplate(PodClique one, PodClique other) {
    return Objects.equals(
        Relatives.label(one, Labels.POD_TEMPLATE_HASH),
        Relatives.label(other, Labels.POD_TEMPLATE_HASH));
  }

  private static String storedHash(PodClique clique) {
    return TemplateHash.ofPodSpec(clique.getSpec().podSpec());
  }

  private static String hash(PodClique wanted) {
    return Objects.requireNonNull(
        wanted.getMetadata().getAnnotations().get(Annotations.POD_SPEC_HASH));
  }
}
