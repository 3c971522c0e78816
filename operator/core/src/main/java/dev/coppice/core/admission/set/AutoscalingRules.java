package dev.coppice.core.admission.set;

import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import org.jspecify.annotations.Nullable;

/** The bounds between which cliques and groups scale. A group scales as one, its members do not. */
final class AutoscalingRules {

  private static final String MEASURED_CLIQUE = "measuredClique";

  private AutoscalingRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          PodCliqueSpec spec = clique.spec();
          FieldPath config = path.child("spec").child("autoScalingConfig");
          Integer minAvailable = spec.minAvailable();
          bounds(
              config,
              spec.autoScalingConfig(),
              minAvailable == null ? spec.replicas() : minAvailable,
              spec.replicas(),
              found);
          if (spec.autoScalingConfig() != null) {
            if (spec.autoScalingConfig().measuredClique() != null) {
              found.forbidden(
                  config.child(MEASURED_CLIQUE), "only in scaleConfig of a scaling group");
            }
            CliqueTemplates.groupOf(set.getSpec().template(), clique.name())
                .ifPresent(group ->
                    found.invalid(
                        config,
                        clique.name(),
                        Words.sentence(
                            "the clique scales with the scaling group %s only", group.name())));
          }
        });
    Parts.forEachGroup(
        set,
        (path, group) -> {
          FieldPath config = path.child("scaleConfig");
          bounds(config, group.scaleConfig(), group.minAvailable(), group.replicas(), found);
          String measured =
              group.scaleConfig() == null ? null : group.scaleConfig().measuredClique();
          if (measured != null && !group.cliqueNames().contains(measured)) {
            found.invalid(
                config.child(MEASURED_CLIQUE), measured, "must be one of cliqueNames of the group");
          }
        });
  }

  private static void bounds(
      FieldPath path,
      @Nullable AutoScalingConfig config,
      int minAvailable,
      int replicas,
      Findings.Collector found) {
    if (config == null) {
      return;
    }
    Integer lowest = config.minReplicas();
    FieldPath minReplicas = path.child("minReplicas");
    if (lowest == null) {
      found.required(minReplicas, "");
    } else if (lowest < minAvailable) {
      found.invalid(
          minReplicas,
          lowest,
          Words.sentence("must not be less than minAvailable (%d)", minAvailable));
    }
    FieldPath maxReplicas = path.child("maxReplicas");
    if (lowest != null && config.maxReplicas() < lowest) {
      found.invalid(
          maxReplicas,
          config.maxReplicas(),
          Words.sentence("must not be less than minReplicas (%d)", lowest));
    }
    if (config.maxReplicas() < replicas) {
      found.invalid(
          maxReplicas,
          config.maxReplicas(),
          Words.sentence("must not be less than replicas (%d)", replicas));
    }
  }
}
