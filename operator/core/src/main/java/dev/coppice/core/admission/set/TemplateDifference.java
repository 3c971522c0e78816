package dev.coppice.core.admission.set;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.template.TemplateHash;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fields by which the pods of two versions of a set differ. They are found in what the hashes
 * of the templates are made of: there is one exactly where a hash is another.
 */
final class TemplateDifference {

  private static final String PRIORITY = "priorityClassName";

  /** More would hardly be read, and each has all the names above it. */
  private static final int MOST_TOLD = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Set<FieldPath> paths = new LinkedHashSet<>();

  private TemplateDifference() {}

  /** Where they stand in the second one, in the cliques that both have. */
  static Set<FieldPath> of(PodCliqueSet before, PodCliqueSet after) {
    TemplateDifference difference = new TemplateDifference();
    Parts.forEachClique(
        after,
        (path, clique) ->
            Parts.clique(before, clique.name())
                .ifPresent(was -> difference.clique(path, before, was, after, clique)));
    return difference.paths;
  }

  private void clique(
      FieldPath path,
      PodCliqueSet before,
      PodCliqueTemplate wasClique,
      PodCliqueSet after,
      PodCliqueTemplate isClique) {
    String wasText = hashed(before, wasClique);
    String isText = hashed(after, isClique);
    if (wasText.equals(isText)) {
      return; // as most are
    }
    ObjectNode was = read(wasText);
    ObjectNode is = read(isText);
    keys(path.child("labels"), was.path("labels"), is.path("labels"));
    keys(path.child("annotations"), was.path("annotations"), is.path("annotations"));
    ObjectNode wasPod = was.withObject("/podSpec");
    ObjectNode isPod = is.withObject("/podSpec");
    if (!Objects.equals(wasPod.remove(PRIORITY), isPod.remove(PRIORITY))) {
      paths.add(
          Objects.equals(own(wasClique), own(isClique))
              ? Paths.TEMPLATE.child(PRIORITY)
              : Paths.podSpec(path).child(PRIORITY));
    }
    values(Paths.podSpec(path), wasPod, isPod);
  }

  private static String hashed(PodCliqueSet set, PodCliqueTemplate clique) {
    String own = own(clique);
    PodSpec pod =
        new PodSpecBuilder(clique.spec().podSpec())
            .withPriorityClassName(
                own == null || own.isEmpty() ? set.getSpec().template().priorityClassName() : own)
            .build();
    return TemplateHash.canonical(clique.labels(), clique.annotations(), pod);
  }

  private static @Nullable String own(PodCliqueTemplate clique) {
    return clique.spec().podSpec().getPriorityClassName();
  }

  private static ObjectNode read(String canonical) {
    try {
      return (ObjectNode) JSON.readTree(canonical);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("what is hashed is a JSON object", e);
    }
  }

  private void keys(FieldPath path, JsonNode was, JsonNode is) {
    names(was, is).stream()
        .filter(key -> !was.path(key).equals(is.path(key)))
        .forEach(key -> paths.add(path.key(key)));
  }

  private void values(FieldPath path, JsonNode was, JsonNode is) {
    if (paths.size() >= MOST_TOLD || was.equals(is)) {
      return;
    }
    if (was instanceof ObjectNode && is instanceof ObjectNode) {
      names(was, is).forEach(name -> values(path.child(name), was.path(name), is.path(name)));
    } else if (was instanceof ArrayNode && is instanceof ArrayNode && was.size() == is.size()) {
      for (int i = 0; i < is.size(); i++) {
        values(path.index(i), was.get(i), is.get(i));
      }
    } else {
      paths.add(path);
    }
  }

  private static Set<String> names(JsonNode was, JsonNode is) {
    Set<String> names = new TreeSet<>();
    was.fieldNames().forEachRemaining(names::add);
    is.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
