package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.availability.Availability;
import dev.coppice.core.child.Children;
import dev.coppice.core.training.AttemptReports;
import java.util.List;
import java.util.Optional;

/** Judges one replica of a set from the statuses of the cliques and groups in it. */
final class ReplicaAvailability {

  private final SetView view;
  private final List<PodCliqueTemplate> cliques;

  ReplicaAvailability(SetView view) {
    this.view = view;
    this.cliques = view.standaloneCliques();
  }

  /**
   * Whether every clique and group of the replica is there with its minimum, or has done its work.
   */
  boolean isAvailable(int replica) {
    return AttemptReports.of(view.status(), replica).succeeded() || hasMinimum(replica);
  }

  private boolean hasMinimum(int replica) {
    return cliques.stream()
            .allMatch(
                template -> find(replica, template).filter(Availability::hasMinimum).isPresent())
        && view.groupConfigs().stream()
            .allMatch(
                group -> view.group(replica, group).filter(Availability::hasMinimum).isPresent());
  }

  /** Whether, besides, all of it is at the current template. */
  boolean isUpdated(int replica) {
    return AttemptReports.of(view.status(), replica).succeeded()
        || (hasMinimum(replica) && isCurrent(replica));
  }

  private boolean isCurrent(int replica) {
    return cliques.stream()
            .allMatch(
                template -> find(replica, template).filter(c -> isUpdated(c, template)).isPresent())
        && view.groupConfigs().stream()
            .allMatch(group -> view.group(replica, group).filter(this::isUpdated).isPresent());
  }

  private boolean isUpdated(PodClique clique, PodCliqueTemplate template) {
    return Availability.isUpdated(clique, view.resolved().hash(template));
  }

  private boolean isUpdated(PodCliqueScalingGroup group) {
    return view.resolved()
        .generationHash()
        .equals(group.statusOrEmpty().currentPodCliqueSetGenerationHash());
  }

  private Optional<PodClique> find(int replica, PodCliqueTemplate template) {
    return Children.owned(view.snapshot(), PodClique.class, view.nameOf(replica, template));
  }
}
