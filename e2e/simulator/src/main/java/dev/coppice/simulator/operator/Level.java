package dev.coppice.simulator.operator;

import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What makes one controller different from the others.
 *
 * @param type the kind that it is about
 * @param planner its decisions
 * @param watches what it reads and is woken by
 * @param recheck what it reads live after a create of unknown outcome; nothing where names suffice
 */
public record Level<P extends HasMetadata>(
    Class<P> type, Planner<P> planner, Watches<P> watches, Function<P, List<LiveRead>> recheck) {

  /** The same level with a planner that is different in something. */
  public Level<P> mapPlanner(UnaryOperator<Planner<P>> change) {
    return new Level<>(type, change.apply(planner), watches, recheck);
  }

  /** The same level that watches something else. */
  public Level<P> mapWatches(UnaryOperator<Watches<P>> change) {
    return new Level<>(type, planner, change.apply(watches), recheck);
  }
}
