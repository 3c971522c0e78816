package dev.coppice.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reconciles the events of one watch on, a line each, and does to them what a fault plan says. */
final class WatchRelay {

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

  /** How long an event waits for one of another object to overtake it. */
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(1);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Executor AFTER_HOLD =
      CompletableFuture.delayedExecutor(LONGEST_HOLD.toMillis(), TimeUnit.MILLISECONDS);
  private static final String EXPIRED =
      """
      {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
      "reason":"Expired","message":"too old resource version","code":410}}\
      """;

  /** Lets time pass. */
  @FunctionalInterface
  interface Pause {
    void last(Duration duration) throws IOException;
  }

  private record Event(String line, String uid) {}

  private final OutputStream to;
  private final Supplier<FaultPlan> plan;
  private final Pause pause;
  private @Nullable Event held;

  WatchRelay(OutputStream to, Supplier<FaultPlan> plan, Pause pause) {
    this.to = to;
    this.plan = plan;
    this.pause = pause;
  }

  /** Returns when the stream ends, or is ended by a fault. */
  void relay(InputStream from) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode json = JSON.readTree(line);
      Event event = new Event(line, json.at("/object/metadata/uid").asText());
      Optional<Fault.OnWatch> strike = plan.get().strikeAt(json);
      if (strike.isEmpty()) {
        send(event);
        continue;
      }
      switch (strike.get()) {
        case Fault.DelayEvents delay -> {
          pause.last(delay.duration());
          send(event);
        }
        case Fault.DropStream _ -> throw new IOException("a fault breaks the stream");
        case Fault.ExpireStream _ -> {
          send(new Event(EXPIRED, ""));
          return;
        }
        case Fault.DuplicateEvent _ -> {
          send(event);
          send(event);
        }
        case Fault.Reorder _ -> hold(event);
      }
    }
    flush();
  }

  private synchronized void hold(Event event) {
    held = event;
    AFTER_HOLD.execute(() -> {
      try {
        flush();
      } catch (IOException gone) {
        // The relay notices by itself at its next event.
      }
    });
  }

  private synchronized void send(Event event) throws IOException {
    if (held != null && held.uid().equals(event.uid())) {
      flush(); // the API server keeps the order of each object
    }
    write(event);
    flush();
  }

  private synchronized void flush() throws IOException {
    if (held != null) {
      Event late = held;
      held = null;
      write(late);
    }
  }

  private void write(Event event) throws IOException {
    to.write((ascii(event.line()) + "\n").getBytes(StandardCharsets.US_ASCII));
    to.flush();
  }

  /**
   * The same JSON without a character of more than one byte: the client's fallback from WebSockets
   * takes those apart wrongly.
   */
  private static String ascii(String json) {
    return NOT_ASCII
        .matcher(json)
        .replaceAll(found ->
            found.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining()));
  }
}
