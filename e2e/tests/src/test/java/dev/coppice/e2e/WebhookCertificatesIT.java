package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.OperatorProcess;
import dev.coppice.testkit.RegisteredWebhook;
import dev.coppice.testkit.WebhookRegistration;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.plane.Installation;
import dev.coppice.testkit.plane.PlaneUser;
import dev.coppice.testkit.review.Answers;
import dev.coppice.testkit.review.SteadyLoad;
import dev.coppice.tls.Pem;
import dev.coppice.tls.Trust;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The webhook looks after its own certificates, whatever becomes of them. */
@OnCoppice
@EndsUnsettled("nothing is stored by writes that are only tried")
class WebhookCertificatesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Much longer than a new authority is known before it signs. */
  private static final Duration PATIENCE_UNDER_LOAD = Duration.ofMinutes(3);

  /** Each is reviewed twice. */
  private static final int WRITES_A_SECOND = 25;

  private KubernetesClient client;
  private Resource<Secret> secret;

  @BeforeEach
  void open(ControlPlane plane) {
    client = plane.client();
    secret =
        client.secrets().inNamespace(Installation.NAMESPACE).withName("grove-webhook-server-cert");
  }

  @Test
  void authority_and_certificate_change_under_load_without_a_failed_review() throws Exception {
    X509Certificate authority = trusted().getFirst();

    assertChangesWithoutAFailedReview(this::empty);

    assertThat(trusted()).hasSizeGreaterThan(1).contains(authority);
    assertThat(trusted().getFirst()).isNotEqualTo(authority);
  }

  @ParameterizedTest
  @EnumSource
  void what_others_put_into_the_Secret_is_used_or_replaced_without_a_failed_review(
      ForeignSecret foreign, @TempDir Path directory) throws Exception {
    Map<String, String> data = foreign.data(directory);

    assertChangesWithoutAFailedReview(
        () -> secret.edit(seen -> new SecretBuilder(seen).withData(data).build()));

    assertThat(data.get("tls.crt").equals(secret.require().getData().get("tls.crt")))
        .as("it is used")
        .isEqualTo(foreign.isSound());
    WebhookRegistration.awaitAnswers(client);
  }

  /** While users write, and until new callers get another certificate, the one in the Secret. */
  private void assertChangesWithoutAFailedReview(Runnable act) throws Exception {
    X509Certificate before = presented();
    AtomicBoolean changed = new AtomicBoolean();
    Answers answers;
    try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
      var load =
          users.submit(
              () -> new SteadyLoad(List.of(write(users)), WRITES_A_SECOND).runUntil(changed::get));
      try {
        act.run();
        await()
            .atMost(PATIENCE_UNDER_LOAD)
            .ignoreExceptionsMatching(e -> !(e instanceof SSLException))
            .until(() -> !presented().equals(before) && presented().equals(serving()));
      } finally {
        changed.set(true);
      }
      answers = load.get();
    }

    System.out.println(answers);
    assertThat(answers.failures()).isEmpty();
    serving().verify(trusted().getFirst().getPublicKey());
  }

  /** What a caller gets who trusts whom the registrations say, for the host that they say. */
  private X509Certificate presented() throws IOException {
    WebhookClientConfig called =
        registration().require().getWebhooks().getFirst().getClientConfig();
    URI url = URI.create(called.getUrl());
    try (SSLSocket socket =
        (SSLSocket)
            Trust.inPem(decoded(called.getCaBundle()))
                .context()
                .getSocketFactory()
                .createSocket(url.getHost(), url.getPort())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  void a_bundle_that_somebody_empties_is_put_back() {
    String before =
        registration().require().getWebhooks().getFirst().getClientConfig().getCaBundle();

    registration()
        .edit(object -> {
          object.getWebhooks().getFirst().getClientConfig().setCaBundle("");
          return object;
        });
    Instant emptied = Instant.now();

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() ->
            before.equals(
                registration().require().getWebhooks().getFirst().getClientConfig().getCaBundle()));
    System.out.printf(
        "the bundle was back after %d ms%n", Duration.between(emptied, Instant.now()).toMillis());
    WebhookRegistration.awaitAnswers(client);
  }

  @Test
  void a_replica_that_starts_is_not_there_or_answers(RegisteredWebhook webhook, Kubectl kubectl)
      throws Exception {
    webhook.process().terminate();

    Set<String> failures = new HashSet<>();
    try (ExecutorService starter = Executors.newVirtualThreadPerTaskExecutor()) {
      var starting = starter.submit(webhook::startAgain);
      while (!starting.isDone()) {
        failures.add(refusalOfAWrite(kubectl));
      }
      starting.get();
    }

    failures.remove("");
    System.out.println(failures);
    assertThat(failures)
        .isNotEmpty()
        .allSatisfy(refusal -> assertThat(refusal).contains("connection refused"));
    assertThat(refusalOfAWrite(kubectl)).isEmpty();
  }

  /** By a client that does not try again by itself; empty if it is granted. */
  private static String refusalOfAWrite(Kubectl kubectl) {
    Kubectl.Result result =
        kubectl.call(
            Sets.manifest("probe", 0, Sets.clique("probe", 1, 1)),
            "apply",
            "--dry-run=server",
            "-f",
            "-");
    return result.code() == 0 ? "" : result.err();
  }

  @Test
  void two_replicas_that_start_cold_at_once_agree(
      ControlPlane plane, RegisteredWebhook webhook, @TempDir Path directory) throws Exception {
    webhook.process().terminate();
    empty();

    List<OperatorProcess> replicas =
        Stream.of("one", "two")
            .map(name ->
                OperatorProcess.in(directory.resolve(name), plane.kubeconfig(PlaneUser.WEBHOOK))
                    .subcommand("webhook")
                    .launch())
            .toList();
    try {
      replicas.forEach(OperatorProcess::awaitReady);

      for (OperatorProcess replica : replicas) {
        WebhookRegistration.apply(replica, plane.kubeconfig(PlaneUser.ADMIN));
        replica.awaitReady();
        WebhookRegistration.awaitAnswers(client);
      }
      serving().verify(trusted().getFirst().getPublicKey());
    } finally {
      replicas.forEach(OperatorProcess::close);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT5M", "PT-5M"})
  void a_replica_on_a_machine_whose_clock_is_wrong_makes_certificates_that_hold(
      Duration ahead, ControlPlane plane, RegisteredWebhook webhook, @TempDir Path directory) {
    webhook.process().terminate();
    empty();

    WrongClock clock = new WrongClock(directory.resolve("clock"), ahead);
    try (OperatorProcess replica =
        clock
            .of(
                OperatorProcess.in(directory, plane.kubeconfig(PlaneUser.WEBHOOK))
                    .subcommand("webhook"))
            .launch()) {
      replica.awaitReady();
      WebhookRegistration.apply(replica, plane.kubeconfig(PlaneUser.ADMIN));
      replica.awaitReady();
      WebhookRegistration.awaitAnswers(client);

      assertThat(serving().getNotBefore().toInstant())
          .as("five minutes before it was made")
          .isCloseTo(Instant.now().minus(Duration.ofMinutes(5)), within(1, ChronoUnit.MINUTES));
    }
  }

  /** As whoever wants everything new does it. */
  private void empty() {
    secret.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":null}");
  }

  private Supplier<CompletionStage<Boolean>> write(ExecutorService users) {
    return () -> CompletableFuture.supplyAsync(() -> WebhookRegistration.tryWrite(client), users);
  }

  private Resource<ValidatingWebhookConfiguration> registration() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("podcliqueset-validating-webhook");
  }

  /** Whom the API server trusts, the newest first. */
  private List<X509Certificate> trusted() {
    return Pem.certificates(
        decoded(registration().require().getWebhooks().getFirst().getClientConfig().getCaBundle()));
  }

  private X509Certificate serving() {
    return Pem.certificate(decoded(secret.require().getData().get("tls.crt")));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
