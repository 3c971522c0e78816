package dev.coppice.webhook.server;

import dev.coppice.tls.Trust;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A caller that trusts some authorities, as the API server does. */
public final class TlsClient implements AutoCloseable {

  private final int port;
  private final SSLContext tls;
  private final HttpClient http;

  public TlsClient(int port, List<X509Certificate> trusted) {
    this.port = port;
    tls = new Trust(trusted).context();
    http =
        HttpClient.newBuilder()
            .sslContext(tls)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30))
            .build();
  }

  public HttpResponse<String> post(String path, byte[] body)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:%d%s".formatted(port, path)))
        .timeout(Duration.ofSeconds(60));
  }

  /** A connection of its own, for those who do not keep to HTTP. */
  SSLSocket connect() throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port);
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** TLS over a connection that is there already. */
  SSLSocket over(Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
    secured.startHandshake();
    return secured;
  }

  @Override
  public void close() {
    http.close();
  }
}
