package dev.coppice.core.admission.set;

import dev.coppice.api.Annotations;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a set uses and that do nothing yet. They are accepted, so that manifests written
 * for Grove run, but nobody shall believe in them.
 */
public final class UnsupportedFields {

  private static final String NOT_ENROLLED = "none";

  private final List<String> paths = new ArrayList<>();

  private UnsupportedFields() {}

  /** The paths of the fields, in the order of the specification. */
  public static List<String> of(PodCliqueSet set) {
    UnsupportedFields fields = new UnsupportedFields();
    fields.annotations("metadata.annotations", set.getMetadata().getAnnotations());
    fields.template("spec.template", set.getSpec().template());
    return List.copyOf(fields.paths);
  }

  static void check(PodCliqueSet set, Findings.Collector found) {
    of(set)
        .forEach(
            path -> found.warn(new FieldPath(path), "does nothing yet; the set runs without it"));
  }

  /** The conditions with the one that tells of the fields; absent as long as there are none. */
  public static List<Condition> setIn(List<Condition> before, PodCliqueSet set, Instant now) {
    List<String> fields = of(set);
    return fields.isEmpty()
        ? Conditions.remove(before, ConditionTypes.SUPPORTED)
        : Conditions.set(
            before,
            Conditions.of(
                ConditionTypes.SUPPORTED,
                false,
                ConditionReasons.NOT_IMPLEMENTED,
                message(String.join(", ", fields)),
                set.getMetadata().getGeneration()),
            now);
  }

  /** Whether conditions tell of such fields that did not before. */
  public static boolean areNews(List<Condition> before, List<Condition> after) {
    return !areReported(before) && areReported(after);
  }

  private static boolean areReported(List<Condition> conditions) {
    return Conditions.find(conditions, ConditionTypes.SUPPORTED)
        .filter(condition -> condition.getStatus().equals("False"))
        .isPresent();
  }

  /** What is said about some of the fields. */
  public static String message(String fields) {
    return "the set runs, but these fields do nothing yet: " + fields;
  }

  private void template(String path, PodCliqueSetTemplate template) {
    for (int i = 0; i < template.cliques().size(); i++) {
      clique("%s.cliques[%d]".formatted(path, i), template.cliques().get(i));
    }
    fields(path + ".resourceClaimTemplates", template.resourceClaimTemplates());
    fields(path + ".resourceSharing", template.resourceSharing());
    for (int i = 0; i < template.podCliqueScalingGroups().size(); i++) {
      group(
          "%s.podCliqueScalingGroups[%d]".formatted(path, i),
          template.podCliqueScalingGroups().get(i));
    }
  }

  private void clique(String path, PodCliqueTemplate clique) {
    annotations(path + ".annotations", clique.annotations());
    fields(path + ".resourceSharing", clique.resourceSharing());
  }

  private void group(String path, PodCliqueScalingGroupConfig group) {
    annotations(path + ".annotations", group.annotations());
    fields(path + ".resourceSharing", group.resourceSharing());
  }

  private void fields(String path, Collection<?> values) {
    if (!values.isEmpty()) {
      paths.add(path);
    }
  }

  private void annotations(String path, @Nullable Map<String, String> annotations) {
    String group = annotations == null ? null : annotations.get(Annotations.MNNVL_GROUP);
    if (group != null && !group.equals(NOT_ENROLLED)) {
      paths.add("%s[%s]".formatted(path, Annotations.MNNVL_GROUP));
    }
  }
}
