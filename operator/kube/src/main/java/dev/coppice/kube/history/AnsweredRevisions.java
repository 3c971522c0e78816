package dev.coppice.kube.history;

import dev.coppice.core.history.History;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every answer that tells of revisions, and of every watch that begins or fails. The first
 * lists of a process are not read: nothing was seen that they could be compared with, and their
 * watches tell their revisions. Safe for use by many threads.
 */
public final class AnsweredRevisions implements Interceptor {

  private static final int SWITCHING_PROTOCOLS = 101;

  private final ClusterHistory history;

  /** One for all clients of a process. */
  public AnsweredRevisions(ClusterHistory history) {
    this.history = history;
  }

  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    return Question.of(request)
        .filter(this::isWorthReading)
        .<AsyncBody.Consumer<List<ByteBuffer>>>map(
            question -> new Reading(consumer, question, history.seen()))
        .orElse(consumer);
  }

  private boolean isWorthReading(Question question) {
    return switch (question.sort()) {
      case WATCH -> false;
      case LIST, CREATE -> history.seen().knows(question.subject());
      case LEASE -> true;
    };
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.@Nullable Consumer<List<ByteBuffer>> consumer) {
    Reading reading = consumer == null ? null : consumer.unwrap(Reading.class);
    if (reading != null) {
      reading.answered(response.code());
    }
    // A web socket has no consumer.
    int began = consumer == null ? SWITCHING_PROTOCOLS : HttpURLConnection.HTTP_OK;
    watch(request)
        .ifPresent(watch -> {
          if (response.code() == began) {
            history.watchBegan(watch);
          } else {
            history.watchFailed(watch);
          }
        });
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    watch(request).ifPresent(history::watchFailed);
  }

  private static Optional<Question> watch(HttpRequest request) {
    return Question.of(request).filter(question -> question.sort() == Question.Sort.WATCH);
  }

  /** Reads along. */
  private final class Reading implements AsyncBody.Consumer<List<ByteBuffer>> {

    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final Question question;
    private final History before;
    private final RevisionReader reader = new RevisionReader();
    private boolean counts;

    Reading(AsyncBody.Consumer<List<ByteBuffer>> consumer, Question question, History before) {
      this.consumer = consumer;
      this.question = question;
      this.before = before;
    }

    synchronized void answered(int status) {
      counts = question.isAnsweredBy(status);
    }

    @Override
    public void consume(List<ByteBuffer> some, AsyncBody body) throws Exception {
      read(some);
      consumer.consume(some, body);
    }

    private synchronized void read(List<ByteBuffer> some) {
      if (!counts) {
        return;
      }
      for (ByteBuffer buffer : some) {
        OptionalLong revision = reader.read(buffer);
        if (revision.isPresent()) {
          history.answered(question.subject(), before, revision.getAsLong());
        }
      }
    }

    @Override
    public <U> @Nullable U unwrap(Class<U> target) {
      return target.isInstance(this) ? target.cast(this) : consumer.unwrap(target);
    }
  }
}
