package dev.coppice.kube.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * Asks the API server for the metadata of objects alone. There is no such call in the client, only
 * a header by which the API server leaves out the rest.
 */
public final class MetadataClient {

  private static final String ONE = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  private static final String LIST =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private MetadataClient() {}

  /**
   * A client of its own for the same cluster and credentials, which whoever asked for it closes.
   * Lists and watches by it hold metadata, whatever kind is asked for.
   */
  public static KubernetesClient like(KubernetesClient client) {
    return new KubernetesClientBuilder()
        .withConfig(client.getConfiguration())
        .withHttpClientFactory(new Clients.OnVirtualThreads())
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor("metadata-alone", new MetadataAlone()))
        .withKubernetesSerialization(serialization())
        .build();
  }

  private static KubernetesSerialization serialization() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.addMixIn(ObjectMeta.class, Clients.WithoutManagedFields.class);
    // A list of the metadata of nothing has null for its items.
    mapper.configOverride(List.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    return new KubernetesSerialization(mapper, true);
  }

  private static final class MetadataAlone implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      URI uri = request.uri();
      boolean watches = Objects.requireNonNullElse(uri.getQuery(), "").contains("watch=true");
      builder.setHeader("Accept", watches ? ONE : LIST);
    }
  }
}
