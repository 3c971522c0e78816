package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Observed;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * As the controller saw it: a pod is made after its gang, a pod of a scaled gang loses its gate
 * when the whole base gang is scheduled, and a pod may start when all its parents have their
 * minimum.
 */
final class GangsFirst implements Rule {

  @Override
  public void check(Write write, Outcome outcome) {
    if (!(outcome instanceof Outcome.Done(Pod pod))
        || !(write.seen().primary() instanceof PodClique clique)) {
      return;
    }
    Snapshot<?> seen = write.seen();
    boolean born = write.action() instanceof Action.Create;
    if (born && gang(clique, Labels.POD_GANG, seen).isEmpty()) {
      throw new Broken("gangs first", name(pod) + " was made without its gang");
    }
    Optional<Pod> before = write.stood().map(Pod.class::cast);
    boolean scaled = !PodFacts.label(clique, Labels.BASE_POD_GANG).isEmpty();
    boolean lostItsGate = before.map(PodFacts::isGated).orElse(true) && !PodFacts.isGated(pod);
    if (scaled && lostItsGate && !isBaseScheduled(clique, seen)) {
      throw new Broken("gates", name(pod) + " lost its gate too early");
    }
    if (!scaled && born && PodFacts.isGated(pod)) {
      throw new Broken("gates", name(pod) + " of a base gang was born with a gate");
    }
    boolean released = PodFacts.isReleased(pod) && !before.map(PodFacts::isReleased).orElse(false);
    if (released && !haveStarted(clique, seen)) {
      throw new Broken("startup order", name(pod) + " was released too early");
    }
  }

  private static boolean isBaseScheduled(PodClique clique, Snapshot<?> seen) {
    return gang(clique, Labels.BASE_POD_GANG, seen)
        .filter(base -> !base.getSpec().podgroups().isEmpty())
        .filter(base ->
            base.getSpec().podgroups().stream()
                .allMatch(group ->
                    is(
                        group.name(),
                        seen,
                        member ->
                            member.statusOrEmpty().scheduledReplicas()
                                >= PodFacts.minimum(member))))
        .isPresent();
  }

  private static boolean haveStarted(PodClique clique, Snapshot<?> seen) {
    return clique.getSpec().startsAfter().stream()
        .allMatch(parent ->
            is(
                parent,
                seen,
                sibling -> sibling.statusOrEmpty().readyReplicas() >= PodFacts.minimum(sibling)));
  }

  private static boolean is(String name, Snapshot<?> seen, Predicate<PodClique> what) {
    return seen.observed()
        .get(PodClique.class, seen.primary().getMetadata().getNamespace(), name)
        .filter(sibling -> !Ownership.isTerminating(sibling))
        .filter(sibling -> setUid(sibling, seen.observed()).equals(setUid(seen)))
        .filter(what)
        .isPresent();
  }

  private static Optional<PodGang> gang(PodClique clique, String label, Snapshot<?> seen) {
    return seen.observed()
        .get(PodGang.class, clique.getMetadata().getNamespace(), PodFacts.label(clique, label))
        .filter(gang -> !Ownership.isTerminating(gang))
        .filter(gang -> PodFacts.ownerUid(gang).equals(setUid(seen)));
  }

  private static String setUid(Snapshot<?> seen) {
    return setUid((PodClique) seen.primary(), seen.observed());
  }

  private static String setUid(PodClique clique, Observed observed) {
    String owner = PodFacts.ownerUid(clique);
    return PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty()
        ? owner
        : observed
            .all(PodCliqueScalingGroup.class)
            .filter(group -> group.getMetadata().getUid().equals(owner))
            .map(PodFacts::ownerUid)
            .findFirst()
            .orElse("unknown");
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }
}
