package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.AnyNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads through the client, which resumes a broken connection by itself as long as the API server
 * still has the changes. Our own kinds are read without our model.
 *
 * @param <T> what the client makes of an object
 */
final class ClientSource<T extends HasMetadata> implements ObjectSource {

  private final String kind;
  private final String apiVersion;
  private final AnyNamespaceOperation<T, ? extends KubernetesResourceList<T>, ? extends Resource<T>>
      operation;
  private final KubernetesSerialization serialization;

  private ClientSource(
      Class<? extends HasMetadata> type,
      AnyNamespaceOperation<T, ? extends KubernetesResourceList<T>, ? extends Resource<T>>
          operation,
      KubernetesSerialization serialization) {
    this.kind = HasMetadata.getKind(type);
    this.apiVersion = HasMetadata.getApiVersion(type);
    this.operation = operation;
    this.serialization = serialization;
  }

  static ObjectSource of(
      KubernetesClient client, Optional<String> namespace, Class<? extends HasMetadata> type) {
    return GroveResource.class.isAssignableFrom(type)
        ? of(
            client,
            namespace,
            type,
            client.genericKubernetesResources(ResourceDefinitionContext.fromResourceType(type)))
        : of(client, namespace, type, client.resources(type));
  }

  private static <T extends HasMetadata> ObjectSource of(
      KubernetesClient client,
      Optional<String> namespace,
      Class<? extends HasMetadata> type,
      MixedOperation<T, ? extends KubernetesResourceList<T>, ? extends Resource<T>> all) {
    return new ClientSource<>(
        type,
        namespace.isPresent() ? all.inNamespace(namespace.get()) : all.inAnyNamespace(),
        client.getKubernetesSerialization());
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public Optional<Listing> list() {
    try {
      KubernetesResourceList<T> list = operation.list();
      return Optional.of(
          new Listing(
              Long.parseLong(list.getMetadata().getResourceVersion()),
              list.getItems().stream().map(this::json).toList()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public AutoCloseable watch(long resourceVersion, Listener listener) {
    return operation.watch(
        new ListOptionsBuilder().withResourceVersion(Long.toString(resourceVersion)).build(),
        new Watcher<T>() {
          @Override
          public void eventReceived(Action action, T object) {
            switch (action) {
              case ADDED -> listener.changed(ChangeType.ADDED, json(object));
              case MODIFIED -> listener.changed(ChangeType.MODIFIED, json(object));
              case DELETED -> listener.changed(ChangeType.DELETED, json(object));
              case BOOKMARK, ERROR -> {}
            }
          }

          @Override
          public void onClose(@Nullable WatcherException cause) {
            listener.broken();
          }

          @Override
          public void onClose() {
            listener.broken();
          }
        });
  }

  private JsonNode json(T object) {
    ObjectNode json = serialization.convertValue(object, ObjectNode.class);
    // An item of a list does not say what it is.
    json.put("apiVersion", apiVersion).put("kind", kind);
    // Half of the bytes of a pod.
    json.withObjectProperty("metadata").remove("managedFields");
    return json;
  }
}
