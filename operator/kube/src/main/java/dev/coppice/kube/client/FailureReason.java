package dev.coppice.kube.client;

import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts into one line what stack traces say about a request that failed. */
public final class FailureReason {

  /** The API server quotes what it refuses, however long that is. */
  private static final int LONGEST = 1024;

  private FailureReason() {}

  /** Whether no answer came at all, as opposed to one that refuses. */
  public static boolean isSilence(Throwable failure) {
    return causes(failure)
        .anyMatch(cause ->
            cause instanceof IOException
                || cause instanceof TimeoutException
                || cause instanceof UnresolvedAddressException);
  }

  /** The innermost thing that was said about the failure: it is the most precise. */
  public static String of(Throwable failure) {
    List<Throwable> chain = causes(failure).toList();
    return chain.reversed().stream()
        .<String>mapMulti((cause, accept) -> {
          String text = text(cause);
          if (text != null) {
            accept.accept(text);
          }
        })
        .findFirst()
        .map(FailureReason::shortened)
        .orElseGet(() -> failure.getClass().getSimpleName());
  }

  /** What somebody else said about a failure, as far as anybody reads it. */
  public static String shortened(String message) {
    return Words.shortened(message, LONGEST);
  }

  /** The commonest failures of all carry no message. */
  private static @Nullable String text(Throwable cause) {
    String message = cause.getMessage();
    return switch (cause) {
      // The API server's own sentence; the client's message repeats the whole reply around it.
      case KubernetesClientException refused
          when refused.getStatus() != null && refused.getStatus().getMessage() != null ->
          refused.getStatus().getMessage();
      case UnresolvedAddressException _ -> "its host name cannot be resolved";
      // With or without its message, depending on how often the JDK has tried.
      case ConnectException _ when message == null || message.equals("Connection refused") ->
          "connection refused";
      case TimeoutException _ when message == null -> "timed out";
      default -> message == null || message.isBlank() ? null : message;
    };
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }
}
