package dev.coppice.kube.clock;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** Sets the clock by every answer of the API server, whatever else it says. */
public final class AnswerDates implements Interceptor {

  private final ServerClock clock;

  /** One for all clients of a process. */
  public AnswerDates(ServerClock clock) {
    this.clock = clock;
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    response.headers("Date").stream()
        .findFirst()
        .flatMap(AnswerDates::instant)
        .ifPresent(clock::answered);
  }

  /** A date of HTTP; empty for what is none. */
  static Optional<Instant> instant(String date) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
