package dev.coppice.core.runtime;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.queue.StartFacts;
import dev.coppice.core.queue.StartFacts.Recreation;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.scheduler.kai.KaiKeys;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes down since when gangs run: in the status of each PodGang, then, for who knows no such
 * status, in an annotation.
 *
 * @param cliques the PodCliques that stand, by name
 * @param recreation what the operator itself does with a gang
 * @param begin what begins the time of a gang
 */
public record GangStarts(
    Function<String, Optional<PodClique>> cliques,
    Function<PodGang, Recreation> recreation,
    StartTime.Begin begin) {

  private static final Purpose WRITE =
      Purpose.unannounced(ErrorCodes.CREATE_OR_PATCH_POD_GANG, "updated", "start time of PodGang");
  private static final String ANNOTATIONS = "/metadata/annotations";
  private static final String START = "/status/startTime";

  /** Takes the start times from gangs that are made again as a whole. */
  public Stream<Action> cleared(Stream<PodGang> gangs) {
    return gangs
        .filter(gang -> recreation.apply(gang) == Recreation.ENDS)
        .flatMap(gang -> written(gang, null).stream());
  }

  /** Brings the start times of gangs to what they should be. */
  public Stream<Action> kept(Stream<PodGang> gangs, Instant now) {
    return gangs.flatMap(gang ->
        written(
            gang,
            StartTime.next(
                    gang.statusOrEmpty().startTime(),
                    facts(gang, cliques, recreation.apply(gang)),
                    begin,
                    now)
                .orElse(null))
            .stream());
  }

  /** Takes away what was written while there were queues. */
  public static Stream<Action> forgotten(Stream<PodGang> gangs) {
    return gangs.flatMap(gang -> written(gang, null).stream());
  }

  /** What is reported about a gang. */
  static StartFacts facts(
      PodGang gang, Function<String, Optional<PodClique>> cliques, Recreation recreation) {
    return new StartFacts(
        created(gang),
        gang.getSpec().podgroups().stream()
            .map(group ->
                cliques
                    .apply(group.name())
                    .map(PodClique::statusOrEmpty)
                    .orElse(PodCliqueStatus.EMPTY))
            .map(status -> new StartFacts.Member(status.runningSince(), status.assignedSince()))
            .toList(),
        gang.statusOrEmpty().lastPlacedSince(),
        recreation);
  }

  private static Instant created(PodGang gang) {
    String created = gang.getMetadata().getCreationTimestamp();
    return created == null ? Instant.EPOCH : Instant.parse(created);
  }

  // One after the other: each is locked by what was seen.
  private static Optional<Action> written(PodGang gang, @Nullable Instant start) {
    return Objects.equals(gang.statusOrEmpty().startTime(), start)
        ? annotation(gang, start)
        : Optional.of(patch(gang, status(gang, start), "status"));
  }

  private static JsonPatch status(PodGang gang, @Nullable Instant start) {
    PodGangStatus seen = gang.getStatus();
    if (seen == null || seen.startTime() == null) {
      JsonPatch asSeen = asSeen(gang);
      return seen == null
          ? asSeen.add(
              "/status", PodGangStatusBuilder.builder(PodGangStatus.EMPTY).startTime(start).build())
          : asSeen.add(START, Objects.requireNonNull(start).toString());
    }
    JsonPatch known = JsonPatch.create().test(START, seen.startTime().toString());
    return start == null ? known.remove(START) : known.replace(START, start.toString());
  }

  private static Optional<Action> annotation(PodGang gang, @Nullable Instant start) {
    Map<String, String> annotations = gang.getMetadata().getAnnotations();
    String seen = annotations == null ? null : annotations.get(KaiKeys.LAST_START);
    String wanted = start == null ? null : start.toString();
    if (Objects.equals(seen, wanted)) {
      return Optional.empty();
    }
    String path = Pointer.child(ANNOTATIONS, KaiKeys.LAST_START);
    JsonPatch patch;
    if (wanted == null) {
      patch = JsonPatch.create().test(path, Objects.requireNonNull(seen)).remove(path);
    } else if (annotations == null || annotations.isEmpty()) {
      patch = asSeen(gang).add(ANNOTATIONS, Map.of(KaiKeys.LAST_START, wanted));
    } else {
      patch = JsonPatch.create().add(path, wanted);
    }
    return Optional.of(patch(gang, patch, null));
  }

  private static JsonPatch asSeen(PodGang gang) {
    return JsonPatch.create()
        .test("/metadata/resourceVersion", gang.getMetadata().getResourceVersion());
  }

  private static Action patch(PodGang gang, JsonPatch patch, @Nullable String subresource) {
    return new Action.Patch(
        ObjectKey.of(gang), gang.getMetadata().getUid(), patch.operations(), subresource, WRITE);
  }
}
