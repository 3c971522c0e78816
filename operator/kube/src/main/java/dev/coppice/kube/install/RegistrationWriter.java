package dev.coppice.kube.install;

import dev.coppice.kube.trust.RegistrationName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Applies registrations of webhooks, and the Secret of their certificates, by server-side apply.
 * Whom to trust, and the certificates, are not among what is applied, so that they stay what the
 * webhook has put there.
 */
public final class RegistrationWriter {

  private static final String FIELD_MANAGER = "coppice-webhooks";

  private final KubernetesClient client;

  /** Writes through the given client. */
  public RegistrationWriter(KubernetesClient client) {
    this.client = client;
  }

  /** Creates or changes one. */
  public void apply(HasMetadata registration) {
    client.resource(registration).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
  }

  /** Removes one; whether it was there. */
  public boolean remove(RegistrationName name) {
    return !client
        .genericKubernetesResources(name.kind().context())
        .withName(name.name())
        .delete()
        .isEmpty();
  }
}
