package dev.coppice.core.admission.topology;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.TopologyLevel;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a topology, from the broadest to the narrowest, and whether constraints fit them.
 */
public final class TopologyLevels {

  private static final int UNKNOWN = -1;

  private final String topology;
  private final List<TopologyLevel> levels;
  private final List<String> domains;

  /** The levels that a binding lists. */
  public TopologyLevels(ClusterTopologyBinding binding) {
    topology = binding.getMetadata().getName();
    // One that was stored past us may have none.
    levels = binding.getSpec() == null ? List.of() : binding.getSpec().levels();
    domains = levels.stream().map(TopologyLevel::domain).toList();
  }

  /** Those of the only binding that has levels of all these keys; empty if none or several do. */
  public static Optional<TopologyLevels> only(
      Stream<ClusterTopologyBinding> bindings, Collection<String> keys) {
    List<TopologyLevels> having =
        bindings.map(TopologyLevels::new).filter(one -> one.keys().containsAll(keys)).toList();
    return having.size() == 1 ? Optional.of(having.getFirst()) : Optional.empty();
  }

  /** The keys of node labels, from the broadest level to the narrowest. */
  public List<String> keys() {
    return levels.stream().map(TopologyLevel::key).toList();
  }

  /** The name of the topology. */
  public String topology() {
    return topology;
  }

  /** The names of the levels. */
  public List<String> domains() {
    return domains;
  }

  /** The key of the node label of a level; empty if there is no such level. */
  public Optional<String> key(@Nullable String domain) {
    int level = level(domain);
    return level == UNKNOWN ? Optional.empty() : Optional.of(levels.get(level).key());
  }

  void check(List<Placement> placements, Findings.Collector found) {
    for (Placement placement : placements) {
      exists(placement.requiredPath(), placement.required(), found);
      exists(placement.preferredPath(), placement.preferred(), found);
      warnOfUselessPreference(placement, found);
      placements.stream()
          .filter(parent -> placement.parents().contains(parent.part()))
          .forEach(parent -> {
            contains(parent, parent.requiredPath(), placement, Placement::required, found);
            contains(parent, parent.preferredPath(), placement, Placement::preferred, found);
          });
    }
  }

  // A topology that was stored past the webhook may have two levels of one name.
  private void exists(FieldPath path, @Nullable String domain, Findings.Collector found) {
    if (domain != null && level(domain) == UNKNOWN) {
      found.invalid(
          path,
          domain,
          Words.sentence(
              "the topology %s has no such level; it has: %s", topology, Words.list(domains)));
    } else if (domain != null && domains.lastIndexOf(domain) != level(domain)) {
      found.invalid(
          path,
          domain,
          Words.sentence("the topology %s has more than one level of that name", topology));
    }
  }

  private void warnOfUselessPreference(Placement placement, Findings.Collector found) {
    int required = level(placement.required());
    int preferred = level(placement.preferred());
    if (preferred != UNKNOWN && preferred < required) {
      found.warn(
          placement.preferredPath(),
          Words.sentence(
              "%s is broader than the required level %s, so it has no effect",
              placement.preferred(), placement.required()));
    }
  }

  private void contains(
      Placement parent,
      FieldPath path,
      Placement child,
      Function<Placement, @Nullable String> side,
      Findings.Collector found) {
    String outer = side.apply(parent);
    String inner = side.apply(child);
    if (level(inner) != UNKNOWN && level(outer) > level(inner)) {
      found.invalid(
          path,
          outer,
          Words.sentence(
              "must not be narrower than %s of %s, which lies inside", inner, child.path()));
    }
  }

  private int level(@Nullable String domain) {
    return domain == null ? UNKNOWN : domains.indexOf(domain);
  }
}
