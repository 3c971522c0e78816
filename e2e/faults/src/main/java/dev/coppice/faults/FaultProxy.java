package dev.coppice.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between one operator and the API server, and does what a {@link FaultPlan} says.
 *
 * <p>It proves itself to the API server with what the operator has, a certificate or the token of
 * each call, so that roles and the audit log are those of the operator. Watches are plain HTTP
 * streams here: an attempt to upgrade to a WebSocket is answered with 200, upon which the client
 * falls back to a stream whose events the proxy can tell apart.
 */
public final class FaultProxy implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration VALIDITY = Duration.ofDays(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    // Without it every small answer waits for the peer's acknowledgement of the one before.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Upstream upstream;
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Path kubeconfig;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<InputStream> streams = ConcurrentHashMap.newKeySet();
  private volatile FaultPlan plan = FaultPlan.none();
  private volatile Optional<Hold> hold = Optional.empty();
  private volatile boolean deaf;
  private final AtomicInteger deaths = new AtomicInteger();

  private FaultProxy(Upstream upstream, HttpsServer server, Path kubeconfig) {
    this.upstream = upstream;
    this.server = server;
    this.kubeconfig = kubeconfig;
  }

  /**
   * Starts a proxy that is to the API server whoever {@code identity} says.
   *
   * @param identity the operator's own kubeconfig
   * @param directory where the kubeconfig that leads through the proxy is written to
   */
  public static FaultProxy start(Path identity, Path directory) {
    Config config = Config.fromKubeconfig(identity.toFile());
    CertificateAuthority authority =
        CertificateAuthority.create("coppice-fault-proxy", Clock.systemUTC(), VALIDITY);
    CertifiedKey own =
        authority.issue(
            LeafRequest.server("coppice-fault-proxy", List.of(), List.of(LOOPBACK), VALIDITY));
    try {
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(ProxyTrust.server(own)));
      Path kubeconfig = directory.toAbsolutePath().resolve("kubeconfig");
      write(
          identity,
          kubeconfig,
          "https://%s:%d".formatted(LOOPBACK, server.getAddress().getPort()),
          authority.identity().certificatePem());
      FaultProxy proxy = new FaultProxy(Upstream.of(config), server, kubeconfig);
      server.setExecutor(proxy.threads);
      server.createContext("/", proxy::handle);
      server.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the proxy", e);
    }
  }

  private static void write(Path identity, Path file, String server, String authority)
      throws IOException {
    var config =
        Serialization.unmarshal(
            Files.readString(identity), io.fabric8.kubernetes.api.model.Config.class);
    config
        .getClusters()
        .forEach(named -> {
          named.getCluster().setServer(server);
          named
              .getCluster()
              .setCertificateAuthorityData(
                  Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)));
        });
    Files.createDirectories(file.getParent());
    Files.writeString(file, Serialization.asYaml(config));
  }

  /** The kubeconfig of an operator behind the proxy. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /** Replaces the fault plan, from the next call on. */
  public void follow(FaultPlan next) {
    plan = next;
  }

  /**
   * Lets writes of a run wait from now on until the hold is closed; those of a process that dies
   * meanwhile are lost. There is one hold at a time.
   *
   * @param call for example {@code DELETE podcliques/llm-0-prefill}
   */
  public Hold hold(String call) {
    Hold next = new Hold(call);
    hold = Optional.of(next);
    return next;
  }

  /** Hears calls again, after a kill has made it deaf to what the dead process had sent. */
  public void listen() {
    deaf = false;
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      if (deaf) {
        return;
      }
      if (exchange.getRequestHeaders().containsKey("Upgrade")) {
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, -1);
        return;
      }
      ApiCall call = ApiCall.of(exchange.getRequestMethod(), exchange.getRequestURI());
      byte[] body = exchange.getRequestBody().readAllBytes();
      FaultPlan now = plan;
      if (call.watch()) {
        watch(exchange);
      } else if (now.concerns(call)) {
        write(exchange, named(call, body), body, now);
      } else {
        respond(upstream.call(exchange, body, UUID.randomUUID().toString()), exchange);
      }
    } catch (IOException e) {
      LOG.atDebug()
          .addKeyValue("method", exchange.getRequestMethod())
          .addKeyValue("uri", exchange.getRequestURI())
          .setCause(e)
          .log("an exchange ended early");
    }
  }

  private static ApiCall named(ApiCall call, byte[] body) throws IOException {
    return call.name().isEmpty() && body.length > 0
        ? call.named(JSON.readTree(body).at("/metadata/name").asText())
        : call;
  }

  private void write(HttpExchange exchange, ApiCall call, byte[] body, FaultPlan now)
      throws IOException {
    int before = deaths.get();
    CountedWrite write = now.arrived(call, UUID.randomUUID().toString());
    Optional<Fault.OnWrite> strike = now.strikeAt(write);
    if (strike.filter(Fault.KillBefore.class::isInstance).isEmpty() && hold.isPresent()) {
      hold.get().await(call);
      failIfDead(before);
    }
    if (strike.isEmpty()) {
      respond(execute(exchange, body, write, now), exchange);
      return;
    }
    switch (strike.get()) {
      case Fault.KillBefore _ -> kill(now);
      case Fault.KillAfter _ -> {
        execute(exchange, body, write, now);
        kill(now);
      }
      case Fault.Drop _ -> execute(exchange, body, write, now);
      case Fault.Answer answer -> new Refusal(answer.status()).sendTo(exchange);
      case Fault.Late late -> {
        pause(late.duration());
        failIfDead(before);
        respond(execute(exchange, body, write, now), exchange);
      }
      case Fault.Delay delay -> {
        HttpResponse<byte[]> response = execute(exchange, body, write, now);
        pause(delay.duration());
        respond(response, exchange);
      }
    }
  }

  private void failIfDead(int before) throws IOException {
    if (deaths.get() != before) {
      throw new InterruptedIOException("the process that sent the write is dead");
    }
  }

  /** What the dead process may still have sent must not land after the kill. */
  private void kill(FaultPlan now) {
    deaf = true;
    deaths.incrementAndGet();
    now.kill();
    streams.forEach(FaultProxy::end);
  }

  private HttpResponse<byte[]> execute(
      HttpExchange exchange, byte[] body, CountedWrite write, FaultPlan now) throws IOException {
    HttpResponse<byte[]> response = upstream.call(exchange, body, write.auditId());
    now.answered(write, response.statusCode());
    return response;
  }

  private static void respond(HttpResponse<byte[]> response, HttpExchange exchange)
      throws IOException {
    Upstream.copyHeaders(response, exchange);
    byte[] body = response.body();
    exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private void watch(HttpExchange exchange) throws IOException {
    HttpResponse<InputStream> response = upstream.watch(exchange);
    InputStream from = response.body();
    streams.add(from);
    try (from) {
      Upstream.copyHeaders(response, exchange);
      exchange.sendResponseHeaders(response.statusCode(), 0);
      OutputStream to = exchange.getResponseBody();
      if (response.statusCode() == HttpURLConnection.HTTP_OK) {
        to.flush(); // the client takes the watch for open once it sees the head
        new WatchRelay(to, () -> plan, this::pause).relay(from);
      } else {
        from.transferTo(to);
      }
      to.close();
    } finally {
      streams.remove(from);
    }
  }

  /** Waits, unless the proxy is closed meanwhile. */
  private void pause(Duration duration) throws IOException {
    try {
      if (closed.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new InterruptedIOException("the proxy ends");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the proxy ends");
    }
  }

  private static void end(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a watch", e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    deaf = true;
    server.stop(0);
    streams.forEach(FaultProxy::end);
    threads.shutdownNow();
    upstream.close();
  }
}
