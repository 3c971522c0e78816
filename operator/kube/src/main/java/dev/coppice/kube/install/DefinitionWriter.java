package dev.coppice.kube.install;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
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

  /**
   * Creates a definition that others may have as well, or changes it if it was made here.
   *
   * @param name its name
   * @return whether it was; that of somebody else stays as it is
   */
  public boolean applyUnlessOfOthers(String name, String yaml) {
    CustomResourceDefinition there =
        client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    boolean ofOthers =
        there != null
            && there.getMetadata().getManagedFields().stream()
                .noneMatch(entry -> FIELD_MANAGER.equals(entry.getManager()));
    if (!ofOthers) {
      apply(yaml);
    }
    return !ofOthers;
  }
}
