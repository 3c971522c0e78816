package dev.coppice.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.coppice.api.ErrorCodes;
import dev.coppice.core.json.Containment;
import dev.coppice.core.json.Containment.Difference;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Failures.Failure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A value of ours of which the API server, or a policy in it, has made another one while it
 * accepted the write. As good as a refusal: written again at once, it would become the same again.
 *
 * @param target the object
 * @param field JSON pointer of the field, or of the key of a label or an annotation
 * @param failure value and answer, in words that stay the same from try to try
 */
public record Rewrite(ObjectKey target, String field, Failure failure) {

  private static final int LONGEST_VALUE = 80;

  private static final List<String> PARTS =
      List.of("/metadata/labels", "/metadata/annotations", "/spec");

  /** What of an accepted write has not become what was sent; only of what was sent. */
  public static List<Rewrite> of(Action action, HasMetadata answered) {
    Stream<Difference> differences =
        switch (action) {
          // What is made of a new pod is compared with nothing: service accounts, defaults and
          // sidecars come in on this way.
          case Action.Create create when create.object() instanceof Pod -> Stream.empty();
          case Action.Create create -> ofCreated(create.object(), answered);
          case Action.Patch patch -> ofPatched(patch, answered);
          default -> Stream.empty();
        };
    return differences.map(difference -> of(action.target(), difference)).toList();
  }

  private static Rewrite of(ObjectKey target, Difference difference) {
    return new Rewrite(
        target,
        Pointer.field(difference.path()),
        new Failure(
            ErrorCodes.VALUE_REWRITTEN,
            "%s: %s was set to %s and has become %s"
                .formatted(
                    target.kind(),
                    difference.path(),
                    text(difference.asked()),
                    text(difference.found()))));
  }

  private static String text(JsonNode value) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }

  private static Stream<Difference> ofCreated(HasMetadata asked, HasMetadata answered) {
    JsonNode sent = ModelJson.tree(asked);
    JsonNode found = ModelJson.tree(answered);
    return PARTS.stream()
        .flatMap(part ->
            sent.at(part).properties().stream()
                .map(member ->
                    Containment.difference(
                        Pointer.child(part, member.getKey()),
                        member.getValue(),
                        found.at(part).path(member.getKey()))))
        .flatMap(Optional::stream);
  }

  private static Stream<Difference> ofPatched(Action.Patch patch, HasMetadata answered) {
    JsonNode found = ModelJson.tree(answered);
    return operations(patch)
        .map(operation ->
            switch (operation.path("op").asText()) {
              case "add", "replace" -> ofSet(operation, found);
              case "remove" -> ofRemoved(operation.path("path").asText(), patch, found);
              default -> Optional.<Difference>empty();
            })
        .flatMap(Optional::stream);
  }

  private static Optional<Difference> ofSet(JsonNode operation, JsonNode found) {
    String path = operation.path("path").asText();
    return Containment.difference(path, operation.path("value"), found.at(path));
  }

  // The place of a list item that went may be taken by the next one, and that of a field by the
  // server's default; what was tested in the same patch tells them from the value that was there.
  private static Optional<Difference> ofRemoved(String path, Action.Patch patch, JsonNode found) {
    boolean stands =
        isKey(path)
            ? found.at(path).isTextual()
            : operations(patch)
                .filter(operation -> operation.path("op").asText().equals("test"))
                .filter(test -> Pointer.holds(path, test.path("path").asText()))
                .anyMatch(test -> test.path("value").equals(found.at(test.path("path").asText())));
    return stands
        ? Optional.of(new Difference(path, MissingNode.getInstance(), found.at(path)))
        : Optional.empty();
  }

  private static boolean isKey(String path) {
    return path.startsWith("/metadata/labels/") || path.startsWith("/metadata/annotations/");
  }

  private static Stream<JsonNode> operations(Action.Patch patch) {
    return StreamSupport.stream(patch.operations().spliterator(), false);
  }
}
