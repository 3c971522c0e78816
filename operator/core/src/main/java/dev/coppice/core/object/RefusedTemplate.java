package dev.coppice.core.object;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.set.PodCliqueSet;
import java.util.Objects;

/** What other levels know of templates that the API server does not take: the word of their set. */
public final class RefusedTemplate {

  private RefusedTemplate() {}

  /** Whether a set says so about what is asked of it now. */
  public static boolean isToldBy(PodCliqueSet set) {
    return set.statusOrEmpty().conditions().stream()
        .filter(condition -> ConditionTypes.VALID.equals(condition.getType()))
        .filter(valid -> ConditionReasons.TEMPLATE_REFUSED.equals(valid.getReason()))
        .anyMatch(valid ->
            Objects.equals(valid.getObservedGeneration(), set.getMetadata().getGeneration()));
  }
}
