package dev.coppice.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParserFactory;
import org.apache.hc.core5.http.impl.io.HttpService;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.support.BasicHttpServerExpectationDecorator;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.apache.hc.core5.http.protocol.ResponseDate;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One connection from its first byte to its last. Whoever is on the other side, it has a deadline
 * at each instant: it is closed then, whatever its thread waits for.
 */
final class Connection {

  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /** More than any caller of ours sends: a head is 8 KiB in the widest line, and 64 of them. */
  private static final Http1Config HTTP =
      Http1Config.custom()
          .setBufferSize(4 << 10)
          .setMaxLineLength(8 << 10)
          .setMaxHeaderCount(64)
          .setMaxEmptyLineCount(2)
          .build();

  private static final DefaultHttpRequestParserFactory PARSERS =
      new DefaultHttpRequestParserFactory(HTTP);

  private static final HttpProcessor HEADERS =
      HttpProcessorBuilder.create()
          .addAll(new ResponseDate(), new ResponseContent(), Connection::tellWhetherItIsTheLast)
          .build();

  private final Socket socket;
  private final Source source;
  private final ConnectionLimits limits;
  private final Room<Connection> room;
  private final ScheduledExecutorService timer;
  private final ConnectionObserver observer;
  private @Nullable Future<?> deadline;
  private boolean receiving;

  Connection(
      Socket socket,
      ConnectionLimits limits,
      Room<Connection> room,
      ScheduledExecutorService timer,
      ConnectionObserver observer) {
    this.socket = socket;
    this.source = Source.of(socket.getInetAddress());
    this.limits = limits;
    this.room = room;
    this.timer = timer;
    this.observer = observer;
  }

  Source source() {
    return source;
  }

  /** Answers its requests, one after the other, until either side ends it. */
  void serve(@Nullable SSLContext tls, ExchangeHandler handler) {
    endsAfter(limits.receiving(), ClosedFor.OVERDUE);
    try (socket) {
      socket.setTcpNoDelay(true);
      DefaultBHttpServerConnection http =
          new DefaultBHttpServerConnection(null, HTTP, null, null, null, null, PARSERS, null);
      if (tls == null) {
        http.bind(socket);
      } else {
        SSLSocket secured = secured(tls);
        secured.startHandshake();
        http.bind(secured, socket);
      }
      serve(http, handler);
    } catch (IOException | HttpException gone) {
      // Whoever it was has gone, or has been told.
    } finally {
      room.leave(this);
      cancelDeadline();
    }
  }

  private SSLSocket secured(SSLContext tls) throws IOException {
    SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
    SSLParameters parameters = tls.getDefaultSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    secured.setSSLParameters(parameters);
    return secured;
  }

  private void serve(DefaultBHttpServerConnection http, ExchangeHandler handler)
      throws IOException, HttpException {
    HttpService service =
        new HttpService(
            HEADERS,
            new BasicHttpServerExpectationDecorator(
                (request, trigger, _) -> handle(request, trigger, handler)),
            // The library would close before it has sent all: it is done here.
            (_, _, _) -> true,
            null);
    waits(limits.idle(), ClosedFor.IDLE);
    while (http.isDataAvailable(Timeout.DISABLED)) {
      receiving = true;
      waits(limits.receiving(), ClosedFor.OVERDUE);
      HttpCoreContext context = HttpCoreContext.create();
      service.handleRequest(http, context);
      if (!http.isOpen() || isLast(context.getResponse())) {
        http.close();
        return;
      }
      waits(limits.idle(), ClosedFor.IDLE);
    }
  }

  private static void tellWhetherItIsTheLast(
      HttpResponse response, @Nullable EntityDetails entity, HttpContext context) {
    if (!DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
        HttpCoreContext.cast(context).getRequest(), response, context)) {
      response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
    }
  }

  private static boolean isLast(HttpResponse response) {
    return response.containsHeader(HttpHeaders.CONNECTION);
  }

  private void handle(ClassicHttpRequest request, ResponseTrigger trigger, ExchangeHandler handler)
      throws IOException {
    Exchange exchange = new Exchange(request, trigger, this::isAnswered);
    handler.handle(exchange);
    if (!exchange.isAnswered()) {
      throw new IllegalStateException("no answer to " + request);
    }
  }

  private void waits(Duration atMost, ClosedFor reason) {
    room.waits(this);
    endsAfter(atMost, reason);
  }

  /** Once for each request, however often that is noticed. */
  private void isAnswered() {
    if (receiving) {
      receiving = false;
      room.isAnswered(this);
      endsAfter(limits.answering(), ClosedFor.OVERDUE);
    }
  }

  private void endsAfter(Duration time, ClosedFor reason) {
    cancelDeadline();
    deadline = timer.schedule(() -> close(reason), time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void cancelDeadline() {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  private void close(ClosedFor reason) {
    if (room.leave(this)) {
      closed(reason);
    }
  }

  /** It has left the room for that reason. */
  void closed(ClosedFor reason) {
    InetAddress from = socket.getInetAddress();
    end();
    observer.closed(reason, from);
  }

  /** Ends it at once, below TLS, which would wait for the other side. */
  void end() {
    try {
      socket.close();
    } catch (IOException e) {
      // There is nothing left to close.
    }
  }
}
