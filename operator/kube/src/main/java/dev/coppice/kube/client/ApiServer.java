package dev.coppice.kube.client;

import org.jspecify.annotations.Nullable;

/**
 * One HTTP exchange with the API server at a time. Replies are values: a refusal is as ordinary as
 * a success, and a lost connection is told apart from both, because then nobody knows whether the
 * call was obeyed. Safe for use by many threads.
 */
@FunctionalInterface
public interface ApiServer {

  /** Makes the call once and waits for what comes back. */
  Reply send(Call call);

  /** What a call does to an object, in the API server's words. */
  enum Verb {
    /** Reads one object. */
    GET("GET"),
    /** Reads a collection. */
    LIST("GET"),
    /** Makes an object. */
    CREATE("POST"),
    /** Replaces an object or a part of it. */
    UPDATE("PUT"),
    /** Changes parts of an object. */
    PATCH("PATCH"),
    /** Removes an object. */
    DELETE("DELETE");

    private final String method;

    Verb(String method) {
      this.method = method;
    }

    /** The HTTP method. */
    public String method() {
      return method;
    }

    /** Whether the call can change something. */
    public boolean writes() {
      return this != GET && this != LIST;
    }
  }

  /**
   * A call.
   *
   * @param verb what it does
   * @param resource the plural, with the subresource behind a slash; for meters
   * @param path absolute path, with the query
   * @param contentType media type of the body
   * @param body null for reads
   * @param tells whether it only tells of what there is, so that others go before it
   */
  record Call(
      Verb verb,
      String resource,
      String path,
      String contentType,
      @Nullable String body,
      boolean tells) {

    private static final String JSON = "application/json";
    private static final String NAMESPACES = "/namespaces/";

    /** A read. */
    public static Call read(Verb verb, ResourcePath path) {
      return new Call(verb, path.resource(), path.toString(), JSON, null, false);
    }

    /** A write with a JSON body. */
    public static Call write(Verb verb, ResourcePath path, String body) {
      return new Call(verb, path.resource(), path.toString(), JSON, body, false);
    }

    /** A JSON patch. */
    public static Call jsonPatch(ResourcePath path, String operations) {
      return new Call(
          Verb.PATCH,
          path.resource(),
          path.toString(),
          "application/json-patch+json",
          operations,
          false);
    }

    /** The namespace that it is about; empty for what belongs to none. */
    public String namespace() {
      int begin = path.indexOf(NAMESPACES);
      if (begin < 0) {
        return "";
      }
      begin += NAMESPACES.length();
      int end = path.indexOf('/', begin);
      return end < 0 ? "" : path.substring(begin, end);
    }

    /** The same call, by whether it only tells of what there is. */
    public Call telling(boolean onlyTells) {
      return new Call(verb, resource, path, contentType, body, onlyTells);
    }
  }

  /** What came back. */
  sealed interface Reply {

    /**
     * The API server has spoken.
     *
     * @param status HTTP status
     * @param body the body as it came
     */
    record Answered(int status, String body) implements Reply {

      /** Whether the call was obeyed. */
      public boolean isSuccess() {
        return status >= 200 && status < 300;
      }
    }

    /**
     * Nothing came back.
     *
     * @param message why
     */
    record Lost(String message) implements Reply {}
  }
}
