package dev.coppice.kube.install;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Applies CustomResourceDefinitions by server-side apply, over whatever version is there: whoever
 * installs a version wants its schema, the fields of other managers included.
 */
public final class DefinitionWriter {

  private static final String FIELD_MANAGER = "coppice-crds";

  private final KubernetesClient client;

  /** Writes through the given client. */
  public DefinitionWriter(KubernetesClient client) {
    this.client = client;
  }

  /** Creates or changes one definition. */
  public void apply(String yaml) {
    // As a tree: a typed definition would drop what the client's model does not know.
    GenericKubernetesResource definition =
        client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    client.resource(definition).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
  }
}
