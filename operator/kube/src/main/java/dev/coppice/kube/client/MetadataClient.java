package dev.coppice.kube.client;

import dev.coppice.kube.reading.ClusterSerialization;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
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

  private static final ClusterSerialization SERIALIZATION =
      ClusterSerialization.of(List.of(Status.class));

  private MetadataClient() {}

  /**
   * A client of its own for the same cluster and credentials, which whoever asked for it closes.
   * Lists and watches by it hold metadata, whatever kind is asked for.
   */
  public static KubernetesClient like(KubernetesClient client) {
    HttpClient.Builder http = new Clients.OnVirtualThreads().newBuilder(client.getConfiguration());
    http.addOrReplaceInterceptor("metadata-alone", new MetadataAlone());
    return Clients.create(http.build(), client.getConfiguration(), SERIALIZATION);
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
