package dev.coppice.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.coppice.core.quantity.BoundedQuantity;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what was asked for in what is there. Fields that nobody asked for do not count: the API
 * server, a policy or a user fills them. A value that is left out is the zero value of its field,
 * as for the API server, and quantities are compared by amount.
 */
public final class Containment {

  /** In these one more key means something else. */
  private static final Set<String> WHOLE_MAPS = Set.of("selector", "matchLabels", "nodeSelector");

  private Containment() {}

  /**
   * A value that is not what was asked for.
   *
   * @param path JSON pointer
   * @param asked what was asked for; missing if nothing was
   * @param found what is there instead; missing if nothing is
   */
  public record Difference(String path, JsonNode asked, JsonNode found) {}

  /** Whether all that is asked for is there, in the value of that path. */
  public static boolean holds(String path, Object asked, @Nullable Object found) {
    return difference(path, ModelJson.tree(asked), ModelJson.tree(found)).isEmpty();
  }

  /** The first value that is not what is asked for. */
  public static Optional<Difference> difference(String path, JsonNode asked, JsonNode found) {
    return differences(path, asked, found).findFirst();
  }

  /** All values that are not what is asked for; lists of another length are one value. */
  public static Stream<Difference> differences(String path, JsonNode asked, JsonNode found) {
    if (isZero(asked) && isZero(found)) {
      return Stream.empty();
    }
    if (asked.isObject() && found.isObject()) {
      return objects(path, asked, found);
    }
    if (asked.isArray() && found.isArray() && asked.size() == found.size()) {
      return IntStream.range(0, asked.size())
          .boxed()
          .flatMap(i -> differences(path + "/" + i, asked.get(i), found.get(i)));
    }
    return isSameValue(path, asked, found)
        ? Stream.empty()
        : Stream.of(new Difference(path, asked, found));
  }

  private static Stream<Difference> objects(String path, JsonNode asked, JsonNode found) {
    Stream<Map.Entry<String, JsonNode>> members = asked.properties().stream();
    if (isWholeMap(path)) {
      Stream<Map.Entry<String, JsonNode>> added =
          found.properties().stream()
              .filter(member -> !asked.has(member.getKey()))
              .map(member -> Map.entry(member.getKey(), MissingNode.getInstance()));
      members = Stream.concat(members, added);
    }
    return members.flatMap(member ->
        differences(
            Pointer.child(path, member.getKey()), member.getValue(), found.path(member.getKey())));
  }

  private static boolean isWholeMap(String path) {
    return WHOLE_MAPS.contains(path.substring(path.lastIndexOf('/') + 1));
  }

  private static boolean isZero(JsonNode node) {
    return node.isMissingNode()
        || node.isNull()
        || (node.isContainerNode() && node.isEmpty())
        || (node.isTextual() && node.textValue().isEmpty())
        || (node.isBoolean() && !node.booleanValue())
        || (isFinite(node) && node.decimalValue().signum() == 0);
  }

  private static boolean isSameValue(String path, JsonNode asked, JsonNode found) {
    return asked.equals(found)
        || (isFinite(asked)
            && isFinite(found)
            && asked.decimalValue().compareTo(found.decimalValue()) == 0)
        || (asked.isTextual()
            && found.isTextual()
            && !path.startsWith("/metadata/")
            && isSameAmount(asked.textValue(), found.textValue()));
  }

  // What is too large for the type in which it was read has no digits.
  private static boolean isFinite(JsonNode node) {
    return node.isNumber()
        && !((node.isDouble() || node.isFloat()) && !Double.isFinite(node.doubleValue()));
  }

  private static boolean isSameAmount(String asked, String found) {
    return BoundedQuantity.parse(asked) instanceof BoundedQuantity.Amount amount
        && amount.equals(BoundedQuantity.parse(found));
  }
}
