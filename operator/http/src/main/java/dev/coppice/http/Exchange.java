package dev.coppice.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/** One request and its answer. For one thread. */
public final class Exchange {

  /** What is refused for its size is read to here, or its sender would miss the answer. */
  private static final int MOST_SKIPPED = 4 << 20;

  private final ClassicHttpRequest request;
  private final ResponseTrigger trigger;
  private final RequestBody body;
  private final Runnable whole;
  private final ClassicHttpResponse response = new BasicClassicHttpResponse(200);
  private boolean answered;

  Exchange(ClassicHttpRequest request, ResponseTrigger trigger, Runnable whole) throws IOException {
    this.request = request;
    this.trigger = trigger;
    this.whole = whole;
    HttpEntity entity = request.getEntity();
    if (entity == null) {
      whole.run();
    }
    this.body =
        new RequestBody(
            entity == null ? InputStream.nullInputStream() : entity.getContent(), whole);
  }

  /** The method, such as {@code POST}. */
  public String method() {
    return request.getMethod();
  }

  /** The path as it was sent, without a query. */
  public String path() {
    String target = request.getPath();
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The first header of that name; null if there is none. */
  public @Nullable String header(String name) {
    Header header = request.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  /** The body, as it arrives; empty if there is none. */
  public InputStream body() {
    return body;
  }

  /** A header of the answer that is still to be given. */
  public void setHeader(String name, String value) {
    response.setHeader(name, value);
  }

  /**
   * Answers, once. Returns when the answer has been sent.
   *
   * @param content is left out where the request wants none
   */
  public void answer(int status, String contentType, byte[] content) throws IOException {
    answered = true;
    if (!body.skipped(MOST_SKIPPED)) {
      request.setEntity(null);
      response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
    }
    whole.run();
    response.setCode(status);
    response.setHeader(HttpHeaders.CONTENT_TYPE, contentType);
    if (content.length > 0) {
      response.setEntity(new ByteArrayEntity(content, ContentType.parseLenient(contentType)));
    }
    try {
      trigger.submitResponse(response);
    } catch (HttpException e) {
      throw new IOException(e);
    }
  }

  boolean isAnswered() {
    return answered;
  }
}
