package dev.coppice.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultProxyTest {

  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create("test", Clock.systemUTC(), Duration.ofDays(1));

  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final AtomicInteger kills = new AtomicInteger();

  @TempDir private Path directory;
  private HttpsServer server;
  private FaultProxy proxy;
  private KubernetesClient operator;

  @BeforeEach
  void start() throws IOException {
    CertifiedKey own =
        AUTHORITY.issue(
            LeafRequest.server("test", List.of(), List.of("127.0.0.1"), Duration.ofDays(1)));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(ProxyTrust.server(own)));
    server.createContext("/", this::execute);
    server.start();
    proxy = FaultProxy.start(identity(), directory.resolve("proxy"));
    Config config = Config.fromKubeconfig(proxy.kubeconfig().toFile());
    config.setRequestRetryBackoffLimit(0);
    operator = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterEach
  void stop() {
    operator.close();
    proxy.close();
    server.stop(0);
  }

  @Test
  void passes_writes_on_and_numbers_those_of_the_run() {
    FaultPlan plan = follow(Optional.empty());

    create("run", "one");
    create("elsewhere", "two");
    create("run", "three");

    assertThat(executed).hasSize(3);
    assertThat(plan.writes())
        .extracting(CountedWrite::toString)
        .containsExactly("POST configmaps/one -> 200", "POST configmaps/three -> 200");
  }

  @Test
  void kills_before_the_write_is_executed() {
    FaultPlan plan = follow(Optional.of(new Fault.KillBefore(2)));
    create("run", "one");

    assertThatThrownBy(() -> create("run", "two")).isInstanceOf(KubernetesClientException.class);

    assertThat(kills).hasValue(1);
    assertThat(executed).hasSize(1);
    assertThat(plan.struck()).contains("POST configmaps/two (held back)");
  }

  @Test
  void kills_after_the_write_is_executed() {
    FaultPlan plan = follow(Optional.of(new Fault.KillAfter(1)));

    assertThatThrownBy(() -> create("run", "one")).isInstanceOf(KubernetesClientException.class);

    assertThat(kills).hasValue(1);
    assertThat(executed).hasSize(1);
    assertThat(plan.struck()).contains("POST configmaps/one -> 200");
  }

  @Test
  void hears_nothing_of_a_dead_process_until_it_listens_again() {
    follow(Optional.of(new Fault.KillBefore(1)));
    assertThatThrownBy(() -> create("run", "one")).isInstanceOf(KubernetesClientException.class);
    assertThatThrownBy(() -> create("run", "two")).isInstanceOf(KubernetesClientException.class);

    proxy.listen();
    create("run", "three");

    assertThat(executed).hasSize(1);
  }

  @Test
  void breaks_the_connection_after_the_write_is_executed() {
    follow(Optional.of(new Fault.Drop(1)));

    assertThatThrownBy(() -> create("run", "one")).hasRootCauseInstanceOf(IOException.class);

    assertThat(executed).hasSize(1);
    assertThat(kills).hasValue(0);
  }

  @Test
  void refuses_without_executing() {
    follow(Optional.of(new Fault.Answer(1, 409)));

    assertThatThrownBy(() -> create("run", "one"))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));

    assertThat(executed).isEmpty();
  }

  @Test
  void lets_a_held_write_wait_and_others_through() throws Exception {
    follow(Optional.empty());
    Hold hold = proxy.hold("POST configmaps/one");
    CompletableFuture<Void> held = CompletableFuture.runAsync(() -> create("run", "one"));
    create("run", "two");
    assertThat(held).isNotDone();

    hold.close();

    held.get(10, TimeUnit.SECONDS);
    assertThat(executed).hasSize(2);
  }

  @Test
  void loses_a_held_write_of_a_process_that_dies() {
    FaultPlan plan = follow(Optional.of(new Fault.KillBefore(2)));
    Hold hold = proxy.hold("POST configmaps/one");
    CompletableFuture<Void> held = CompletableFuture.runAsync(() -> create("run", "one"));
    await().until(() -> plan.writes().size() == 1);
    assertThatThrownBy(() -> create("run", "two")).isInstanceOf(KubernetesClientException.class);
    proxy.listen();

    hold.close();

    assertThat(held).failsWithin(Duration.ofSeconds(10));
    assertThat(executed).isEmpty();
  }

  @Test
  void loses_a_late_write_of_a_process_that_dies() {
    FaultPlan plan =
        follow(
            new FaultPlan(
                "run",
                new Strikes() {
                  @Override
                  public Optional<Fault.OnWrite> atWrite(int number) {
                    return Optional.of(
                        number == 1
                            ? new Fault.Late(1, Duration.ofSeconds(2))
                            : new Fault.KillBefore(number));
                  }

                  @Override
                  public Optional<Fault.OnWatch> atEvent(int number) {
                    return Optional.empty();
                  }
                },
                kills::incrementAndGet));
    CompletableFuture<Void> late = CompletableFuture.runAsync(() -> create("run", "one"));
    await().until(() -> plan.writes().size() == 1);

    assertThatThrownBy(() -> create("run", "two")).isInstanceOf(KubernetesClientException.class);

    assertThat(late).failsWithin(Duration.ofSeconds(10));
    assertThat(executed).isEmpty();
  }

  private FaultPlan follow(Optional<Fault> fault) {
    return follow(new FaultPlan("run", fault, kills::incrementAndGet));
  }

  private FaultPlan follow(FaultPlan plan) {
    proxy.follow(plan);
    return plan;
  }

  private void create(String namespace, String name) {
    operator
        .configMaps()
        .inNamespace(namespace)
        .resource(new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private void execute(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      executed.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Path identity() throws IOException {
    CertifiedKey client =
        AUTHORITY.issue(LeafRequest.client("operator", List.of(), Duration.ofDays(1)));
    var config =
        new ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext("test")
            .addNewCluster()
            .withName("test")
            .withNewCluster()
            .withServer("https://127.0.0.1:" + server.getAddress().getPort())
            .withCertificateAuthorityData(encode(AUTHORITY.identity().certificatePem()))
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName("test")
            .withNewUser()
            .withClientCertificateData(encode(client.certificatePem()))
            .withClientKeyData(encode(client.privateKeyPem()))
            .endUser()
            .endUser()
            .addNewContext()
            .withName("test")
            .withNewContext()
            .withCluster("test")
            .withUser("test")
            .endContext()
            .endContext()
            .build();
    Path file = directory.resolve("identity");
    Files.writeString(file, Serialization.asYaml(config));
    return file;
  }

  private static String encode(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
  }
}
