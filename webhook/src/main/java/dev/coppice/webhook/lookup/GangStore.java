package dev.coppice.webhook.lookup;

import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.ReadKeys;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * PodGangs without what evictions do not ask: which pods are named, and nearly all of the status.
 * Of those that belong to somebody else only that they are there.
 */
final class GangStore extends BasicItemStore<PodGang> {

  GangStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public @Nullable PodGang put(String key, PodGang fresh) {
    boolean isOfOthers = Ownership.isOfOthers(fresh);
    fresh.getMetadata().setManagedFields(List.of());
    fresh.getMetadata().setLabels(ReadKeys.labels(fresh));
    fresh.getMetadata().setAnnotations(Map.of());
    fresh.getMetadata().setOwnerReferences(List.of());
    PodGangSpec spec = fresh.getSpec();
    if (isOfOthers) {
      fresh.setSpec(PodGangSpecBuilder.builder().build());
    } else if (spec != null) {
      fresh.setSpec(
          PodGangSpecBuilder.builder()
              .podgroups(
                  spec.podgroups().stream()
                      .map(group ->
                          PodGroupBuilder.builder()
                              .name(group.name())
                              .podReferences(List.of())
                              .minReplicas(group.minReplicas())
                              .build())
                      .toList())
              .build());
    }
    PodGangStatus status = fresh.getStatus();
    if (status != null) {
      fresh.setStatus(
          PodGangStatusBuilder.builder()
              .phase(status.phase())
              .startTime(status.startTime())
              .build());
    }
    return super.put(key, fresh);
  }
}
