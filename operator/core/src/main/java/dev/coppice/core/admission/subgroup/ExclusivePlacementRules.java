package dev.coppice.core.admission.subgroup;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.admission.topology.TopologyLevels;
import dev.coppice.core.admission.topology.TopologyRules;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.template.ExclusiveParts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the scheduler of a set can bring its groups into domains of their own, and whether these
 * fit the levels of the topology. Only new sets are asked, since schedulers and topologies change
 * under those that run.
 */
public final class ExclusivePlacementRules implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;
  private final AdmissionLookup lookup;

  public ExclusivePlacementRules(AdmissionSettings settings, AdmissionLookup lookup) {
    this.settings = settings;
    this.lookup = lookup;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    List<GroupPart> parts =
        GroupPart.of(set).stream()
            .filter(part ->
                Stream.of(ExclusiveLevel.values())
                    .anyMatch(level -> part.topologyKey(level, set).isPresent()))
            .toList();
    if (parts.isEmpty()) {
      return;
    }
    ExclusiveParts exclusive = ExclusiveParts.of(set);
    String scheduler = scheduler(set);
    Optional<TopologyLevels> levels = levels(set, scheduler, exclusive.keys());
    incapacity(set, scheduler, exclusive, levels.isPresent())
        .ifPresent(why ->
            parts.stream()
                .filter(part -> part.topologyKey(ExclusiveLevel.GROUP, set).isPresent())
                .flatMap(part -> part.topologyPath(ExclusiveLevel.GROUP, set).stream())
                .distinct()
                .forEach(path -> found.forbidden(path, why)));
    boolean byGang = settings.nativeGangs() || !scheduler.equals(DefaultScheduler.NAME);
    levels.ifPresent(known ->
        parts.forEach(part -> new ExclusiveLevelsFit(part, set, known, byGang).check(found)));
  }

  private String scheduler(PodCliqueSet set) {
    return Parts.cliques(set).stream()
        .map(clique -> clique.spec().podSpec().getSchedulerName())
        .filter(name -> !Parts.isBlank(name))
        .findFirst()
        .orElse(settings.defaultScheduler());
  }

  /** Those of the topology that the set names or, for a scheduler that needs one, means. */
  private Optional<TopologyLevels> levels(PodCliqueSet set, String scheduler, List<String> keys) {
    if (!settings.topologyAwareScheduling()) {
      return Optional.empty();
    }
    Optional<String> name = TopologyRules.topologyName(set);
    if (name.isPresent()) {
      return name.flatMap(lookup::topologyBinding).map(TopologyLevels::new);
    }
    return settings.topologyAwareSchedulers().contains(scheduler) && !keys.isEmpty()
        ? TopologyLevels.only(lookup.topologyBindings().stream(), keys)
        : Optional.empty();
  }

  /** Why the scheduler cannot bring groups into domains of their own; empty if it can. */
  private Optional<String> incapacity(
      PodCliqueSet set, String scheduler, ExclusiveParts exclusive, boolean isTopologyKnown) {
    if (scheduler.equals(DefaultScheduler.NAME)) {
      return settings.nativeGangs() && !exclusive.areGangs()
          ? Optional.of(
              Words.sentence(
                  "%s places a PodGang as a whole by one node label: it has to be one group and nothing else, and %s",
                  scheduler,
                  exclusive.groupsOfBase() > 1
                      ? Words.sentence(
                          "the first one of each replica is %d", exclusive.groupsOfBase())
                      : "spec.template.topologyConstraint requires a level too"))
          : Optional.empty();
    }
    if (!settings.topologyAwareSchedulers().contains(scheduler)) {
      return Optional.of(
          Words.sentence("%s cannot keep a group in a domain of its own", scheduler));
    }
    if (!settings.topologyAwareScheduling()) {
      return Optional.of(
          Words.sentence(
              "topology-aware scheduling is not enabled in the operator's configuration, and %s needs it",
              scheduler));
    }
    return isTopologyKnown || TopologyRules.topologyName(set).isPresent()
        ? Optional.empty()
        : Optional.of(
            Words.sentence(
                "%s needs a topology: no topologyConstraint names one, and there is not exactly one ClusterTopologyBinding with a level of %s",
                scheduler, exclusive.keys().stream().collect(Collectors.joining(" and "))));
  }
}
