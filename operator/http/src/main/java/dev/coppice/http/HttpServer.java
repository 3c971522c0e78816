package dev.coppice.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server of HTTP/1.1 that no crowd shuts out. Everybody who connects gets in; when there are more
 * than it takes on, the one that has waited longest has to go, and of a source with many waiting
 * first. Waiting is everything but being answered: before a handshake, within it, between requests,
 * and while a request arrives.
 */
public final class HttpServer implements AutoCloseable {

  /** Connections that may wait to be accepted; the default of 50 is less than a burst has. */
  private static final int BACKLOG = 1024;

  /** Between two attempts to accept when the process has no more file descriptors. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ConnectionLimits limits;
  private final @Nullable SSLContext tls;
  private final ExchangeHandler handler;
  private final ConnectionObserver observer;
  private final Room<Connection> room;

  /** Who was closed still has a thread for a moment, or for long where nothing else runs. */
  private final Semaphore capacity;

  private final Set<Connection> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor;
  private final ScheduledThreadPoolExecutor timer;
  private final ServerSocket listener;
  private final Thread accepting;

  /**
   * A server that does not listen yet.
   *
   * @param name of its threads
   * @param tls presents a certificate, over TLS 1.2 and 1.3; null for none of it
   */
  public HttpServer(
      String name,
      ServerThreads threads,
      ConnectionLimits limits,
      @Nullable SSLContext tls,
      ExchangeHandler handler,
      ConnectionObserver observer)
      throws IOException {
    this.limits = limits;
    this.tls = tls;
    this.handler = handler;
    this.observer = observer;
    room = new Room<>(limits.connections(), Connection::source, System::nanoTime);
    capacity = new Semaphore(2 * limits.connections());
    executor = threads.executor(name + "-");
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name(name + "-timer").daemon().factory(), new DiscardPolicy());
    timer.setRemoveOnCancelPolicy(true);
    listener = new ServerSocket();
    accepting = Thread.ofPlatform().name(name + "-accept").daemon().unstarted(this::accept);
  }

  /**
   * Listens, and answers from now on.
   *
   * @param address where to listen; port 0 for any free one
   * @throws IOException if that is not possible, in words for the person who named the address
   */
  public void open(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: unknown address".formatted(address.getHostString()));
    }
    try {
      listener.bind(address, BACKLOG);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on %s:%d: %s"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()));
    }
    accepting.start();
  }

  /** The port that is really listened on, once it is open. */
  public int port() {
    return listener.getLocalPort();
  }

  /** How many are connected. */
  public int connections() {
    return room.size();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        capacity.acquire();
        acceptOne();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void acceptOne() {
    try {
      take(listener.accept());
    } catch (IOException e) {
      capacity.release();
      if (!listener.isClosed()) {
        makeRoomForDescriptors();
      }
    }
  }

  /** Accepting fails for want of file descriptors, which others of the process take as well. */
  private void makeRoomForDescriptors() {
    room.longestWaiting().filter(room::leave).ifPresent(waiting -> waiting.closed(ClosedFor.ROOM));
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  private void take(Socket socket) {
    Connection newcomer = new Connection(socket, limits, room, timer, observer);
    running.add(newcomer);
    room.enter(newcomer)
        .ifPresent(leaving ->
            leaving.closed(leaving == newcomer ? ClosedFor.TURNED_AWAY : ClosedFor.ROOM));
    try {
      executor.execute(() -> serve(newcomer));
    } catch (RuntimeException | OutOfMemoryError e) {
      // The server ends, or there is no memory for one more thread.
      room.leave(newcomer);
      newcomer.end();
      ended(newcomer);
    }
  }

  private void serve(Connection connection) {
    try {
      connection.serve(tls, handler);
    } finally {
      ended(connection);
    }
  }

  private void ended(Connection connection) {
    running.remove(connection);
    capacity.release();
  }

  /** Ends all connections at once, and returns when nobody is being answered any more. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      // It does not listen any more, whatever else there is.
    }
    awaitAccepting();
    executor.shutdown();
    running.forEach(Connection::end);
    executor.close();
    timer.shutdownNow();
  }

  /** As long as it is at it, the port is open. */
  private void awaitAccepting() {
    try {
      accepting.interrupt();
      accepting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
