package dev.coppice.simulator.rule;

import dev.coppice.api.GroveResource;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import java.util.Objects;

/** A status is replaced only by one that was computed from it. */
final class StatusIsNotLost implements Rule {

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.PutStatus
        && write.stood().orElse(null) instanceof GroveResource<?, ?> stood
        && write.seen().primary() instanceof GroveResource<?, ?> seen
        && !Objects.equals(stood.getStatus(), seen.getStatus())) {
      throw new Broken(
          "status is not lost",
          "%s was computed from another status than the one it replaced"
              .formatted(write.action().target()));
    }
  }
}
