package dev.coppice.core.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What users asked for in what a PodClique is made from, in one spelling for all operators that may
 * have made it. What an operator adds, where it adds it and how its client spells nothing differs
 * between operators and their versions, and says nothing about the template.
 */
final class ForeignTemplate {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> INJECTED_VARIABLES =
      Stream.of(
              EnvironmentVariables.OF_EVERY_POD,
              EnvironmentVariables.OF_GROUP_MEMBERS,
              Set.of(EnvironmentVariables.GROUP_POD_INDEX))
          .flatMap(Set::stream)
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> OPERATORS_LABELS =
      Set.of(Labels.NAME, Labels.PART_OF, Labels.MANAGED_BY, Labels.COMPONENT);

  private static final List<String> CONTAINERS = List.of("initContainers", "containers");

  /** The claim of an operator that gives pods a domain of NVLink. */
  private static final String NVLINK_CLAIM = "mnnvl-claim";

  /** Of these a client of Go spells what nobody has filled in. */
  private static final Set<String> EMPTY_STRUCTS = Set.of("resources", "securityContext");

  private static final String PRIORITY_CLASS = "priorityClassName";

  private static final String DIVISOR = "divisor";

  private static final String NO_QUANTITY = "0";

  private ForeignTemplate() {}

  /**
   * The text of one side of a comparison: the same on both sides if users asked for the same.
   *
   * @param set name of the set, which begins the names of claims that operators make
   */
  static String text(
      Map<String, String> labels, Map<String, String> annotations, PodSpec podSpec, String set) {
    ObjectNode spec = JSON.valueToTree(podSpec);
    containers(spec).forEach(ForeignTemplate::dropInjectedVariables);
    if (spec.path(PRIORITY_CLASS).asText().isEmpty()) {
      spec.remove(PRIORITY_CLASS);
    }
    dropInjectedClaims(spec, set + "-");
    dropUnfilled(spec);
    ObjectNode input = JSON.createObjectNode();
    Map<String, String> labelsOfUsers = withoutOwn(labels);
    labelsOfUsers.keySet().removeAll(OPERATORS_LABELS);
    input.set("labels", JSON.valueToTree(labelsOfUsers));
    input.set("annotations", JSON.valueToTree(withoutOwn(annotations)));
    input.set("podSpec", spec);
    return CanonicalJson.of(input).toString();
  }

  /**
   * Our podSpec beside one of another operator, which leaves the priority class of the set to its
   * PodGangs.
   *
   * @param ofClique the priority class that the template of the clique itself names
   */
  static PodSpec withoutClassOfSet(PodSpec ours, PodSpec theirs, @Nullable String ofClique) {
    return isBlank(theirs.getPriorityClassName()) && isBlank(ofClique)
        ? new PodSpecBuilder(ours).withPriorityClassName(null).build()
        : ours;
  }

  private static boolean isBlank(@Nullable String name) {
    return name == null || name.isEmpty();
  }

  private static Map<String, String> withoutOwn(Map<String, String> all) {
    Map<String, String> some = new TreeMap<>(all);
    some.keySet().removeIf(key -> key.startsWith(Labels.OWN_PREFIX));
    return some;
  }

  private static Stream<ObjectNode> containers(ObjectNode podSpec) {
    return CONTAINERS.stream()
        .flatMap(list -> podSpec.path(list).valueStream())
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast);
  }

  // All of a name: some operators leave a user's own beside theirs.
  private static void dropInjectedVariables(ObjectNode container) {
    dropNamed(container.path("env"), INJECTED_VARIABLES);
  }

  private static void dropInjectedClaims(ObjectNode podSpec, String prefix) {
    Set<String> injected = new HashSet<>();
    podSpec
        .path("resourceClaims")
        .valueStream()
        .filter(claim -> isInjected(claim, prefix))
        .forEach(claim -> injected.add(name(claim)));
    dropNamed(podSpec.path("resourceClaims"), injected);
    containers(podSpec)
        .forEach(container -> dropNamed(container.path("resources").path("claims"), injected));
  }

  // One of a user bears another name, or refers to something else than what is made for the set.
  private static boolean isInjected(JsonNode claim, String prefix) {
    String shared = claim.path("resourceClaimName").asText();
    return (name(claim).equals(shared) && shared.startsWith(prefix))
        || (name(claim).equals(NVLINK_CLAIM)
            && claim.path("resourceClaimTemplateName").asText().startsWith(prefix));
  }

  private static void dropNamed(JsonNode list, Set<String> names) {
    if (list instanceof ArrayNode array) {
      for (Iterator<JsonNode> items = array.iterator(); items.hasNext(); ) {
        if (names.contains(name(items.next()))) {
          items.remove();
        }
      }
    }
  }

  private static String name(JsonNode item) {
    return item.path("name").asText();
  }

  // Deepest first: what has lost its last part is empty itself.
  private static void dropUnfilled(JsonNode node) {
    node.forEach(ForeignTemplate::dropUnfilled);
    if (node instanceof ObjectNode object) {
      List<String> unfilled =
          object.properties().stream()
              .filter(field -> isUnfilled(field.getKey(), field.getValue()))
              .map(Map.Entry::getKey)
              .toList();
      object.remove(unfilled);
    }
  }

  private static boolean isUnfilled(String field, JsonNode value) {
    return (EMPTY_STRUCTS.contains(field) && isEmpty(value))
        || (field.equals(DIVISOR) && value.asText().equals(NO_QUANTITY));
  }

  private static boolean isEmpty(JsonNode value) {
    return CanonicalJson.of(value).equals(JsonNodeFactory.instance.objectNode());
  }
}
