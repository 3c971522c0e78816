package dev.coppice.e2e.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.junit.OnControlPlane;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.PlaneUser;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who reads the figures where the API server is asked, with the rights that the chart gives. */
@OnControlPlane
class MetricsAuthorizationIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String READERS = "coppice-metrics-reader";

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      value = PlaneUser.class,
      names = {"OPERATOR", "WEBHOOK"})
  void only_those_read_whom_the_API_server_lets(
      PlaneUser user, ControlPlane plane, TestNamespace namespace, KubernetesClient client)
      throws Exception {
    String reader = account(client, "reader");
    String stranger = account(client, "stranger");
    ClusterRoleBinding binding = client.resource(binding(namespace.name(), "reader")).create();
    try (OperatorProcess process =
            OperatorProcess.in(directory, plane.kubeconfig(user))
                .subcommand(user == PlaneUser.OPERATOR ? "operator" : "webhook")
                .configure("server.metrics.authorization.enabled", true)
                .launch();
        HttpClient http = HttpClient.newBuilder().sslContext(trustingAll()).build()) {
      URI url = URI.create(process.metricsUrl().replaceFirst("^http:", "https:"));

      await()
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(ConnectException.class)
          .untilAsserted(() -> assertThat(get(http, url, null).statusCode()).isEqualTo(401));
      assertThat(get(http, url, "nonsense").statusCode()).isEqualTo(401);
      HttpResponse<String> refused = get(http, url, stranger);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body())
          .isEqualTo(
              "system:serviceaccount:%s:stranger may not get /metrics\n"
                  .formatted(namespace.name()));
      HttpResponse<String> answer = get(http, url, reader);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("coppice_build_info");
    } finally {
      client.resource(binding).delete();
    }
  }

  private static HttpResponse<String> get(HttpClient http, URI url, @Nullable String token)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(PATIENCE);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static String account(KubernetesClient client, String name) {
    client
        .resource(
            new ServiceAccountBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    return client.serviceAccounts().withName(name).tokenRequest().getStatus().getToken();
  }

  private static ClusterRoleBinding binding(String namespace, String name) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(namespace + "-metrics")
        .endMetadata()
        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", READERS)
        .addNewSubject()
        .withKind("ServiceAccount")
        .withNamespace(namespace)
        .withName(name)
        .endSubject()
        .build();
  }

  /** The certificate is made when the process starts: there is nothing to know it by. */
  private static SSLContext trustingAll() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    return context;
  }
}
