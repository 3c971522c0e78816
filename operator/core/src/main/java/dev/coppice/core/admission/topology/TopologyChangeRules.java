package dev.coppice.core.admission.topology;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.api.topology.TopologyConstraintBuilder;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.ChangeRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Constraints stay as they are. Only sets from before two changes of the API may catch up: the
 * level moves from packDomain to pack.required, and a topology is named where there was none.
 */
public final class TopologyChangeRules implements ChangeRule<PodCliqueSet> {

  private static final String IMMUTABLE = "field is immutable";

  private final TopologyRules rules;

  public TopologyChangeRules(TopologyRules rules) {
    this.rules = rules;
  }

  @Override
  public void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    List<Placement> placements = Placement.of(after);
    Map<String, Placement> old = byPart(Placement.of(before));
    boolean named = false;
    for (Placement placement : placements) {
      Placement was = old.remove(placement.part());
      if (was == null) {
        if (hasPart(before, placement)) {
          found.forbidden(placement.path(), "cannot be added: " + IMMUTABLE);
        }
      } else if (namesTopologyAtLast(was, placement)) {
        named = true;
      } else {
        compare(was, placement, found);
      }
      if (placement.constraint().packDomain() != null) {
        found.warn(placement.path().child("packDomain"), "deprecated, use pack.required");
      }
    }
    old.values().stream()
        .filter(gone -> hasPart(after, gone))
        .forEach(gone -> found.forbidden(gone.path(), "cannot be removed: " + IMMUTABLE));
    if (named) {
      rules.fits(after, found);
    }
  }

  private static Map<String, Placement> byPart(List<Placement> placements) {
    return placements.stream()
        .collect(
            Collectors.toMap(
                Placement::part, Function.identity(), (one, other) -> one, LinkedHashMap::new));
  }

  // Parts that come or go are told by the rules for parts.
  private static boolean hasPart(PodCliqueSet set, Placement placement) {
    String name = placement.part().substring(placement.part().indexOf('/') + 1);
    return placement.parents().isEmpty()
        || (placement.part().startsWith("group/")
            ? Parts.group(set, name).isPresent()
            : Parts.clique(set, name).isPresent());
  }

  private static void compare(Placement was, Placement is, Findings.Collector found) {
    TopologyConstraint before = was.constraint();
    TopologyConstraint after = is.constraint();
    if (!Objects.equals(before.topologyName(), after.topologyName())) {
      found.forbidden(is.namePath(), IMMUTABLE);
    }
    if (!before.equals(after) && !sameLevels(was, is)) {
      found.forbidden(is.path(), IMMUTABLE);
    }
  }

  private static boolean sameLevels(Placement was, Placement is) {
    boolean unmoved =
        Objects.equals(was.constraint().pack(), is.constraint().pack())
            && Objects.equals(was.constraint().packDomain(), is.constraint().packDomain());
    boolean moved = was.constraint().packDomain() != null && is.constraint().packDomain() == null;
    return unmoved
        || (moved
            && Objects.equals(was.required(), is.required())
            && Objects.equals(was.preferred(), is.preferred()));
  }

  private static boolean namesTopologyAtLast(Placement was, Placement is) {
    TopologyConstraint renamed =
        TopologyConstraintBuilder.builder(was.constraint())
            .topologyName(is.constraint().topologyName())
            .build();
    return was.constraint().packDomain() != null
        && !was.hasTopology()
        && is.namesTopology()
        && renamed.equals(is.constraint());
  }
}
