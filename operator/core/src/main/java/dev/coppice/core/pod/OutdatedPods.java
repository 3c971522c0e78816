package dev.coppice.core.pod;

import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.ObjectKey;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is done to pods whose hash is not that of their clique. */
final class OutdatedPods {

  private OutdatedPods() {}

  /** Deletes those that go for an update now. */
  static Stream<Action> deleted(CliqueUpdate update) {
    List<PodState> taken = update.taken();
    // One that was not Ready and has become so meanwhile is not to be lost.
    Stream<Action> idle =
        update.idle().stream()
            .filter(pod -> !taken.contains(pod))
            .map(pod -> delete(pod, pod.pod().getMetadata().getResourceVersion()));
    return Stream.concat(taken.stream().map(pod -> delete(pod, null)), idle);
  }

  private static Action delete(PodState pod, @Nullable String resourceVersion) {
    return new Action.Delete(
        ObjectKey.of(pod.pod()), pod.uid(), resourceVersion, PodPurposes.DELETE_OUTDATED_POD);
  }
}
