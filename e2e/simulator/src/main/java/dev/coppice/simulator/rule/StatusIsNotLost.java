package dev.coppice.simulator.rule;

import dev.coppice.api.GroveResource;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A status is replaced only by one that was computed from it. */
final class StatusIsNotLost implements Rule {

  @Override
  public void check(Write write, Outcome outcome) {
    if (write.action() instanceof Action.PutStatus
        && write.stood().orElse(null) instanceof GroveResource<?, ?> stood
        && seen(write).orElse(null) instanceof GroveResource<?, ?> seen
        && !Objects.equals(stood.getStatus(), seen.getStatus())) {
      throw new Broken(
          "status is not lost",
          "%s was computed from another status than the one it replaced"
              .formatted(write.action().target()));
    }
  }

  /** The object as the decision saw it: its own, or a child. */
  private static Optional<HasMetadata> seen(Write write) {
    return Stream.concat(Stream.of(write.seen().primary()), write.seen().observed().all())
        .filter(object -> ObjectKey.of(object).equals(write.action().target()))
        .map(HasMetadata.class::cast)
        .findFirst();
  }
}
