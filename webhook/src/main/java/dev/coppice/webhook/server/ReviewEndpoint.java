package dev.coppice.webhook.server;

import dev.coppice.http.Exchange;
import dev.coppice.http.ExchangeHandler;
import dev.coppice.kube.LogKeys;
import dev.coppice.webhook.review.Denials;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.ReviewReading.Review;
import dev.coppice.webhook.review.ReviewReading.Unreadable;
import dev.coppice.webhook.review.ReviewRequest;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.UnansweredException;
import io.fabric8.kubernetes.api.model.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One path: receives requests, has them reviewed, and answers every one of them. */
final class ReviewEndpoint implements ExchangeHandler {

  private static final Logger LOGGER = LoggerFactory.getLogger(ReviewEndpoint.class);

  private final ReviewPath path;
  private final Reviewer reviewer;
  private final Bodies bodies;
  private final Semaphore turns;
  private final Duration patience;
  private final int mostBytes;
  private final ReviewMeters meters;
  private final UnderWay underWay;

  ReviewEndpoint(
      ReviewPath path,
      Reviewer reviewer,
      Bodies bodies,
      Semaphore turns,
      Limits limits,
      ReviewMeters meters,
      UnderWay underWay) {
    this.path = path;
    this.reviewer = reviewer;
    this.bodies = bodies;
    this.turns = turns;
    this.patience = limits.patience();
    this.mostBytes = limits.bodyBytes();
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
        case WHOLE -> inTurn(body.bytes());
        case TOO_LARGE ->
            Answer.refuse(
                ReviewFormat.uidIn(body.bytes()), Denials.tooLarge(mostBytes), Outcome.UNREADABLE);
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

  private Answer inTurn(byte[] body) {
    boolean turn = false;
    try {
      turn = turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
      return turn ? review(body) : overloaded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return overloaded();
    } finally {
      if (turn) {
        turns.release();
      }
    }
  }

  private Answer review(byte[] body) {
    return switch (ReviewFormat.read(body)) {
      case Review(ReviewRequest request) -> review(request);
      case Unreadable(String uid, Status status) -> Answer.refuse(uid, status, Outcome.UNREADABLE);
    };
  }

  private Answer review(ReviewRequest request) {
    try {
      return Answer.to(request.uid(), reviewer.review(request));
    } catch (UnansweredException e) {
      return Answer.refuse(request.uid(), Denials.unavailable(e.getMessage()), Outcome.UNAVAILABLE);
    } catch (RuntimeException | StackOverflowError e) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.WEBHOOK, path.label())
          .addKeyValue(LogKeys.NAMESPACE, request.about().getNamespace())
          .addKeyValue(LogKeys.NAME, request.about().getName())
          .setCause(e)
          .log("A review failed");
      return Answer.refuse(request.uid(), Denials.internalError(), Outcome.FAILED);
    }
  }
}
