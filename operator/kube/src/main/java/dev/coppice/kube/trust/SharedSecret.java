package dev.coppice.kube.trust;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;

/**
 * One Secret that several processes write: each of them only over what it has seen, so that of two
 * who write at once one finds out and looks again.
 */
public final class SharedSecret {

  private static final ResourceDefinitionContext SECRETS =
      new ResourceDefinitionContext.Builder()
          .withVersion("v1")
          .withKind("Secret")
          .withPlural("secrets")
          .withNamespaced(true)
          .build();

  private final KubernetesClient client;
  private final String namespace;
  private final String name;

  /** The Secret of that name, which need not exist. */
  public SharedSecret(KubernetesClient client, String namespace, String name) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
  }

  /** As it is now, asked from the API server. */
  public Optional<Secret> read() {
    return Optional.ofNullable(client.secrets().inNamespace(namespace).withName(name).get());
  }

  /**
   * Gives it other data and leaves the rest.
   *
   * @return whether it was still as it was seen
   */
  public boolean replace(Secret seen, Map<String, String> data) {
    Secret changed = new SecretBuilder(seen).withData(data).build();
    return wins(() -> client.resource(changed).update());
  }

  static boolean wins(Runnable write) {
    try {
      write.run();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
          || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Has {@code changed} run after every change, and once in the beginning. */
  public Watched watch(Runnable changed) {
    return Watched.of(
        client.genericKubernetesResources(SECRETS).inNamespace(namespace).withName(name), changed);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
