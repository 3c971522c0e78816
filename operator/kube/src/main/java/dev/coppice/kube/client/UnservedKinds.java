package dev.coppice.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Hears when a list, a watch or a create is answered with 404: the API server does not serve the
 * kind, or not any more, unless it is the namespace of the create that is missing. The client's
 * informers go on asking without a word, which is why somebody has to hear it here. Safe for use by
 * many threads.
 */
public final class UnservedKinds implements Interceptor {

  private static final Pattern COLLECTION =
      Pattern.compile("/apis/[^/]+/[^/]+/(namespaces/[^/]+/)?[^/]+$");

  private volatile Runnable listener = () -> {};

  /** Calls this each time, on a thread of the client: it must not wait. */
  public void listen(Runnable newListener) {
    listener = newListener;
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    if (response.code() == HttpURLConnection.HTTP_NOT_FOUND
        && COLLECTION.matcher(request.uri().getPath()).find()) {
      listener.run();
    }
  }
}
