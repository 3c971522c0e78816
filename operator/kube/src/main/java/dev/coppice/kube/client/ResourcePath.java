package dev.coppice.kube.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the API server serves a collection, an object or a subresource.
 *
 * @param resource the plural, with the subresource behind a slash
 * @param path absolute path without the query
 * @param query empty or beginning with a question mark
 */
public record ResourcePath(String resource, String path, String query) {

  /** The collection of one kind; an empty namespace stands for cluster-scoped kinds. */
  public static ResourcePath collection(Class<? extends HasMetadata> type, String namespace) {
    String apiVersion = HasMetadata.getApiVersion(type);
    String plural = HasMetadata.getPlural(type);
    String root = apiVersion.contains("/") ? "/apis/" : "/api/";
    String scope = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    return new ResourcePath(plural, root + apiVersion + scope + "/" + plural, "");
  }

  /** An object of this collection. */
  public ResourcePath object(String name) {
    return new ResourcePath(resource, path + "/" + name, query);
  }

  /** A subresource of this object; null stands for the object itself. */
  public ResourcePath subresource(@Nullable String subresource) {
    return subresource == null
        ? this
        : new ResourcePath(resource + "/" + subresource, path + "/" + subresource, query);
  }

  /** With query parameters, in the order of their names. */
  public ResourcePath with(Map<String, String> parameters) {
    String joined =
        new TreeMap<>(parameters)
            .entrySet().stream()
                .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
    return new ResourcePath(resource, path, joined.isEmpty() ? "" : "?" + joined);
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return path + query;
  }
}
