package dev.coppice.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports that nobody listens on, picked below the range from which the kernel takes the
 * local ports of outgoing connections: one of those could occupy a port between being picked here
 * and being listened on.
 */
public final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int BEHIND_LAST = 32_000;
  private static final int ATTEMPTS = 1_000;

  private FreePorts() {}

  /** As many different ports as asked for. */
  public static List<Integer> take(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int attempt = 0; held.size() < count; attempt++) {
        if (attempt == ATTEMPTS) {
          throw new IllegalStateException(
              "no free loopback port between %d and %d".formatted(FIRST, BEHIND_LAST));
        }
        tryListen(ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST), held);
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(FreePorts::close);
    }
  }

  /** One port. */
  public static int take() {
    return take(1).getFirst();
  }

  private static void tryListen(int port, List<ServerSocket> held) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(false);
      try {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        held.add(socket);
      } catch (IOException taken) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a socket", e);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
