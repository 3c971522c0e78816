package dev.coppice.core.admission.set;

import dev.coppice.api.Annotations;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The name of a set, which its Services bear, and its labels and annotations. */
final class MetadataRules {

  private MetadataRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    ObjectMeta metadata = set.getMetadata();
    String name = metadata.getName();
    // With generateName the API server appends the rest after the rules were asked.
    String named = name == null ? metadata.getGenerateName() : name;
    if (Parts.isBlank(named)) {
      found.required(Paths.SET_NAME, "name or generateName is required");
    } else if (name != null) {
      NameFormat.SERVICE_NAME.check(Paths.SET_NAME, name, found);
    }
    if (Parts.isBlank(metadata.getNamespace())) {
      found.required(Paths.METADATA.child("namespace"), "");
    }
    MetadataFormat.labels(
        Paths.METADATA.child("labels"), Omitted.orEmpty(metadata.getLabels()), found);
    MetadataFormat.annotations(
        Paths.METADATA.child("annotations"), Omitted.orEmpty(metadata.getAnnotations()), found);
    restart(set, found);
  }

  private static void restart(PodCliqueSet set, Findings.Collector found) {
    Map<String, String> annotations = Omitted.orEmpty(set.getMetadata().getAnnotations());
    if (!annotations.containsKey(Annotations.RESTARTED_AT)) {
      return;
    }
    FieldPath path = Paths.METADATA.child("annotations").key(Annotations.RESTARTED_AT);
    String value = annotations.get(Annotations.RESTARTED_AT);
    if (value == null || value.isBlank()) {
      found.required(path, "must say when, such as 2026-11-28T12:00:00Z");
    } else if (value.getBytes(StandardCharsets.UTF_8).length > Words.LONGEST_QUOTE) {
      found.tooLong(path, Words.LONGEST_QUOTE);
    }
  }

  /** Tells of a restart that is none. */
  static void warn(PodCliqueSet set, Findings.Collector found) {
    if (set.getSpec().trains()
        && Omitted.orEmpty(set.getMetadata().getAnnotations())
            .containsKey(Annotations.RESTARTED_AT)) {
      found.warn(
          Paths.METADATA.child("annotations").key(Annotations.RESTARTED_AT),
          "does nothing: pods of a training job are not updated");
    }
  }
}
