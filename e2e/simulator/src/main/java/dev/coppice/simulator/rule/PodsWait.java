package dev.coppice.simulator.rule;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.oracle.PodFacts;
import dev.coppice.testkit.oracle.PodWrite;
import dev.coppice.testkit.oracle.Seen;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.stream.Stream;

/** Whoever writes about a pod has seen what it waits for: on the very view that was decided on. */
final class PodsWait implements Rule {

  @Override
  public void check(Write write, Outcome outcome) {
    if (outcome instanceof Outcome.Done(Pod pod)
        && write.seen().primary() instanceof PodClique clique) {
      PodWrite change = new PodWrite(write.stood().map(Pod.class::cast), pod);
      Seen view = new View(write.seen(), clique);
      Invariants.OF_POD_WRITES.stream()
          .filter(rule -> rule.concerns(change))
          .forEach(rule ->
              rule.objection(change, view)
                  .ifPresent(objection -> {
                    throw new Broken(rule.rule(), objection);
                  }));
    }
  }

  /** What a controller of PodCliques saw. */
  private record View(Snapshot<?> seen, PodClique self) implements Seen {

    @Override
    public Stream<PodClique> ownClique() {
      return Stream.of(self);
    }

    @Override
    public Stream<PodClique> clique(String name) {
      return seen.observed().get(PodClique.class, namespace(), name).stream()
          .filter(sibling -> !PodFacts.isTerminating(sibling))
          .filter(sibling -> setUid(sibling).equals(setUid(self)));
    }

    @Override
    public Stream<PodGang> gang(String name) {
      return seen.observed().get(PodGang.class, namespace(), name).stream()
          .filter(gang -> !PodFacts.isTerminating(gang))
          .filter(gang -> PodFacts.ownerUid(gang).equals(setUid(self)));
    }

    private String namespace() {
      return self.getMetadata().getNamespace();
    }

    private String setUid(PodClique clique) {
      String owner = PodFacts.ownerUid(clique);
      Observed observed = seen.observed();
      return PodFacts.label(clique, Labels.SCALING_GROUP).isEmpty()
          ? owner
          : observed
              .all(PodCliqueScalingGroup.class)
              .filter(group -> group.getMetadata().getUid().equals(owner))
              .map(PodFacts::ownerUid)
              .findFirst()
              .orElse("unknown");
    }
  }
}
