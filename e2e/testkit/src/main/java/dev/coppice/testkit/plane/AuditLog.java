package dev.coppice.testkit.plane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Every request that the API server answered, by its own account: the one clock and the one count
 * that nobody who is measured can influence. Each line is read once. Used by many threads at once.
 */
public final class AuditLog {

  /** Name of the file in the folder of a plane's logs. */
  public static final String FILE = "audit.log";

  private static final String DECISION = "authorization.k8s.io/decision";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final AuditTail whole;
  private final List<Request> read = new ArrayList<>();

  /**
   * A log.
   *
   * @param file one JSON object a line
   */
  public AuditLog(Path file) {
    this.file = file;
    this.whole = AuditTail.fromStart(file);
  }

  /**
   * One answered request.
   *
   * @param id under which the log has it
   * @param received when the API server had read it
   * @param answered when it had answered
   * @param user name of the authenticated user
   * @param userAgent what the client calls itself
   * @param verb for example {@code create}, {@code patch}, {@code watch}
   * @param group of the resource; empty for the core
   * @param resource plural name; empty for a request that is not about a resource
   * @param subresource for example {@code status}; empty for none
   * @param namespace empty for none
   * @param name empty for a collection
   * @param code HTTP status
   * @param forbidden whether it was refused because the user has no right to it
   * @param dryRun whether nothing was to be stored
   */
  public record Request(
      String id,
      Instant received,
      Instant answered,
      String user,
      String userAgent,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      int code,
      boolean forbidden,
      boolean dryRun) {

    private static final Set<String> WRITING =
        Set.of("create", "update", "patch", "delete", "deletecollection");

    /** Whether it asked for a change, granted or not. */
    public boolean isWrite() {
      return WRITING.contains(verb);
    }
  }

  /** All requests so far, in the order in which they were answered. */
  public synchronized List<Request> requests() {
    read.addAll(whole.next());
    return List.copyOf(read);
  }

  /** Reads what is logged from now on. */
  public AuditTail tail() {
    return AuditTail.fromNow(file);
  }

  /** The changes that a user asked for at or after an instant. */
  public List<Request> writes(PlaneUser user, Instant since) {
    return requests().stream()
        .filter(Request::isWrite)
        .filter(request -> request.user().equals(user.userName()))
        .filter(request -> !request.received().isBefore(since))
        .toList();
  }

  /** Reads a line. */
  public static Request parse(String line) {
    try {
      JsonNode event = JSON.readTree(line);
      JsonNode object = event.path("objectRef");
      return new Request(
          event.path("auditID").asText(),
          Instant.parse(event.path("requestReceivedTimestamp").asText()),
          Instant.parse(event.path("stageTimestamp").asText()),
          event.path("user").path("username").asText(),
          event.path("userAgent").asText(),
          event.path("verb").asText(),
          object.path("apiGroup").asText(),
          object.path("resource").asText(),
          object.path("subresource").asText(),
          object.path("namespace").asText(),
          object.path("name").asText(),
          event.path("responseStatus").path("code").asInt(),
          event.path("annotations").path(DECISION).asText().equals("forbid"),
          event.path("requestURI").asText().contains("dryRun=All"));
    } catch (IOException e) {
      throw new UncheckedIOException("not a line of an audit log: " + line, e);
    }
  }
}
