package dev.coppice.webhook.server;

import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.Status;
import org.jspecify.annotations.Nullable;

/** What goes back over HTTP: always a review. */
final class Answer {

  private final int code;
  private final byte[] body;
  private final Outcome outcome;

  private Answer(int code, byte[] body, Outcome outcome) {
    this.code = code;
    this.body = body;
    this.outcome = outcome;
  }

  /** The HTTP status; the API server looks into the review only if it is 200. */
  int code() {
    return code;
  }

  /** The review. */
  byte[] body() {
    return body;
  }

  /** How the request ended. */
  Outcome outcome() {
    return outcome;
  }

  /** The answer to a review. */
  static Answer to(String uid, Verdict verdict) {
    Outcome outcome = verdict instanceof Verdict.Allowed ? Outcome.ALLOWED : Outcome.DENIED;
    return new Answer(200, ReviewFormat.write(uid, verdict), outcome);
  }

  /**
   * The answer to what could not be judged. Without a uid the API server would not take it for an
   * answer of ours, so that the HTTP status has to speak.
   */
  static Answer refuse(@Nullable String uid, Status status, Outcome outcome) {
    return new Answer(
        uid == null ? status.getCode() : 200,
        ReviewFormat.write(uid == null ? "" : uid, Verdict.deny(status)),
        outcome);
  }

  /** The API server's client comes again by itself, and only, if the HTTP status says so. */
  static Answer comeAgain(Status status, Outcome outcome) {
    return new Answer(status.getCode(), ReviewFormat.write("", Verdict.deny(status)), outcome);
  }
}
