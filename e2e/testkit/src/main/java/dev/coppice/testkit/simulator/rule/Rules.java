package dev.coppice.testkit.simulator.rule;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.model.ClusterModel;
import dev.coppice.core.plan.Answer;
import dev.coppice.core.plan.Outcome;
import dev.coppice.testkit.simulator.operator.Change;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** All rules over one simulation. */
public final class Rules {

  private final ClusterModel cluster;
  private final List<Rule> rules;
  private final Set<String> landedPods = new HashSet<>();
  private boolean landing;

  /** Rules over this cluster. */
  public Rules(ClusterModel cluster) {
    this.cluster = cluster;
    rules =
        List.of(
            new OnePodPerIndex(cluster, landedPods),
            new NothingOfTheDead(cluster, landedPods),
            new GangsFirst(),
            new BaseGangIsWhole(cluster),
            new OnlyWhatWasSeen(),
            new StatusIsNotLost(),
            new Teardowns());
  }

  /** Takes note of a change, whoever made it. */
  public void changed(Change change) {
    Teardowns.changed(change);
    HasMetadata now = change.now();
    if (landing && now instanceof Pod && change.before() == null) {
      landedPods.add(now.getMetadata().getUid());
    }
  }

  /** Lets a call of a dead process, or of one that has given up on it, land. */
  public Answer land(Supplier<Answer> call) {
    landing = true;
    try {
      return call.get();
    } finally {
      landing = false;
    }
  }

  /** Judges a call that was answered. */
  public void written(Write write, Outcome outcome) {
    if (outcome instanceof Outcome.Done || outcome instanceof Outcome.Deleted) {
      rules.forEach(rule -> rule.check(write, outcome));
    }
  }

  /** Judges what stands when nothing is left to do. */
  public void atRest(Optional<PodCliqueSet> set) {
    new ExactState(cluster, set).check();
  }
}
