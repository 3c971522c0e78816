package dev.coppice.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Somebody who is connected and writes what he likes. */
final class Peer implements AutoCloseable {

  private final Socket socket;

  private Peer(Socket socket) {
    this.socket = socket;
  }

  /** Connects from an address of this machine, such as {@code 127.0.0.7}. */
  static Peer from(String address, int port) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(60_000);
    return new Peer(socket);
  }

  /** The same peer over TLS. */
  Peer secured(SSLContext tls) throws IOException {
    SSLSocket secured =
        (SSLSocket)
            tls.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
    secured.setUseClientMode(true);
    secured.startHandshake();
    return new Peer(secured);
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /**
   * The status and the body of one answer, such as {@code 200 hello}; null if the other is gone.
   */
  @Nullable String answer() throws IOException {
    String status = line();
    if (status.isEmpty()) {
      return null;
    }
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
    }
    String body = new String(in().readNBytes(length), StandardCharsets.ISO_8859_1);
    return (status.substring(9, 12) + " " + body).strip();
  }

  /** All that comes until the other side ends the connection. */
  String rest() throws IOException {
    return new String(in().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Whether the other side ends the connection before it sends anything more. */
  boolean isCutOff() {
    try {
      return in().read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in().read(); next >= 0 && next != '\n'; next = in().read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private InputStream in() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
