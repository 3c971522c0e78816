package dev.coppice.core.admission.topology;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.Pack;
import dev.coppice.api.topology.TopologyConstraint;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.status.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where pods may be placed: in one topology, at levels that it has, and inside what holds them.
 * Only new sets are asked, since topologies change under those that run.
 */
public final class TopologyRules implements Rule<PodCliqueSet> {

  private static final String NO_PACK_DOMAIN =
      "packDomain is deprecated and cannot be used on new workloads; use pack.required";

  private final AdmissionSettings settings;
  private final AdmissionLookup lookup;

  public TopologyRules(AdmissionSettings settings, AdmissionLookup lookup) {
    this.settings = settings;
    this.lookup = lookup;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    for (Placement placement : Placement.of(set)) {
      if (placement.constraint().packDomain() != null) {
        found.forbidden(placement.path().child("packDomain"), NO_PACK_DOMAIN);
      }
    }
    fits(set, found);
  }

  /** Whether the constraints of a set fit the cluster and each other. */
  void fits(PodCliqueSet set, Findings.Collector found) {
    List<Placement> placements = Placement.of(set);
    if (!settings.topologyAwareScheduling()) {
      placements.forEach(placement ->
          found.invalid(
              placement.path(),
              placement.constraint(),
              "topology-aware scheduling is not enabled in the operator's configuration"));
    } else if (namesOneTopology(placements, found)) {
      placements.stream()
          .filter(Placement::namesTopology)
          .findFirst()
          .ifPresent(naming -> fitsTopology(naming, placements, found));
    }
  }

  /** The topology that the constraints of a set name; empty if none does. */
  public static Optional<String> topologyName(PodCliqueSet set) {
    return Placement.of(set).stream()
        .filter(Placement::namesTopology)
        .flatMap(placement -> Stream.ofNullable(placement.constraint().topologyName()))
        .findFirst();
  }

  /** What every constraint must say, whatever the cluster. */
  public static void shape(PodCliqueSet set, Findings.Collector found) {
    for (Placement placement : Placement.of(set)) {
      TopologyConstraint constraint = placement.constraint();
      Pack pack = constraint.pack();
      if (pack == null && constraint.packDomain() == null) {
        found.required(
            placement.path().child("pack"),
            "topologyConstraint must specify pack or deprecated packDomain");
      }
      if (pack != null && pack.required() == null && pack.preferred() == null) {
        found.required(
            placement.path().child("pack"),
            "pack must specify at least one of required or preferred");
      }
      if (pack != null && pack.required() != null && constraint.packDomain() != null) {
        found.invalid(
            placement.path().child("pack").child("required"),
            pack.required(),
            "must not set both pack.required and deprecated packDomain");
      }
    }
  }

  private static boolean namesOneTopology(List<Placement> placements, Findings.Collector found) {
    List<Placement> naming = placements.stream().filter(Placement::namesTopology).toList();
    placements.stream()
        .filter(placement -> !placement.hasTopology())
        .forEach(placement ->
            found.required(placement.namePath(), "must be the name of a ClusterTopologyBinding"));
    boolean one =
        naming.stream().map(placement -> placement.constraint().topologyName()).distinct().count()
            <= 1;
    if (!one) {
      naming.forEach(placement ->
          found.invalid(
              placement.namePath(),
              placement.constraint().topologyName(),
              "all constraints of a set must name the same topology"));
    }
    return one;
  }

  private void fitsTopology(
      Placement naming, List<Placement> placements, Findings.Collector found) {
    String name = naming.constraint().topologyName();
    Optional<ClusterTopologyBinding> binding =
        name == null ? Optional.empty() : lookup.topologyBinding(name);
    binding.ifPresentOrElse(
        topology ->
            Unreadable.of(topology)
                .ifPresentOrElse(
                    why ->
                        found.invalid(
                            naming.namePath(),
                            name,
                            Words.sentence(
                                "the ClusterTopologyBinding cannot be read: %s: %s",
                                why.path(), why.cause())),
                    () -> new TopologyLevels(topology).check(placements, found)),
        () -> found.invalid(naming.namePath(), name, "there is no such ClusterTopologyBinding"));
  }
}
