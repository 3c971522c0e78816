package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.io.IOException;
import java.time.Duration;

/** Denials in the words and numbers of the API server. */
public final class Denials {

  /** How long a caller is asked to wait when it may come again. */
  public static final int RETRY_AFTER_SECONDS = 1;

  private Denials() {}

  /**
   * The object breaks rules; each of them is a cause of its own, as far as they go into an answer.
   */
  public static Status invalid(String group, String kind, String name, Findings findings) {
    int told = AnswerSize.told(findings);
    return status(
            422,
            "Invalid",
            Words.sentence("%s.%s \"%s\" is invalid: ", kind, group, name) + findings.message(told))
        .editOrNewDetails()
        .withGroup(group)
        .withKind(kind)
        .withName(Words.quote(name))
        .withCauses(findings.violations().stream().limit(told).map(Denials::cause).toList())
        .endDetails()
        .build();
  }

  private static StatusCause cause(Violation violation) {
    return new StatusCause(violation.path().text(), violation.body(), violation.type().reason());
  }

  /** The request makes no sense. */
  public static Status badRequest(String message) {
    return status(400, "BadRequest", message).build();
  }

  /** What came is not what it should be; the parser says why. */
  public static Status unreadable(String complaint, IOException e) {
    return e instanceof StreamConstraintsException
        ? badRequest(
            "the object has a depth of more than %d levels, or a name or number of more than %d or %d characters; make it smaller"
                .formatted(
                    ReviewFormat.DEEPEST,
                    StreamReadConstraints.DEFAULT_MAX_NAME_LEN,
                    StreamReadConstraints.DEFAULT_MAX_NUM_LEN))
        : badRequest(complaint + ": " + reason(e));
  }

  /** The whole sentence would quote what came, which may be anything. */
  private static String reason(IOException e) {
    String message =
        e instanceof JsonProcessingException invalid
            ? invalid.getOriginalMessage()
            : e.getMessage();
    return message == null ? "unknown" : Words.quote(message.lines().findFirst().orElse("unknown"));
  }

  /** The user may not do this. */
  public static Status forbidden(String message) {
    return status(403, "Forbidden", message).build();
  }

  /** The pod may not be evicted now; drains come again after 429 and after nothing else. */
  public static Status notEvicted(int code, String message) {
    return switch (code) {
      case 404 -> status(404, "NotFound", message).build();
      case 429 -> status(429, "TooManyRequests", message).build();
      default -> forbidden(message);
    };
  }

  /** There is nothing at this path. */
  public static Status notFound(String path) {
    return status(404, "NotFound", Words.sentence("no webhook has the path %s", path)).build();
  }

  /** Reviews are posted. */
  public static Status methodNotAllowed(String method) {
    return status(405, "MethodNotAllowed", Words.sentence("%s is not supported, only POST", method))
        .build();
  }

  /** The request is larger than any review can be. */
  public static Status tooLarge(int mostBytes) {
    return status(
            413, "RequestEntityTooLarge", "the review is larger than %d bytes".formatted(mostBytes))
        .build();
  }

  /** The request holds more than any review does. */
  public static Status tooManyTokens() {
    return status(
            413,
            "RequestEntityTooLarge",
            "the object has more than %d names and values; make it smaller".formatted(Tokens.MOST))
        .build();
  }

  /** Reviews are JSON. */
  public static Status unsupportedMediaType(String type) {
    return status(
            415,
            "UnsupportedMediaType",
            Words.sentence("the content type is \"%s\", only application/json is supported", type))
        .build();
  }

  /** Too much is asked at once; the API server comes again by itself. */
  public static Status tooManyRequests() {
    return status(429, "TooManyRequests", "too many reviews at once, try again")
        .editOrNewDetails()
        .withRetryAfterSeconds(RETRY_AFTER_SECONDS)
        .endDetails()
        .build();
  }

  /** A bug of ours, described in our log. */
  public static Status internalError() {
    return status(500, "InternalError", "the review failed; the log of the webhook says why")
        .build();
  }

  /** What the answer depends on cannot be known now. */
  public static Status unavailable(String message) {
    return status(503, "ServiceUnavailable", message)
        .editOrNewDetails()
        .withRetryAfterSeconds(RETRY_AFTER_SECONDS)
        .endDetails()
        .build();
  }

  /** Whoever asked has waited long enough; asked again, it would take as long. */
  public static Status overdue(Duration longest) {
    return unavailable(
        "the review takes more than %d s and was given up".formatted(longest.toSeconds()));
  }

  private static StatusBuilder status(int code, String reason, String message) {
    return new StatusBuilder()
        .withStatus("Failure")
        .withCode(code)
        .withReason(reason)
        .withMessage(message);
  }
}
