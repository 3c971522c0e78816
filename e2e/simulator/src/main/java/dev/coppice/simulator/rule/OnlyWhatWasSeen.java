package dev.coppice.simulator.rule;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.stream.Stream;

/** What is deleted or patched is the very object that the decision was about. */
final class OnlyWhatWasSeen implements Rule {

  @Override
  public void check(Write write, Outcome outcome) {
    boolean changes =
        write.action() instanceof Action.Delete || write.action() instanceof Action.Patch;
    if (changes && write.stood().isPresent()) {
      String uid = write.stood().get().getMetadata().getUid();
      boolean seen =
          Stream.concat(Stream.of(write.seen().primary()), write.seen().observed().all())
              .map(HasMetadata::getMetadata)
              .anyMatch(metadata -> uid.equals(metadata.getUid()));
      if (!seen) {
        throw new Broken(
            "only what was seen", write.action().target() + " was another one than was decided on");
      }
    }
  }
}
