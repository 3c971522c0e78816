package dev.coppice.core.admission.protection;

import dev.coppice.api.Labels;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;

/**
 * PodCliques and scaling groups that somebody makes by hand. Nothing would come of one: the
 * operator sees only what bears its label. By the label a write is told apart that is the
 * operator's own, or restores one from a backup.
 */
public final class HandMade {

  private HandMade() {}

  /** What is wrong with a new object of such a kind. */
  public static Findings judge(HasMetadata object) {
    Map<String, String> labels =
        object.getMetadata() == null ? null : object.getMetadata().getLabels();
    if (labels != null && Labels.MANAGER.equals(labels.get(Labels.MANAGED_BY))) {
      return Findings.NONE;
    }
    Findings.Collector found = new Findings.Collector();
    found.forbidden(
        Paths.METADATA.child("labels"),
        Words.sentence(
            "a %s is made by the operator, from a PodCliqueSet: create a PodCliqueSet instead; one from a backup bears %s=%s",
            object.getKind(), Labels.MANAGED_BY, Labels.MANAGER));
    return found.findings();
  }
}
