package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.rollout.TemplateHash;

/** Templates. */
final class Templates {

  private Templates() {}

  /** The hash of the template that a set has for a PodClique; empty if it has none. */
  static String hash(PodCliqueSet set, PodClique clique) {
    PodCliqueSet complete = Defaults.of(set);
    return CliqueTemplates.of(complete, clique)
        .map(template ->
            TemplateHash.of(template, complete.getSpec().template().priorityClassName()))
        .orElse("");
  }
}
