package dev.coppice.core.scheduler.kai;

import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.OwnKeys;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has to change in a PodGroup that is there. What KAI decides at run time stays, its queue
 * among it; so do labels and annotations that others have put there.
 */
final class PodGroupDifference {

  private PodGroupDifference() {}

  static JsonPatch of(KaiPodGroup wanted, HasMetadata live) {
    return live instanceof KaiPodGroup seen ? keys(wanted, seen).and(spec(wanted, seen)) : none();
  }

  private static JsonPatch keys(KaiPodGroup wanted, KaiPodGroup seen) {
    return OwnKeys.sync(
        seen,
        Omitted.orEmpty(wanted.getMetadata().getLabels()),
        Omitted.orEmpty(wanted.getMetadata().getAnnotations()),
        KaiKeys.OF_RUNTIME);
  }

  private static JsonPatch spec(KaiPodGroup wanted, KaiPodGroup seen) {
    KaiPodGroupSpec was = seen.getSpec();
    KaiPodGroupSpec now = wanted.getSpec();
    return was == null
        ? none().add("/spec", now)
        : none()
            .sync("/spec/minMember", was.minMember(), now.minMember())
            .sync("/spec/priorityClassName", was.priorityClassName(), now.priorityClassName())
            .and(
                whole(
                    "/spec/topologyConstraint", was.topologyConstraint(), now.topologyConstraint()))
            .and(whole("/spec/subGroups", was.subGroups(), now.subGroups()));
  }

  // One that asks for less has to change as well as one that asks for more.
  private static JsonPatch whole(String path, @Nullable Object was, @Nullable Object now) {
    if (Objects.equals(was, now)) {
      return none();
    }
    return now == null ? none().remove(path) : none().add(path, now);
  }

  private static JsonPatch none() {
    return JsonPatch.create();
  }
}
