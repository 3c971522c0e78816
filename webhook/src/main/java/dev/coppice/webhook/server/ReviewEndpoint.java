package dev.coppice.webhook.server;

import dev.coppice.core.admission.field.Deadline;
import dev.coppice.core.status.Words;
import dev.coppice.http.Exchange;
import dev.coppice.http.ExchangeHandler;
import dev.coppice.kube.LogKeys;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.ReviewReader;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Tokens;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.api.model.Status;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One path: receives requests, has them reviewed, and answers every one of them. */
final class ReviewEndpoint implements ExchangeHandler {

  private static final Logger LOGGER = LoggerFactory.getLogger(ReviewEndpoint.class);

  private final ReviewPath path;
  private final Reviewer reviewer;
  private final Bodies bodies;
  private final ReviewWork work;
  private final Limits limits;
  private final ReviewMeters meters;
  private final UnderWay underWay;

  ReviewEndpoint(
      ReviewPath path,
      Reviewer reviewer,
      Bodies bodies,
      ReviewWork work,
      Limits limits,
      ReviewMeters meters,
      UnderWay underWay) {
    this.path = path;
    this.reviewer = reviewer;
    this.bodies = bodies;
    this.work = work;
    this.limits = limits;
    this.meters = meters;
    this.underWay = underWay;
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    long begun = meters.begin();
    Outcome outcome = Outcome.ABORTED;
    boolean entered = underWay.enter();
    try {
      // Whoever comes after the end is asked to come again, to another replica.
      Answer answer = entered ? answer(exchange) : overloaded();
      Responses.send(exchange, answer);
      outcome = answer.outcome();
    } finally {
      if (entered) {
        underWay.leave();
      }
      meters.end(begun, outcome);
    }
  }

  private Answer answer(Exchange exchange) throws IOException {
    if (!exchange.path().equals(path.path())) {
      return Answer.refuse(null, Denials.notFound(exchange.path()), Outcome.UNREADABLE);
    }
    if (!exchange.method().equals("POST")) {
      exchange.setHeader("Allow", "POST");
      return Answer.refuse(null, Denials.methodNotAllowed(exchange.method()), Outcome.UNREADABLE);
    }
    String type = exchange.header("Content-Type");
    if (type == null || !isJson(type)) {
      return Answer.refuse(
          null, Denials.unsupportedMediaType(type == null ? "" : type), Outcome.UNREADABLE);
    }
    try (Bodies.Body body = bodies.receive(exchange.body())) {
      return switch (body.extent()) {
        case WHOLE -> review(body.bytes());
        case TOO_LARGE ->
            Answer.refuse(
                ReviewFormat.uidIn(body.bytes()),
                Denials.tooLarge(limits.bodyBytes()),
                Outcome.UNREADABLE);
        case UNAFFORDABLE -> overloaded();
      };
    }
  }

  private static boolean isJson(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return type.equals("application/json");
  }

  private static Answer overloaded() {
    return Answer.comeAgain(Denials.tooManyRequests(), Outcome.OVERLOADED);
  }

  private Answer review(byte[] body) {
    return work.answer(
        tokens -> review(body, tokens),
        new ReviewWork.Otherwise(ReviewEndpoint::overloaded, () -> overdue(body)));
  }

  /** Not to come again: whoever asked has waited for as long as it waits. */
  private Answer overdue(byte[] body) {
    LOGGER
        .atWarn()
        .addKeyValue(LogKeys.WEBHOOK, path.label())
        .log("A review was given up after {} s", limits.longest().toSeconds());
    return Answer.refuse(
        ReviewFormat.uidIn(body), Denials.overdue(limits.longest()), Outcome.OVERDUE);
  }

  /** The answer to a body, whatever it is; what it keeps of it is counted. */
  Answer review(byte[] body, Tokens tokens) {
    try {
      return switch (ReviewReader.read(body, tokens)) {
        case Review(ReviewRequest request) -> review(request);
        case Unreadable(String uid, Status status) ->
            Answer.refuse(uid, status, Outcome.UNREADABLE);
      };
    } catch (Tokens.TooManyException e) {
      return Answer.refuse(ReviewFormat.uidIn(body), Denials.tooManyTokens(), Outcome.UNREADABLE);
    }
  }

  private Answer review(ReviewRequest request) {
    try {
      return Answer.to(request.uid(), reviewer.review(request));
    } catch (Tokens.TooManyException | Tokens.NoRoomException | Deadline.PassedException e) {
      throw e; // no matter of the reviewer's
    } catch (UnansweredException e) {
      return Answer.refuse(request.uid(), Denials.unavailable(e.getMessage()), Outcome.UNAVAILABLE);
    } catch (RuntimeException | StackOverflowError e) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.WEBHOOK, path.label())
          .addKeyValue(LogKeys.NAMESPACE, quoted(request.about().getNamespace()))
          .addKeyValue(LogKeys.NAME, quoted(request.about().getName()))
          .setCause(shortened(e))
          .log("A review failed");
      return Answer.refuse(request.uid(), Denials.internalError(), Outcome.FAILED);
    }
  }

  /** Where it failed, and why in as many words as are read: they may quote anything. */
  private static Throwable shortened(Throwable failure) {
    Throwable told = new IllegalStateException(Words.quote(failure.toString()));
    told.setStackTrace(failure.getStackTrace());
    return told;
  }

  private static @Nullable String quoted(@Nullable String name) {
    return name == null ? null : Words.quote(name);
  }
}
