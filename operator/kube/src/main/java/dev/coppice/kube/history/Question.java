package dev.coppice.kube.history;

import dev.coppice.core.history.History;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request whose answer tells of revisions.
 *
 * @param sort what is asked for
 * @param subject what a revision in the answer is compared with: the path of the collection, in
 *     whatever namespace, or of the object
 * @param list asks for the first object of the collection as it is now
 * @param from where a watch begins
 */
record Question(Sort sort, String subject, String list, OptionalLong from) {

  private static final Pattern RESOURCE =
      Pattern.compile(
          "(?<root>/api/v1|/apis/[^/]+/[^/]+)(?:/namespaces/[^/]+)?/(?<plural>[^/]+)(?<name>/[^/]+)?$");

  /** The one object that is read and written again and again, by all who can be elected. */
  private static final String LEASES = "leases";

  /** What is asked for. */
  enum Sort {
    /** All that happens from a revision on. */
    WATCH,
    /** A collection as it is now, not out of a cache of any age. */
    LIST,
    /** An object is made: a revision of its own, unless the answer says otherwise. */
    CREATE,
    /** A Lease as it is now, or written. A write that changes nothing tells its old revision. */
    LEASE
  }

  /** Reads a request; empty for those whose answers prove nothing. */
  static Optional<Question> of(HttpRequest request) {
    URI uri = request.uri();
    Matcher path = RESOURCE.matcher(uri.getPath());
    if (!path.find()) {
      return Optional.empty();
    }
    String query = Objects.requireNonNullElse(uri.getRawQuery(), "");
    Sort sort = sort(request.method(), query, path.group("plural"), path.group("name"));
    if (sort == null) {
      return Optional.empty();
    }
    String subject =
        sort == Sort.LEASE ? path.group() : path.group("root") + "/" + path.group("plural");
    return Optional.of(
        new Question(
            sort,
            subject,
            path.group() + "?" + first(query),
            History.revision(parameter(query, "resourceVersion"))));
  }

  private static @Nullable Sort sort(
      String method, String query, String plural, @Nullable String name) {
    boolean isRead = "GET".equals(method);
    if (name != null) {
      boolean isNow = !isRead || parameter(query, "resourceVersion") == null;
      return LEASES.equals(plural) && isNow && !"DELETE".equals(method) ? Sort.LEASE : null;
    }
    if ("POST".equals(method)) {
      return parameter(query, "dryRun") == null ? Sort.CREATE : null;
    }
    if (!isRead) {
      return null;
    }
    if ("true".equals(parameter(query, "watch"))) {
      return Sort.WATCH;
    }
    // A page that follows another one shows what the first did.
    return parameter(query, "resourceVersion") == null && parameter(query, "continue") == null
        ? Sort.LIST
        : null;
  }

  private static String first(String query) {
    return Stream.concat(
            parameters(query).filter(parameter -> parameter.matches("(label|field)Selector=.*")),
            Stream.of("limit=1"))
        .collect(Collectors.joining("&"));
  }

  private static @Nullable String parameter(String query, String name) {
    return parameters(query)
        .filter(parameter -> parameter.startsWith(name + "="))
        .map(parameter -> parameter.substring(name.length() + 1))
        .findFirst()
        .orElse(null);
  }

  private static Stream<String> parameters(String query) {
    return Arrays.stream(query.split("&"));
  }

  /** Whether a status says that the body shows what was asked for. */
  boolean isAnsweredBy(int status) {
    return switch (sort) {
      case WATCH -> false;
      case LIST, LEASE -> status == HttpURLConnection.HTTP_OK;
      case CREATE -> status == HttpURLConnection.HTTP_CREATED;
    };
  }
}
