package dev.coppice.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Gives up a list, or a page of one, while it arrives, as soon as it is too large. A single object
 * is as large as an API server lets it be.
 */
final class PageBound implements Interceptor {

  private final long mostBytes;

  /**
   * Bounds what is read.
   *
   * @param mostBytes of a list, or of a page of more than one object
   */
  PageBound(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** That it was given up. */
  static final class PageTooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    private PageTooLargeException(long mostBytes) {
      super("a list, or a page of one, has more than %d bytes".formatted(mostBytes));
    }
  }

  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    boolean isOfOne = ListPage.of(request).filter(page -> page.limit() == 1).isPresent();
    return ListPage.isRead(request) && !isOfOne ? new Counting(consumer, mostBytes) : consumer;
  }

  private static final class Counting implements AsyncBody.Consumer<List<ByteBuffer>> {

    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final long mostBytes;
    private long bytes;

    Counting(AsyncBody.Consumer<List<ByteBuffer>> consumer, long mostBytes) {
      this.consumer = consumer;
      this.mostBytes = mostBytes;
    }

    @Override
    public void consume(List<ByteBuffer> some, AsyncBody body) throws Exception {
      bytes += some.stream().mapToLong(Buffer::remaining).sum();
      if (bytes > mostBytes) {
        throw new PageTooLargeException(mostBytes);
      }
      consumer.consume(some, body);
    }

    @Override
    public <U> U unwrap(Class<U> target) {
      return consumer.unwrap(target);
    }
  }
}
