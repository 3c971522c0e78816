package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.Checkout;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What whoever installs Coppice puts into a cluster for its processes to be somebody there: their
 * identities, what these may do, and the Secret that one of them fills. It is read from the
 * manifests for users, so that tests run with the rights that users give.
 */
public final class Installation {

  /** Where the manifests put it. */
  public static final String NAMESPACE = "grove-system";

  private static final String MANIFESTS = "deploy/2-coppice.yaml";
  private static final String FIELD_MANAGER = "coppice-testkit";
  private static final Set<String> KINDS =
      Set.of(
          "ServiceAccount", "Secret", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

  private Installation() {}

  /** Brings all of it into a plane. */
  static void into(ControlPlane plane) {
    try (KubernetesClient client = plane.client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
          .create();
      for (HasMetadata object : identities(client)) {
        client.resource(object).fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply();
      }
    }
  }

  /**
   * The objects about rights, in the order of the manifests.
   *
   * @param client reads them; it calls nobody for that
   */
  public static List<HasMetadata> identities(KubernetesClient client) {
    Path file = Checkout.find().resolve(MANIFESTS);
    try (InputStream content = Files.newInputStream(file)) {
      return client.load(content).items().stream()
          .filter(object -> KINDS.contains(object.getKind()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
