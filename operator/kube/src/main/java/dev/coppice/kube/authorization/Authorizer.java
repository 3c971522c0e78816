package dev.coppice.kube.authorization;

/** Knows who somebody is, and what he may do. */
@FunctionalInterface
public interface Authorizer {

  /**
   * Whether the owner of a token may {@code get} a path.
   *
   * @throws io.fabric8.kubernetes.client.KubernetesClientException if nobody can tell
   */
  Access access(String token, String path);
}
