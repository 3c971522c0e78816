package dev.coppice.kube.trust;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.stream.Stream;

/**
 * Says in the registrations of our webhooks whom the API server is to trust, by a patch that
 * touches nothing else: what whoever installed them has put there stays.
 */
public final class Registrations {

  private final KubernetesClient client;
  private final List<RegistrationName> required;
  private final List<RegistrationName> optional;

  /**
   * These registrations; none of them need exist yet.
   *
   * @param required without them the webhook does not do its work
   * @param optional what is left of another configuration: while it is there, calls must succeed
   */
  public Registrations(
      KubernetesClient client, List<RegistrationName> required, List<RegistrationName> optional) {
    this.client = client;
    this.required = List.copyOf(required);
    this.optional = List.copyOf(optional);
  }

  /** All of them as they are now, asked from the API server. */
  public List<Registration> read() {
    return Stream.concat(
            required.stream().map(name -> new Registration(name, true, object(name).get())),
            optional.stream().map(name -> new Registration(name, false, object(name).get())))
        .toList();
  }

  /**
   * Has every webhook of one trust a bundle, in base64.
   *
   * @return whether it was still as it was seen
   */
  public boolean trust(Registration seen, String bundle) {
    if (!seen.exists()) {
      return false;
    }
    String patch = client.getKubernetesSerialization().asJson(seen.trusting(bundle));
    return SharedSecret.wins(
        () -> object(seen.name()).patch(PatchContext.of(PatchType.JSON), patch));
  }

  /** Has {@code changed} run after every change of any of them, and once in the beginning. */
  public List<Watched> watch(Runnable changed) {
    return Stream.concat(required.stream(), optional.stream())
        .map(name -> Watched.of(object(name), changed))
        .toList();
  }

  private Resource<GenericKubernetesResource> object(RegistrationName name) {
    return client.genericKubernetesResources(name.kind().context()).withName(name.name());
  }
}
