package dev.coppice.core.admission.set;

import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.part.Counts;
import dev.coppice.core.admission.part.PartNames;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cliques of a set: what they are called, and how many pods they have and need. */
final class CliqueRules {

  private static final int LONGEST_ROLE = 253;

  private CliqueRules() {}

  static void check(PodCliqueSet set, Findings.Collector found) {
    if (Parts.cliques(set).isEmpty()) {
      found.required(Paths.CLIQUES, "at least one clique is required");
    }
    PartNames names = new PartNames("every clique needs a name");
    Set<String> roles = new HashSet<>();
    Parts.forEachClique(
        set,
        (path, clique) -> {
          names.check(path.child("name"), clique.name(), found);
          role(path.child("spec").child("roleName"), clique.spec().roleName(), roles, found);
          MetadataFormat.labels(path.child("labels"), clique.labels(), found);
          MetadataFormat.annotations(path.child("annotations"), clique.annotations(), found);
          counts(path.child("spec"), clique.spec(), found);
        });
  }

  private static void role(
      FieldPath path, @Nullable String role, Set<String> seen, Findings.Collector found) {
    if (role == null || role.isBlank()) {
      found.required(path, "leave it out to use the name of the clique");
      return;
    }
    if (role.length() > LONGEST_ROLE) {
      found.tooLong(path, LONGEST_ROLE);
    }
    if (!seen.add(role)) {
      found.duplicate(path, role);
    }
  }

  private static void counts(FieldPath path, PodCliqueSpec clique, Findings.Collector found) {
    Counts.positive(path.child("replicas"), clique.replicas(), found);
    FieldPath minimum = path.child("minAvailable");
    Integer minAvailable = clique.minAvailable();
    if (minAvailable == null) {
      found.required(minimum, "");
    } else {
      Counts.minimum(minimum, minAvailable, clique.replicas(), found);
    }
  }
}
