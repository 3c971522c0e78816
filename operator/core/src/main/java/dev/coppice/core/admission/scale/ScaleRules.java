package dev.coppice.core.admission.scale;

import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import java.util.List;

/**
 * What holds for every scaling. Below {@code minAvailable} is allowed: who scales by hand knows
 * why.
 */
public final class ScaleRules {

  static final FieldPath REPLICAS = FieldPath.of("spec", "replicas");

  private ScaleRules() {}

  /** All of them. */
  public static List<Rule<Scaling>> of(AdmissionSettings settings) {
    return List.of(ScaleRules::notNegative);
  }

  private static void notNegative(Scaling scaling, Findings.Collector found) {
    if (scaling.replicas() < 0) {
      found.invalid(REPLICAS, scaling.replicas(), "must be greater than or equal to 0");
    }
  }
}
