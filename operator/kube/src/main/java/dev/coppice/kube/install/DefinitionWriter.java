package dev.coppice.kube.install;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Applies CustomResourceDefinitions by server-side apply, over whatever version is there: whoever
 * installs a version wants its schema, the fields of other managers included.
 */
public final class DefinitionWriter {

  private static final String FIELD_MANAGER = "coppice-crds";

  /** The chart labels with it what it installs. */
  private static final String OUR_NAME = "coppice";

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
   * Creates a definition that others may have as well, or changes it if it was made here or by our
   * chart.
   *
   * @param name its name
   * @return whether it was; that of somebody else stays as it is
   */
  public boolean applyUnlessOfOthers(String name, String yaml) {
    CustomResourceDefinition there =
        client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    boolean ours = there == null || isOurs(there.getMetadata());
    if (ours) {
      apply(yaml);
    }
    return ours;
  }

  private static boolean isOurs(ObjectMeta metadata) {
    return OUR_NAME.equals(metadata.getLabels().get(Labels.NAME))
        || metadata.getManagedFields().stream()
            .anyMatch(entry -> FIELD_MANAGER.equals(entry.getManager()));
  }
}
