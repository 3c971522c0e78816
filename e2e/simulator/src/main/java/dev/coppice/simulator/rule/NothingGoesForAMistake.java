package dev.coppice.simulator.rule;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.TeardownFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.stream.Stream;

/**
 * Nothing that runs is given up, be it for an update or a gang termination, while the API server
 * would not take what comes back.
 */
final class NothingGoesForAMistake implements Rule {

  private static final String RULE = "nothing goes for a template that is refused";

  private final ClusterModel cluster;

  NothingGoesForAMistake(ClusterModel cluster) {
    this.cluster = cluster;
  }

  @Override
  public void check(Write write, Outcome outcome) {
    switch (write.action()) {
      case Action.Delete _ when write.stood().orElse(null) instanceof Pod pod ->
          checkPod(write, pod);
      case Action.PutStatus put
          when TeardownFacts.opened(write.stood().orElse(null), put.object())
              .findAny()
              .isPresent() ->
          checkReplica(write, put.object());
      default -> {}
    }
  }

  // A scale-in makes nothing again.
  private void checkPod(Write write, Pod pod) {
    if (write.seen().primary() instanceof PodClique clique
        && PodFacts.isLive(pod)
        && Moment.isOwner(clique, pod)
        && !OneAtATime.isScaleIn(write.seen(), clique)
        && isRefused(clique.getSpec().podSpec())) {
      throw new Broken(RULE, "%s goes, %s makes no other".formatted(pod, clique));
    }
  }

  private void checkReplica(Write write, HasMetadata owner) {
    if (cliques(write, owner).anyMatch(clique -> isRefused(clique.spec().podSpec()))) {
      throw new Broken(RULE, "a replica of %s goes".formatted(owner));
    }
  }

  // What a replica of a set or a group has, by the set that was seen.
  private static Stream<PodCliqueTemplate> cliques(Write write, HasMetadata owner) {
    return owner instanceof PodCliqueScalingGroup group
        ? write
            .seen()
            .observed()
            .all(PodCliqueSet.class)
            .filter(set -> Moment.isOwner(set, group))
            .flatMap(set -> set.getSpec().template().cliques().stream())
            .filter(clique -> group.getSpec().cliqueNames().contains(clique.name()))
        : Stream.of(owner)
            .filter(PodCliqueSet.class::isInstance)
            .flatMap(set -> ((PodCliqueSet) set).getSpec().template().cliques().stream());
  }

  private boolean isRefused(PodSpec spec) {
    return cluster.podRule().refusal(new PodBuilder().withSpec(spec).build()).isPresent();
  }
}
