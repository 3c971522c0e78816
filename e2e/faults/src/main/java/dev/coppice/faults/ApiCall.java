package dev.coppice.faults;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What a request asks of the API server, read from its method and address.
 *
 * @param method HTTP method
 * @param namespace empty for none
 * @param resource plural name; empty for a request that is not about a resource in a namespace
 * @param name empty for a collection
 * @param subresource empty for none
 * @param watch whether it asks for a stream of changes
 */
record ApiCall(
    String method,
    String namespace,
    String resource,
    String name,
    String subresource,
    boolean watch) {

  private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");

  /** They come by the clock or tell what has happened; no object depends on them. */
  private static final Set<String> NOT_COUNTED = Set.of("leases", "events");

  static ApiCall of(String method, URI uri) {
    List<String> path = Arrays.stream(uri.getPath().split("/", -1)).skip(1).toList();
    int at = path.indexOf("namespaces");
    return new ApiCall(
        method,
        at < 0 ? "" : part(path, at + 1),
        at < 0 ? "" : part(path, at + 2),
        at < 0 ? "" : part(path, at + 3),
        at < 0 ? "" : part(path, at + 4),
        method.equals("GET") && isWatch(uri));
  }

  private static String part(List<String> path, int at) {
    return at < path.size() ? path.get(at) : "";
  }

  private static boolean isWatch(URI uri) {
    return uri.getQuery() != null
        && Arrays.asList(uri.getQuery().split("&", -1)).contains("watch=true");
  }

  /** Whether it is a write that runs are enumerated by. */
  boolean isCounted() {
    return WRITING.contains(method) && !resource.isEmpty() && !NOT_COUNTED.contains(resource);
  }

  /** The same about an object whose name is not in the address. */
  ApiCall named(String object) {
    return new ApiCall(method, namespace, resource, object, subresource, watch);
  }

  /** For example {@code PATCH podcliques/llm-0-prefill/status}. */
  @Override
  public String toString() {
    return "%s %s/%s%s"
        .formatted(method, resource, name, subresource.isEmpty() ? "" : "/" + subresource);
  }
}
