package dev.coppice.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.GroveResource;
import dev.coppice.core.json.Containment;
import dev.coppice.core.json.Containment.Difference;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Failures.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A value of ours that the API server, or a policy in it, has left out or made another one while it
 * accepted the write. As good as a refusal: written again, it would become the same again.
 *
 * @param target the object
 * @param uid that of the object
 * @param generation of the object as it was answered
 * @param path JSON pointer of the value; in a status {@code *} stands for any item of a list
 * @param sentTo JSON pointer of what was written: the value itself or something that it is in
 * @param sent what was written there; missing if it was taken away. Of a status it does not count:
 *     what is worked out from what is stored may be another value each time.
 * @param failure value and answer, in words that stay the same from try to try
 */
public record Rewrite(
    ObjectKey target,
    String uid,
    long generation,
    String path,
    String sentTo,
    JsonNode sent,
    Failure failure) {

  private static final int LONGEST_VALUE = 80;

  private static final String STATUS = "/status";

  private static final List<String> PARTS =
      List.of("/metadata/labels", "/metadata/annotations", "/spec");

  /** What of an accepted write has not become what was sent; only of what was sent. */
  public static List<Rewrite> of(Action action, HasMetadata answered) {
    Stream<Unlike> unkept =
        switch (action) {
          // What is made of a new pod is compared with nothing: service accounts, defaults and
          // sidecars come in on this way.
          case Action.Create create when create.object() instanceof Pod -> Stream.empty();
          case Action.Create create -> ofCreated(create.object(), answered);
          case Action.Patch patch -> ofPatched(patch, answered);
          case Action.PutStatus put when hasStatusOf(put.object(), answered) -> Stream.empty();
          case Action.PutStatus put ->
              exactly(STATUS, status(put.object()), status(answered))
                  .map(difference -> new Unlike(STATUS, MissingNode.getInstance(), difference));
          default -> Stream.empty();
        };
    return unkept.map(one -> of(action.target(), answered, one)).distinct().toList();
  }

  /** A difference, and what was written that it is in. */
  private record Unlike(String sentTo, JsonNode sent, Difference difference) {}

  private static Stream<Unlike> unkept(String path, JsonNode sent, JsonNode found) {
    return Containment.differences(path, sent, found)
        .map(difference -> new Unlike(path, sent, difference));
  }

  private static boolean hasStatusOf(HasMetadata one, HasMetadata other) {
    return one instanceof GroveResource<?, ?> sent
        && other instanceof GroveResource<?, ?> stored
        && Objects.equals(sent.getStatus(), stored.getStatus());
  }

  private static JsonNode status(HasMetadata object) {
    return object instanceof GroveResource<?, ?> ours
        ? ModelJson.tree(ours.getStatus())
        : ModelJson.tree(object).at(STATUS);
  }

  // What is decided by a status tells a zero from nothing.
  private static Stream<Difference> exactly(String path, JsonNode asked, JsonNode found) {
    if (asked.equals(found) || (asked.isNull() && found.isMissingNode())) {
      return Stream.empty();
    }
    if (asked.isObject() && found.isObject()) {
      return asked.properties().stream()
          .flatMap(member ->
              exactly(
                  Pointer.child(path, member.getKey()),
                  member.getValue(),
                  found.path(member.getKey())));
    }
    if (asked.isArray() && found.isArray() && asked.size() == found.size()) {
      return IntStream.range(0, asked.size())
          .boxed()
          .flatMap(i -> exactly(path + "/" + i, asked.get(i), found.get(i)));
    }
    return Stream.of(new Difference(path, asked, found));
  }

  private static Rewrite of(ObjectKey target, HasMetadata answered, Unlike unlike) {
    Difference difference = unlike.difference();
    String uid = uid(answered);
    if (Pointer.holds(STATUS, difference.path())) {
      String path = Pointer.anyItem(difference.path());
      return new Rewrite(
          target,
          uid,
          generation(answered),
          path,
          STATUS,
          MissingNode.getInstance(),
          failure("%s: %s is not kept as it is written".formatted(target.kind(), path)));
    }
    return new Rewrite(
        target,
        uid,
        generation(answered),
        difference.path(),
        unlike.sentTo(),
        unlike.sent(),
        failure(
            "%s: %s was set to %s and has become %s"
                .formatted(
                    target.kind(),
                    difference.path(),
                    text(difference.asked()),
                    text(difference.found()))));
  }

  private static String uid(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getUid(), "");
  }

  private static Failure failure(String description) {
    return new Failure(ErrorCodes.VALUE_REWRITTEN, description);
  }

  /** Counts changes of the specification; zero where nobody counts them. */
  static long generation(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L);
  }

  /** The field that the value is in: the same for all that is told as one. */
  public String field() {
    return Pointer.field(path);
  }

  private JsonNode asked() {
    return sent.at(path.substring(sentTo.length()));
  }

  private boolean isOfStatus() {
    return Pointer.holds(STATUS, path);
  }

  /** Whether an object is still the one in which the value was not kept. */
  boolean standsIn(HasMetadata object) {
    return uid.equals(uid(object))
        && generation == generation(object)
        && (isOfStatus()
            || Containment.difference(path, asked(), ModelJson.tree(object).at(path)).isPresent());
  }

  /** The same after another accepted write to the object; empty if the value was in that. */
  Optional<Rewrite> after(Action action, HasMetadata answered) {
    if (!target.equals(action.target())) {
      return Optional.of(this);
    }
    boolean isIn =
        switch (action) {
          case Action.Create _ -> true;
          case Action.PutStatus _ -> isOfStatus();
          case Action.Patch patch ->
              operations(patch)
                  .filter(operation -> !isTest(operation))
                  .anyMatch(operation -> Pointer.overlap(path, at(operation, path)));
          default -> false;
        };
    return isIn
        ? Optional.empty()
        : Optional.of(new Rewrite(target, uid, generation(answered), path, sentTo, sent, failure));
  }

  private static String at(JsonNode operation, String like) {
    String path = operation.path("path").asText();
    return like.contains("/*") ? Pointer.anyItem(path) : path;
  }

  /** Whether an action would write nothing but what is known not to be kept. */
  static boolean repeats(List<Rewrite> known, Action.PutStatus put, HasMetadata seen) {
    JsonNode next = status(put.object());
    JsonNode stored = status(seen);
    return kept(known, STATUS, stored, next).equals(next);
  }

  /** The same of an operation of a patch. */
  static boolean repeats(List<Rewrite> known, JsonNode operation, HasMetadata seen) {
    String path = operation.path("path").asText();
    JsonNode value = operation.path("value");
    if (operation.path("op").asText().equals("remove")) {
      return known.stream().anyMatch(one -> one.path.equals(at(operation, one.path)));
    }
    // Caches do not hold all of an object: what was sent before is known without them.
    if (known.stream()
        .anyMatch(one -> !one.isOfStatus() && one.sentTo.equals(path) && one.sent.equals(value))) {
      return true;
    }
    List<Rewrite> concerned =
        known.stream().filter(one -> Pointer.overlap(one.path, at(operation, one.path))).toList();
    JsonNode stored = ModelJson.tree(seen).at(path);
    return !concerned.isEmpty()
        && Containment.difference(path, value, kept(concerned, path, stored, value)).isEmpty();
  }

  /** Whether an operation sets what stands there. */
  static boolean isDone(JsonNode operation, HasMetadata seen) {
    return operation.path("value").equals(ModelJson.tree(seen).at(operation.path("path").asText()));
  }

  /**
   * What would be stored under a path if all had been kept.
   *
   * @param stored what is stored there
   * @param next what is to be stored there
   */
  static JsonNode kept(List<Rewrite> known, String path, JsonNode stored, JsonNode next) {
    JsonNode kept = stored.deepCopy();
    for (Rewrite one : known) {
      kept = one.kept(path, kept, next);
    }
    return kept;
  }

  /** The same of a whole status. */
  @SuppressWarnings("unchecked") // it is read as what it was written from
  static <S> S kept(List<Rewrite> known, S stored, S next) {
    JsonNode kept = kept(known, STATUS, ModelJson.tree(stored), ModelJson.tree(next));
    return (S) ModelJson.value(kept, stored.getClass());
  }

  private JsonNode kept(String outer, JsonNode stored, JsonNode next) {
    String from = isOfStatus() ? Pointer.anyItem(outer) : outer;
    if (Pointer.holds(path, from)) {
      return isOfStatus() || asked().at(from.substring(path.length())).equals(next) ? next : stored;
    }
    return kept(Pointer.steps(path.substring(from.length())), stored, next);
  }

  private JsonNode kept(List<String> steps, JsonNode stored, JsonNode next) {
    if (steps.isEmpty()) {
      return isOfStatus() || asked().equals(next) ? next : stored;
    }
    String step = steps.getFirst();
    List<String> inner = steps.subList(1, steps.size());
    if (stored instanceof ObjectNode object && next.isObject()) {
      JsonNode value = kept(inner, object.path(step), next.path(step));
      if (value.isMissingNode()) {
        object.remove(step);
      } else {
        object.set(step, value);
      }
    } else if (stored instanceof ArrayNode list && next.isArray()) {
      for (int i = 0; i < Math.min(list.size(), next.size()); i++) {
        if (step.equals("*") || step.equals(String.valueOf(i))) {
          list.set(i, kept(inner, list.get(i), next.get(i)));
        }
      }
    }
    return stored;
  }

  private static String text(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }

  private static Stream<Unlike> ofCreated(HasMetadata asked, HasMetadata answered) {
    JsonNode sent = ModelJson.tree(asked);
    JsonNode found = ModelJson.tree(answered);
    return PARTS.stream()
        .flatMap(part ->
            sent.at(part).properties().stream()
                .flatMap(member ->
                    unkept(
                        Pointer.child(part, member.getKey()),
                        member.getValue(),
                        found.at(part).path(member.getKey()))));
  }

  private static Stream<Unlike> ofPatched(Action.Patch patch, HasMetadata answered) {
    JsonNode found = ModelJson.tree(answered);
    return operations(patch)
        .flatMap(operation ->
            switch (operation.path("op").asText()) {
              case "add", "replace" -> ofSet(operation, found);
              case "remove" -> ofRemoved(operation.path("path").asText(), patch, found).stream();
              default -> Stream.<Unlike>empty();
            });
  }

  private static Stream<Unlike> ofSet(JsonNode operation, JsonNode found) {
    String path = operation.path("path").asText();
    return unkept(path, operation.path("value"), found.at(path));
  }

  // The place of a list item that went may be taken by the next one, and that of a field by the
  // server's default; what was tested in the same patch tells them from the value that was there.
  private static Optional<Unlike> ofRemoved(String path, Action.Patch patch, JsonNode found) {
    boolean stands =
        isKey(path)
            ? found.at(path).isTextual()
            : operations(patch)
                .filter(Rewrite::isTest)
                .filter(test -> Pointer.holds(path, test.path("path").asText()))
                .anyMatch(test -> test.path("value").equals(found.at(test.path("path").asText())));
    return stands
        ? Optional.of(
            new Unlike(
                path,
                MissingNode.getInstance(),
                new Difference(path, MissingNode.getInstance(), found.at(path))))
        : Optional.empty();
  }

  private static boolean isKey(String path) {
    return path.startsWith("/metadata/labels/") || path.startsWith("/metadata/annotations/");
  }

  static boolean isTest(JsonNode operation) {
    return operation.path("op").asText().equals("test");
  }

  private static Stream<JsonNode> operations(Action.Patch patch) {
    return StreamSupport.stream(patch.operations().spliterator(), false);
  }
}
