package dev.coppice.e2e.network;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A way to the API server that can be cut and mended. Bytes pass as they are, so that TLS, HTTP/2
 * and WebSockets stay the business of the two ends. Safe for use by many threads.
 */
public final class Route implements AutoCloseable {

  private static final int CHUNK = 16 * 1024;

  /** What happens to bytes and connections. */
  private enum State {
    OPEN,
    /** Connections are reset, new ones too. */
    REFUSED,
    /** Nothing arrives and nothing is said about it; it is on its way when the route is mended. */
    SILENT
  }

  private final URI server;
  private final ServerSocket entrance;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong attempts = new AtomicLong();
  private State state = State.OPEN;

  private Route(URI server, ServerSocket entrance) {
    this.server = server;
    this.entrance = entrance;
  }

  /** Opens a route to a server on this machine. */
  public static Route to(String server) {
    try {
      Route route =
          new Route(URI.create(server), new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
      route.threads.execute(route::accept);
      return route;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a route", e);
    }
  }

  /** Where the route begins. */
  String address() {
    return "%s://%s:%d".formatted(server.getScheme(), server.getHost(), entrance.getLocalPort());
  }

  /** Writes a kubeconfig that leads along this route and is otherwise the given one. */
  public Path kubeconfig(Path original, Path copy) {
    try {
      Config config = Serialization.unmarshal(Files.readString(original), Config.class);
      config.getClusters().forEach(named -> named.getCluster().setServer(address()));
      Files.createDirectories(copy.toAbsolutePath().getParent());
      return Files.writeString(copy, Serialization.asYaml(config));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + copy, e);
    }
  }

  /** From now on every connection is reset, as by a host on which nothing listens. */
  public void refuse() {
    become(State.REFUSED);
    sockets.forEach(Route::reset);
  }

  /** From now on nothing arrives, as behind a switch that has failed. */
  public void silence() {
    become(State.SILENT);
  }

  /** Lets everything reconcile again. */
  public void mend() {
    become(State.OPEN);
  }

  /** How many connections have been asked for so far, whatever became of them. */
  public long attempts() {
    return attempts.get();
  }

  private synchronized void become(State next) {
    state = next;
    notifyAll();
  }

  /** Waits while the route is silent; returns whether bytes may pass. */
  private synchronized boolean passable() throws InterruptedException {
    while (state == State.SILENT) {
      wait();
    }
    return state == State.OPEN;
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket from = entrance.accept();
        attempts.incrementAndGet();
        threads.execute(() -> connect(from));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket from) {
    sockets.add(from);
    try {
      if (!passable()) {
        reset(from);
        return;
      }
      Socket to = new Socket(server.getHost(), server.getPort());
      to.setTcpNoDelay(true);
      from.setTcpNoDelay(true);
      sockets.add(to);
      threads.execute(() -> relay(from, to));
      relay(to, from);
    } catch (IOException unreachable) {
      reset(from);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
    }
  }

  /** Reconciles bytes one way until either end is done, and then ends both. */
  private void relay(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] chunk = new byte[CHUNK];
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        if (!passable()) {
          return;
        }
        out.write(chunk, 0, length);
      }
    } catch (IOException ended) {
      // The other end is closed by now: that is how each of them learns of it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
    }
  }

  private static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException closed) {
      // An end has closed it meanwhile: there is nothing left to reset.
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a route", e);
    }
    refuse();
    threads.shutdownNow();
  }
}
