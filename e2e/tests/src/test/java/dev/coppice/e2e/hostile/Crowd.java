package dev.coppice.e2e.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Many who connect and want nothing but the place. */
final class Crowd implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 10_000;

  /** What each of them does. */
  enum Occupation {
    /** Connects. */
    NOTHING(false, ""),
    /** Begins with TLS. */
    HALF_A_HANDSHAKE(false, "\u0016\u0003\u0001"),
    /** Says nothing after the handshake. */
    NOTHING_AFTER_THE_HANDSHAKE(true, ""),
    /** Sends less than the head of a request. */
    HALF_A_HEAD(true, "POST / HTTP/1.1\r\nHost"),
    /** Sends less of a body than it said. */
    HALF_A_BODY(true, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\nhalf");

    private final boolean secures;
    private final String sent;

    Occupation(boolean secures, String sent) {
      this.secures = secures;
      this.sent = sent;
    }
  }

  private final URI address;
  private final @Nullable SSLContext tls;
  private final List<Socket> present = new ArrayList<>();

  private Crowd(URI address, @Nullable SSLContext tls) {
    this.address = address;
    this.tls = tls;
  }

  /** Nobody yet, before this address without TLS. */
  static Crowd at(URI address) {
    return new Crowd(address, null);
  }

  /** Nobody yet, before this address with TLS. */
  static Crowd at(URI address, SSLContext tls) {
    return new Crowd(address, tls);
  }

  /** So many come, one after the other, and stay. Who is turned away is gone. */
  void come(int many, Occupation occupation) {
    for (int number = 0; number < many; number++) {
      try {
        come(occupation);
      } catch (IOException e) {
        // That was the server's answer.
      }
    }
  }

  private void come(Occupation occupation) throws IOException {
    Socket socket = new Socket();
    present.add(socket);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    Socket used = socket;
    if (occupation.secures && tls != null) {
      SSLSocket secured =
          (SSLSocket)
              tls.getSocketFactory()
                  .createSocket(socket, address.getHost(), address.getPort(), true);
      secured.startHandshake();
      used = secured;
    }
    used.getOutputStream().write(occupation.sent.getBytes(StandardCharsets.ISO_8859_1));
    used.getOutputStream().flush();
  }

  @Override
  public void close() {
    present.forEach(socket -> {
      try {
        socket.close();
      } catch (IOException e) {
        // It is gone already.
      }
    });
  }
}
