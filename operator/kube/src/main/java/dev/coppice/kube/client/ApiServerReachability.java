package dev.coppice.kube.client;

import dev.coppice.kube.LogKeys;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the API server answers, as every request of the process sees it: watches, leases and
 * reconciles alike. It speaks once for each change, which is why the client's own loggers, one
 * stack trace for each attempt, are turned down. Safe for use by many threads.
 */
public final class ApiServerReachability implements Interceptor {

  private static final Logger LOGGER = LoggerFactory.getLogger(ApiServerReachability.class);

  private final AtomicReference<State> state = new AtomicReference<>(new Unknown());

  private sealed interface State {}

  private record Unknown() implements State {}

  private record Answering() implements State {}

  private record Silent(String server, String reason) implements State {}

  /** Any answer will do, failures included: what they mean is for those who asked. */
  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (state.getAndSet(new Answering()) instanceof Silent) {
      LOGGER
          .atInfo()
          .addKeyValue(LogKeys.SERVER, server(request))
          .log("The API server answers again");
    }
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    if (!FailureReason.isSilence(failure)) {
      return;
    }
    String server = server(request);
    String reason = FailureReason.of(failure);
    if (!(state.getAndSet(new Silent(server, reason)) instanceof Silent)) {
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.SERVER, server)
          .addKeyValue(LogKeys.FAILURE, reason)
          .log("The API server does not answer; trying again until it does");
    }
  }

  /** Why the API server cannot be reached at present; empty when it can, or nobody has tried. */
  public Optional<String> failure() {
    return state.get() instanceof Silent(String server, String reason)
        ? Optional.of("%s does not answer: %s".formatted(server, reason))
        : Optional.empty();
  }

  private static String server(HttpRequest request) {
    return request.uri().getAuthority();
  }
}
