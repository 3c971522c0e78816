package dev.coppice.core.admission.topology;

import dev.coppice.api.topology.Pack;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.part.Parts;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The levels that a constraint asks for, by the names of their domains.
 *
 * @param required the level of which the pods must share one domain
 * @param preferred the level of which the pods should share one domain
 */
public record PackDomains(@Nullable String required, @Nullable String preferred) {

  /** Those of one constraint, whichever of its fields says so. */
  public static PackDomains of(TopologyConstraint constraint) {
    Pack pack = constraint.pack();
    String required = pack == null ? null : pack.required();
    return new PackDomains(
        Parts.isBlank(required) ? constraint.packDomain() : required,
        pack == null ? null : pack.preferred());
  }

  /** Those that are there. */
  public Stream<String> all() {
    return Stream.of(required, preferred).filter(Objects::nonNull);
  }
}
