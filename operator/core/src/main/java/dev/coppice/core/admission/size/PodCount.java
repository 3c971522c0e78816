package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import java.util.Collection;
import java.util.function.ToIntFunction;

/**
 * How many pods templates ask for. Numbers beyond all bounds stay there and never overflow. What
 * has no pods counts as one: there can be too many copies of nothing as well.
 */
public final class PodCount {

  private PodCount() {}

  /** The pods of a set, all its replicas together. */
  public static long of(PodCliqueSet set) {
    return times(set.getSpec().replicas(), ofReplica(set.getSpec().template()));
  }

  /** The pods of one replica of a set. */
  public static long ofReplica(PodCliqueSetTemplate template) {
    return sum(template, PodCliqueScalingGroupConfig::replicas);
  }

  /** The pods of one replica of a set that are placed together. */
  public static long ofBaseGang(PodCliqueSetTemplate template) {
    return sum(template, group -> Math.min(group.minAvailable(), group.replicas()));
  }

  private static long sum(
      PodCliqueSetTemplate template, ToIntFunction<PodCliqueScalingGroupConfig> replicas) {
    long standalone = ofCliques(CliqueTemplates.standalone(template));
    long all =
        template.podCliqueScalingGroups().stream()
            .map(group -> times(replicas.applyAsInt(group), ofGroupReplica(template, group)))
            .reduce(standalone, PodCount::plus);
    return Math.max(1, all);
  }

  /** The pods of one replica of a scaling group. */
  public static long ofGroupReplica(
      PodCliqueSetTemplate template, PodCliqueScalingGroupConfig group) {
    return Math.max(1, ofCliques(CliqueTemplates.named(template, group.cliqueNames())));
  }

  private static long ofCliques(Collection<PodCliqueTemplate> cliques) {
    return cliques.stream()
        .map(clique -> Math.max(1L, clique.spec().replicas()))
        .reduce(0L, PodCount::plus);
  }

  /** What is wrong with so many pods. */
  public static String tooMany(long pods, int most) {
    return Words.sentence("the set would have %d pods; at most %d are allowed", pods, most);
  }

  /** So many times that many. */
  public static long times(long count, long pods) {
    long positive = Math.max(0, count);
    boolean fits = Math.multiplyHigh(positive, pods) == 0 && positive * pods >= 0;
    return fits ? positive * pods : Long.MAX_VALUE;
  }

  /** These and those. */
  public static long plus(long some, long others) {
    long sum = some + others;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
