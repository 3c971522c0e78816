package dev.coppice.webhook.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.http.Exchange;
import dev.coppice.http.ExchangeHandler;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.metrics.Durations;
import dev.coppice.webhook.eviction.Extender;
import dev.coppice.webhook.eviction.ExtenderFormat;
import dev.coppice.webhook.eviction.ExtenderRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where schedulers ask before they evict. A question is read as it arrives, and of it no more kept
 * than names of nodes and UIDs of victims, for which there must be room. Whatever cannot be
 * answered is answered with another status than 200, which a scheduler takes for no answer.
 */
final class ExtenderEndpoint implements ExchangeHandler {

  /** The path of the URL; a scheduler puts it together of its {@code urlPrefix} and verb. */
  static final String PATH = "/scheduler/preempt";

  private static final Logger LOGGER = LoggerFactory.getLogger(ExtenderEndpoint.class);

  private final Extender extender;
  private final ExtenderLimits limits;
  private final QuestionRoom room;
  private final Semaphore turns;
  private final UnderWay underWay;
  private final MeterRegistry registry;
  private final Map<Outcome, Timer> timers = new EnumMap<>(Outcome.class);

  /** What goes back. */
  private record Reply(int code, String body, Outcome outcome) {

    static Reply of(int code, String why, Outcome outcome) {
      return new Reply(code, why + "\n", outcome);
    }
  }

  ExtenderEndpoint(
      Extender extender, ExtenderLimits limits, MeterRegistry registry, UnderWay underWay) {
    this.extender = extender;
    this.limits = limits;
    this.room = new QuestionRoom(limits.entries(), limits.entriesOfAll());
    this.turns = new Semaphore(limits.inFlight(), true);
    this.registry = registry;
    this.underWay = underWay;
    for (Outcome outcome : Outcome.values()) {
      timers.put(
          outcome,
          Durations.timer(
              registry,
              "coppice.minruntime.extender.request",
              "Time from the head of a scheduler's question to its answer",
              "outcome",
              outcome.label()));
    }
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    long begun = registry.config().clock().monotonicTime();
    Outcome outcome = Outcome.ABORTED;
    boolean entered = underWay.enter();
    try {
      Reply reply = entered ? reply(exchange) : overloaded();
      send(exchange, reply);
      outcome = reply.outcome();
    } finally {
      if (entered) {
        underWay.leave();
      }
      Objects.requireNonNull(timers.get(outcome))
          .record(registry.config().clock().monotonicTime() - begun, TimeUnit.NANOSECONDS);
    }
  }

  private static void send(Exchange exchange, Reply reply) throws IOException {
    exchange.answer(
        reply.code(),
        reply.code() == 200 ? "application/json" : "text/plain",
        reply.body().getBytes(StandardCharsets.UTF_8));
  }

  private Reply reply(Exchange exchange) throws IOException {
    if (!exchange.path().equals(PATH)) {
      return Reply.of(404, "there is nothing at " + exchange.path(), Outcome.UNREADABLE);
    }
    if (!exchange.method().equals("POST")) {
      exchange.setHeader("Allow", "POST");
      return Reply.of(405, "only POST is supported", Outcome.UNREADABLE);
    }
    Optional<String> complaint = extender.complaint();
    if (complaint.isPresent()) {
      return Reply.of(503, complaint.get(), Outcome.UNAVAILABLE);
    }
    return answer(exchange);
  }

  private static Reply overloaded() {
    return Reply.of(503, "too many questions at once", Outcome.OVERLOADED);
  }

  private Reply answer(Exchange exchange) throws IOException {
    try (QuestionRoom.Share share = room.share()) {
      return answer(new BoundedInput(exchange.body(), limits.bodyBytes()), share);
    } catch (BoundedInput.TooLargeException e) {
      return Reply.of(413, "more than %d bytes".formatted(limits.bodyBytes()), Outcome.UNREADABLE);
    }
  }

  private Reply answer(InputStream body, QuestionRoom.Share share) throws IOException {
    ExtenderRequest request;
    try {
      request = ExtenderFormat.read(body, share);
    } catch (QuestionRoom.TooManyException e) {
      skip(body);
      return Reply.of(
          413,
          "more than %d nodes and pods to evict".formatted(limits.entries()),
          Outcome.UNREADABLE);
    } catch (QuestionRoom.UnaffordableException e) {
      skip(body);
      return overloaded();
    } catch (JsonProcessingException e) {
      return Reply.of(
          400, "not a question of a scheduler: " + e.getOriginalMessage(), Outcome.UNREADABLE);
    } catch (RuntimeException | StackOverflowError e) {
      return Reply.of(400, "not a question of a scheduler", Outcome.UNREADABLE);
    }
    return inTurn(request);
  }

  /** Whoever is still sending would miss the answer. */
  private static void skip(InputStream body) throws IOException {
    var _ = body.transferTo(OutputStream.nullOutputStream());
  }

  /** What has been received alone takes a turn: who sends slowly holds up nobody. */
  private Reply inTurn(ExtenderRequest request) {
    boolean turn = false;
    try {
      turn = turns.tryAcquire(limits.patience().toMillis(), TimeUnit.MILLISECONDS);
      return turn ? answer(request) : overloaded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return overloaded();
    } finally {
      if (turn) {
        turns.release();
      }
    }
  }

  private Reply answer(ExtenderRequest request) {
    try {
      NodeDecision decision = extender.judge(request);
      return new Reply(
          200,
          ExtenderFormat.write(request, decision),
          decision.kept().isEmpty() ? Outcome.DENIED : Outcome.ALLOWED);
    } catch (RuntimeException | StackOverflowError e) {
      LOGGER
          .atError()
          .addKeyValue(LogKeys.NAMESPACE, request.pod().namespace())
          .addKeyValue(LogKeys.NAME, request.pod().name())
          .setCause(e)
          .log("A question of a scheduler failed");
      return Reply.of(500, "the log of the webhook says why", Outcome.FAILED);
    }
  }
}
