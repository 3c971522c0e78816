package dev.coppice.webhook.server;

import java.util.Map;

/**
 * The settings of the JDK's HTTP server, which it takes from system properties once, when the first
 * server of the process is made. Those that somebody has set on the command line stay.
 */
public final class JdkServerSettings {

  private static final Map<String, String> SETTINGS =
      Map.of(
          // Otherwise an answer waits 40 ms for the acknowledgement of its head.
          "sun.net.httpserver.nodelay", "true",
          // The API server keeps connections for 90 s: whoever closes first breaks a review.
          "sun.net.httpserver.idleInterval", "300",
          "sun.net.httpserver.maxIdleConnections", "1000",
          // The API server waits 10 s for an answer; what takes longer is nobody's any more.
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "10",
          // What is refused for its size is read to the end, or its sender would miss the answer.
          "sun.net.httpserver.drainAmount", String.valueOf(4 << 20));

  /** Buffers and keys of TLS. */
  private static final int CONNECTION_BYTES = 128 << 10;

  private JdkServerSettings() {}

  /** Has an effect only before the first server of the process. */
  public static void apply() {
    SETTINGS.forEach(JdkServerSettings::set);
    int connections = connectionsWithin(Runtime.getRuntime().maxMemory());
    set("jdk.httpserver.maxConnections", String.valueOf(connections));
  }

  /** A fifth of the heap; whoever comes on top is turned away before TLS begins. */
  static int connectionsWithin(long heapBytes) {
    return Math.clamp(heapBytes / 5 / CONNECTION_BYTES, 64, 16 * 1024);
  }

  private static void set(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
