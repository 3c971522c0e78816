package dev.coppice.core.admission.set;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Omitted;
import io.fabric8.kubernetes.api.model.ObjectMeta;

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
  }
}
