package dev.coppice.kube.client;

import dev.coppice.kube.client.PageBound.PageTooLargeException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists by bytes as well as by number: 500 objects may have 650 MB. A page that is too large is
 * given up while it arrives, and half as many objects are asked for in its place, down to one. How
 * many fit is remembered for each kind; the number grows again with pages that are small. A list
 * that is asked for without pages fails when it is too large.
 */
final class BoundedLists implements HttpClient {

  /** Of a page of more than one object. */
  private static final long MOST_BYTES = 8 << 20;

  private static final String BOUND = "page-bound";

  private final HttpClient http;
  private final long mostBytes;
  private final Map<String, Long> learned;

  /** Bounds the lists of this client. */
  BoundedLists(HttpClient http) {
    this(http, MOST_BYTES);
  }

  BoundedLists(HttpClient http, long mostBytes) {
    this(
        http.newBuilder().addOrReplaceInterceptor(BOUND, new PageBound(mostBytes)).build(),
        mostBytes,
        new ConcurrentHashMap<>());
  }

  private BoundedLists(HttpClient http, long mostBytes, Map<String, Long> learned) {
    this.http = http;
    this.mostBytes = mostBytes;
    this.learned = learned;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
    return ListPage.of(request)
        .map(page -> {
          long limit = learned.getOrDefault(page.collection(), page.limit());
          return send(limit < page.limit() ? page.with(limit) : page, page.limit(), type);
        })
        .orElseGet(() -> http.sendAsync(request, type));
  }

  private <T> CompletableFuture<HttpResponse<T>> send(ListPage page, long asked, Class<T> type) {
    return http.sendAsync(page.request(), type)
        .thenApply(response -> {
          if (page.limit() < asked && size(response.body()) < mostBytes / 4) {
            learned.merge(page.collection(), page.limit() * 2, Math::max);
          }
          return response;
        })
        .exceptionallyCompose(failure -> {
          if (page.limit() == 1 || !isTooLarge(failure)) {
            return CompletableFuture.failedFuture(failure);
          }
          long fewer = page.limit() / 2;
          learned.merge(page.collection(), fewer, Math::min);
          return send(page.with(fewer), asked, type);
        });
  }

  private static boolean isTooLarge(@Nullable Throwable failure) {
    return failure instanceof PageTooLargeException
        || (failure instanceof CompletionException && isTooLarge(failure.getCause()));
  }

  private static long size(Object body) {
    return switch (body) {
      case byte[] bytes -> bytes.length;
      case CharSequence text -> text.length();
      case null, default -> Long.MAX_VALUE;
    };
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
      HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return http.consumeBytes(request, consumer);
  }

  @Override
  public DerivedClientBuilder newBuilder() {
    return new Derived(http.newBuilder());
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return http.newWebSocketBuilder();
  }

  @Override
  public HttpRequest.Builder newHttpRequestBuilder() {
    return http.newHttpRequestBuilder();
  }

  @Override
  public boolean isClosed() {
    return http.isClosed();
  }

  @Override
  public void close() {
    http.close();
  }

  /** Clients that share what has been learned. */
  private final class Derived implements DerivedClientBuilder {

    private final DerivedClientBuilder builder;

    Derived(DerivedClientBuilder builder) {
      this.builder = builder;
    }

    @Override
    public HttpClient build() {
      return new BoundedLists(builder.build(), mostBytes, learned);
    }

    @Override
    public DerivedClientBuilder addOrReplaceInterceptor(String name, Interceptor interceptor) {
      builder.addOrReplaceInterceptor(name, interceptor);
      return this;
    }

    @Override
    public DerivedClientBuilder authenticatorNone() {
      builder.authenticatorNone();
      return this;
    }

    @Override
    public DerivedClientBuilder tag(Object value) {
      builder.tag(value);
      return this;
    }
  }
}
