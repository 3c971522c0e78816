package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureReasonTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(
            wrapped(caused(new ConnectException(), new ClosedChannelException())),
            "connection refused",
            true),
        arguments(wrapped(new ConnectException("Connection refused")), "connection refused", true),
        arguments(
            wrapped(caused(new ConnectException(), new UnresolvedAddressException())),
            "its host name cannot be resolved",
            true),
        arguments(
            wrapped(new SSLHandshakeException("no trusted certificate")),
            "no trusted certificate",
            true),
        arguments(wrapped(new TimeoutException()), "timed out", true),
        arguments(
            new KubernetesClientException("leases is forbidden", 403, null),
            "leases is forbidden",
            false),
        arguments(new IllegalStateException(), "IllegalStateException", false));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_failure_is_told_in_one_line_and_silence_told_apart_from_refusal(
      Throwable failure, String reason, boolean silence) {
    assertThat(FailureReason.of(failure)).isEqualTo(reason);
    assertThat(FailureReason.isSilence(failure)).isEqualTo(silence);
  }

  private static Throwable wrapped(Exception cause) {
    return new KubernetesClientException(
        "Operation: [get] failed", new IOException(new ExecutionException(cause)));
  }

  private static Exception caused(Exception failure, Throwable cause) {
    failure.initCause(cause);
    return failure;
  }
}
