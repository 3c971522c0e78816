package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.coppice.kube.client.ApiServer.Call;
import dev.coppice.kube.client.ApiServer.Reply;
import dev.coppice.kube.client.ApiServer.Verb;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedListsTest {

  private static final int BOUND = 100_000;
  private static final Pattern LIMIT = Pattern.compile("limit=(\\d+)");
  private static final Pattern CONTINUE = Pattern.compile("continue=(\\d+)");

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile int pods = 20;
  private volatile int bytes = 30_000;
  private HttpServer server;
  private KubernetesClient client;

  /** An API server that has nothing but pods, all of the same size. */
  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://localhost:" + server.getAddress().getPort())
            .withRequestRetryBackoffLimit(0)
            .build();
    client =
        new KubernetesClientImpl(
            new BoundedLists(Clients.http(config, Map.of()).build(), BOUND),
            config,
            null,
            Clients.serialization());
  }

  @AfterEach
  void close() {
    client.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    Matcher limit = LIMIT.matcher(query);
    Matcher next = CONTINUE.matcher(query);
    int first = next.find() ? Integer.parseInt(next.group(1)) : 0;
    int end = limit.find() ? Math.min(pods, first + Integer.parseInt(limit.group(1))) : pods;
    asked.add(first + ".." + end);
    String items =
        IntStream.range(first, end)
            .mapToObj(i ->
                "{\"metadata\":{\"name\":\"p%d\",\"annotations\":{\"a\":\"%s\"}}}"
                    .formatted(i, "x".repeat(bytes)))
            .collect(Collectors.joining(","));
    byte[] body =
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"%s\"},\"items\":[%s]}"
            .formatted(end < pods ? end : "", items)
            .getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException _) {
      // Given up, as it has to be.
    }
  }

  private List<String> list(long limit) {
    List<String> names = new ArrayList<>();
    String next = null;
    do {
      PodList page =
          client
              .pods()
              .inAnyNamespace()
              .list(new ListOptionsBuilder().withLimit(limit).withContinue(next).build());
      page.getItems().forEach(pod -> names.add(pod.getMetadata().getName()));
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return names;
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
  }

  @Test
  void a_page_that_is_too_large_is_asked_for_in_halves() {
    assertThat(list(10)).isEqualTo(names(20));

    assertThat(asked)
        .startsWith("0..10", "0..5", "0..2", "2..4", "4..6")
        .hasSize(2 + 10)
        .endsWith("18..20");
  }

  @Test
  void what_fits_is_remembered_and_grows_with_small_pages() {
    list(10);
    asked.clear();
    bytes = 100;

    assertThat(list(10)).isEqualTo(names(20));
    assertThat(asked).containsExactly("0..2", "2..6", "6..14", "14..20");
  }

  @Test
  void a_page_of_one_object_is_as_large_as_the_object() {
    pods = 3;
    bytes = 4 * BOUND;

    assertThat(list(4)).isEqualTo(names(3));
    assertThat(asked).containsExactly("0..3", "0..2", "0..1", "1..2", "2..3");
  }

  @Test
  void small_pages_are_asked_for_as_they_are_meant() {
    bytes = 10;

    assertThat(list(10)).isEqualTo(names(20));
    assertThat(asked).containsExactly("0..10", "10..20");
  }

  @Test
  void a_list_without_pages_that_is_too_large_fails() {
    assertThatThrownBy(() -> client.pods().inAnyNamespace().list())
        .isInstanceOf(KubernetesClientException.class)
        .hasStackTraceContaining("more than 100000 bytes");
    assertThat(asked).hasSize(1);
  }

  @Test
  void calls_of_ours_are_bounded_as_well() {
    ApiServer api = new HttpApiServer(client);
    ResourcePath path = ResourcePath.collection(Pod.class, "ns").with(Map.of("limit", "4"));

    Reply reply = api.send(Call.read(Verb.LIST, path));

    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Answered.class,
            answered -> assertThat(answered.body()).contains("\"p1\"").doesNotContain("\"p2\""));
    assertThat(asked).containsExactly("0..4", "0..2");
  }
}
