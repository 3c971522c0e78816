package dev.coppice.kube.client;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request of one page of a list.
 *
 * @param request asks for it
 * @param limit how many objects it may have
 */
record ListPage(StandardHttpRequest request, long limit) {

  private static final Pattern LIMIT = Pattern.compile("(?<=[?&]limit=)[0-9]{1,18}");
  private static final Pattern NAMESPACE = Pattern.compile("/namespaces/[^/]+(?=/)");

  /** The page that is asked for; empty if it is another request. */
  static Optional<ListPage> of(HttpRequest request) {
    String query = Objects.requireNonNullElse(request.uri().getRawQuery(), "");
    Matcher limit = LIMIT.matcher("?" + query);
    return request instanceof StandardHttpRequest standard
            && isRead(request)
            && limit.find()
            && Long.parseLong(limit.group()) > 0
        ? Optional.of(new ListPage(standard, Long.parseLong(limit.group())))
        : Optional.empty();
  }

  /** Whether a request asks for something that comes to an end, and changes nothing. */
  static boolean isRead(HttpRequest request) {
    String query = Objects.requireNonNullElse(request.uri().getRawQuery(), "");
    return "GET".equals(request.method()) && !query.contains("watch=true");
  }

  /** The same for fewer objects, or more. */
  ListPage with(long otherLimit) {
    String uri = LIMIT.matcher(request.uri().toString()).replaceFirst(Long.toString(otherLimit));
    return new ListPage(request.newBuilder().uri(URI.create(uri)).build(), otherLimit);
  }

  /** What is listed, in whatever namespace. */
  String collection() {
    return NAMESPACE.matcher(request.uri().getPath()).replaceFirst("");
  }
}
