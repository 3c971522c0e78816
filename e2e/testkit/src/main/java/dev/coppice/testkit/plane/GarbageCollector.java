package dev.coppice.testkit.plane;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What kube-controller-manager does about objects whose owner is gone. */
public final class GarbageCollector {

  /** It asks every half minute which kinds there are. */
  private static final long PATIENCE_SECONDS = 90;

  private GarbageCollector() {}

  /**
   * Waits until it looks after our kinds. Until then it lets go of nothing when a set is deleted
   * alone, and so takes away what was to stay.
   */
  public static void awaitOurKinds(KubernetesClient client) {
    String ownerless =
        """
        apiVersion: scheduler.grove.io/v1alpha1
        kind: PodGang
        metadata:
          generateName: collected-
          namespace: default
          ownerReferences:
          - {apiVersion: grove.io/v1alpha1, kind: PodCliqueSet, name: gone, uid: %s}
        spec: {podgroups: []}
        """
            .formatted(UUID.randomUUID());
    GenericKubernetesResource probe =
        client
            .resource(Serialization.unmarshal(ownerless, GenericKubernetesResource.class))
            .create();
    client.resource(probe).waitUntilCondition(Objects::isNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
