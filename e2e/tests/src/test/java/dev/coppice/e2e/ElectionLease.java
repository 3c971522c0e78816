package dev.coppice.e2e;

import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.plane.Installation;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;

/** The Lease by which operators elect their leader. It outlives those that held it. */
final class ElectionLease {

  private static final String NAME = "grove-operator-leader-election";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private ElectionLease() {}

  /** What the lease says now; empty on a plane where nobody has held it. */
  static Optional<LeaseSpec> read(KubernetesClient client) {
    return Optional.ofNullable(
            client.leases().inNamespace(Installation.NAMESPACE).withName(NAME).get())
        .map(Lease::getSpec);
  }

  /** What the lease says once the operator on the host with this name holds it. */
  static LeaseSpec awaitHeldBy(KubernetesClient client, String host) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> read(client),
            lease -> lease.filter(spec -> spec.getHolderIdentity().startsWith(host)).isPresent())
        .orElseThrow();
  }
}
