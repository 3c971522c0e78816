package dev.coppice.core.trial;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.core.template.CliqueTemplates;
import dev.coppice.core.tree.GroupSizes;
import dev.coppice.core.tree.SetCliques;
import dev.coppice.core.tree.StartupParents;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of whether the API server takes the templates of a set. A template is tried when
 * the set has not recorded it and nothing is made from it yet, once for the whole set; one that is
 * taken is recorded as the set's current one. Nothing else is kept: whoever comes after a crash
 * tries again what nothing is made from.
 */
public final class TemplateTrial {

  private final Snapshot<PodCliqueSet> snapshot;
  private final ResolvedSet.Complete set;
  private final SetCliques cliques;
  private final GroupSizes sizes;
  private final TrialPods pods;

  /** About a set with all its parts. */
  public TemplateTrial(
      Snapshot<PodCliqueSet> snapshot,
      ResolvedSet.Complete set,
      SetCliques cliques,
      GroupSizes sizes,
      TrialPods pods) {
    this.snapshot = snapshot;
    this.set = set;
    this.cliques = cliques;
    this.sizes = sizes;
    this.pods = pods;
  }

  /** The trials without which nothing of what has changed is acted upon. */
  public List<Action.Try> due() {
    return Trials.due(snapshot, changed());
  }

  /** Whether nothing is known, or could yet come to be known, against what has changed. */
  public boolean isTaken() {
    return Trials.areTaken(snapshot, changed());
  }

  /** The trials of all templates, for whoever gives up what is made from them already. */
  public List<Action.Try> all() {
    return trials(templates());
  }

  /** What the API server has said against templates in this reconcile. */
  public Optional<String> refusal() {
    return Optional.of(refusals().collect(Collectors.joining("; ")))
        .filter(text -> !text.isEmpty());
  }

  /** The same of the first template alone. */
  public Optional<String> firstRefusal() {
    return refusals().findFirst();
  }

  private Stream<String> refusals() {
    return snapshot.tried().values().stream().noneMatch(Trial.Refused.class::isInstance)
        ? Stream.empty()
        : all().stream()
            .flatMap(trial ->
                Trials.refusal(snapshot, trial).stream()
                    .map(words -> pods.explained(words, trial)));
  }

  // A set that is wrong in itself makes no pods, whatever its templates.
  private List<Action.Try> changed() {
    return set.isGenerationRecorded() || !set.isValid()
        ? List.of()
        : trials(templates().filter(template -> !isInUse(template)));
  }

  private Stream<PodCliqueTemplate> templates() {
    return set.set().getSpec().template().cliques().stream();
  }

  private boolean isInUse(PodCliqueTemplate template) {
    String hash = set.hash(template);
    return Stream.concat(cliques.staying(), orphans())
        .anyMatch(clique ->
            Relatives.label(clique, Labels.POD_TEMPLATE_HASH).filter(hash::equals).isPresent()
                && CliqueTemplates.isNamedAfter(clique, template.name()));
  }

  // They are taken back as they are, those of a scaling group with it.
  private Stream<PodClique> orphans() {
    List<PodCliqueScalingGroup> groups =
        snapshot
            .observed()
            .all(PodCliqueScalingGroup.class)
            .filter(group -> Ownership.controller(group).isEmpty())
            .toList();
    return snapshot
        .observed()
        .all(PodClique.class)
        .filter(clique -> Relatives.isPartOf(clique, set.set()))
        .filter(clique -> !Ownership.isTerminating(clique))
        .filter(clique ->
            Ownership.controller(clique).isEmpty()
                || groups.stream().anyMatch(group -> Ownership.isControlledBy(clique, group)));
  }

  private List<Action.Try> trials(Stream<PodCliqueTemplate> templates) {
    return templates
        .flatMap(template -> pods.of(clique(template), set.set(), template, set.set()).stream())
        .toList();
  }

  // That of the first replica: all are alike but for their names.
  private PodClique clique(PodCliqueTemplate template) {
    String name = set.set().getMetadata().getName();
    String base = Names.basePodGang(name, 0);
    StartupParents parents = new StartupParents(set.set(), sizes);
    Optional<PodCliqueScalingGroupConfig> group =
        CliqueTemplates.groupOf(set.set().getSpec().template(), template.name());
    if (group.isEmpty()) {
      String standalone = Names.standalonePodClique(name, 0, template.name());
      return set.rendered(template)
          .podClique(
              set.set(),
              standalone,
              ChildLabels.standaloneClique(name, 0, standalone, base),
              parents.ofStandalone(0, template));
    }
    String member = Names.groupPodClique(name, 0, group.get().name(), 0, template.name());
    return set.rendered(template)
        .podClique(
            set.set(),
            member,
            ChildLabels.groupClique(
                name,
                0,
                Names.podCliqueScalingGroup(name, 0, group.get().name()),
                0,
                member,
                base,
                base),
            parents.ofMember(0, group.get(), 0, template));
  }
}
