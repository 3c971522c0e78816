package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.core.admission.protection.TrustedUsers;
import dev.coppice.kube.trust.Registrations;
import dev.coppice.kube.trust.SharedSecret;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.Pem;
import dev.coppice.webhook.registration.Destination;
import dev.coppice.webhook.registration.RegistrationObjects;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class SelfMadeCertificatesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NAMESPACE = "coppice";
  private static final String SECRET = "webhook-cert";
  private static final Lifetimes LIFETIMES =
      new Lifetimes(
          Duration.ofDays(300), Duration.ofDays(90), Duration.ofMinutes(10), Duration.ofDays(1));

  @SuppressWarnings("unused") // set by the extension
  private KubernetesClient client;

  private final SteppedClock clock = new SteppedClock();
  private final List<Replica> replicas = new ArrayList<>();

  /** A time that goes on when a test says so. */
  private static final class SteppedClock extends Clock {
    private volatile Instant now = Instant.now();

    void advance(Duration step) {
      now = now.plus(step);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** One process. */
  private record Replica(PresentedCertificate presented, SelfMadeCertificates certificates) {
    X509Certificate certificate() {
      return presented.get().orElseThrow().certificate();
    }
  }

  private Replica replica() {
    PresentedCertificate presented = new PresentedCertificate();
    SelfMadeCertificates certificates =
        new SelfMadeCertificates(
            new SharedSecret(client, NAMESPACE, SECRET),
            new Registrations(
                client, RegistrationObjects.ALWAYS, RegistrationObjects.FOR_PROTECTION),
            ServerNames.ofService("webhook", NAMESPACE),
            presented,
            clock,
            LIFETIMES);
    Replica replica = new Replica(presented, certificates);
    replicas.add(replica);
    return replica;
  }

  @AfterEach
  void stop() {
    replicas.forEach(replica -> replica.certificates().close());
  }

  private void register() {
    new RegistrationObjects(
            new Destination.Service(NAMESPACE, "webhook", 9443),
            false,
            TrustedUsers.CLUSTER,
            TrustedUsers.MACHINERY)
        .all()
        .forEach(registration -> client.resource(registration).create());
  }

  private void advance(Duration step) {
    clock.advance(step);
    replicas.forEach(replica -> replica.certificates().wake());
  }

  private void awaitSettled() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(replicas)
              .allSatisfy(replica -> assertThat(replica.certificates().complaint()).isEmpty());
          assertTrusted();
        });
  }

  /** Whoever trusts what any registration says trusts what every replica presents. */
  private void assertTrusted() {
    List<String> bundles = bundles();
    assertThat(bundles).hasSize(4).containsOnly(stored().get("ca.crt"));
    List<X509Certificate> trusted = Pem.certificates(decode(bundles.getFirst()));
    assertThat(replicas)
        .allSatisfy(replica ->
            assertThat(trusted)
                .anyMatch(
                    authority -> CertificateAuthority.signed(authority, replica.certificate())));
  }

  private List<String> bundles() {
    return clientConfigs().map(WebhookClientConfig::getCaBundle).toList();
  }

  private Stream<WebhookClientConfig> clientConfigs() {
    return Stream.concat(
        client
            .admissionRegistration()
            .v1()
            .mutatingWebhookConfigurations()
            .list()
            .getItems()
            .stream()
            .flatMap(configuration -> configuration.getWebhooks().stream())
            .map(webhook -> webhook.getClientConfig()),
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .list()
            .getItems()
            .stream()
            .flatMap(configuration -> configuration.getWebhooks().stream())
            .map(webhook -> webhook.getClientConfig()));
  }

  private Map<String, String> stored() {
    Secret secret = client.secrets().inNamespace(NAMESPACE).withName(SECRET).get();
    assertThat(secret).isNotNull();
    return secret.getData();
  }

  private int authorities() {
    return Pem.certificates(decode(stored().get("ca.crt"))).size();
  }

  private static String decode(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  @Test
  void from_nothing_comes_a_certificate_that_the_API_server_trusts() {
    register();

    replica().certificates().start();

    awaitSettled();
    assertThat(replicas.getFirst().certificate().getSubjectX500Principal().getName())
        .isEqualTo("CN=webhook.coppice.svc");
  }

  @Test
  void replicas_that_start_cold_at_once_agree() {
    register();
    List<Replica> all = List.of(replica(), replica(), replica());

    all.parallelStream().forEach(replica -> replica.certificates().start());

    awaitSettled();
    assertThat(all).extracting(Replica::certificate).containsOnly(all.getFirst().certificate());
    assertThat(authorities()).isEqualTo(1);
  }

  @Test
  void an_empty_secret_that_somebody_made_beforehand_is_filled() {
    register();
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(SECRET)
                .addToLabels("kept", "yes")
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(Map.of("tls.crt", "", "tls.key", ""))
                .build())
        .create();

    replica().certificates().start();

    awaitSettled();
    assertThat(
            client
                .secrets()
                .inNamespace(NAMESPACE)
                .withName(SECRET)
                .get()
                .getMetadata()
                .getLabels())
        .containsEntry("kept", "yes");
  }

  @Test
  void says_what_is_missing_until_it_is_registered() {
    Replica replica = replica();
    replica.certificates().start();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(replica.certificates().complaint())
                .hasValueSatisfying(complaint ->
                    assertThat(complaint)
                        .startsWith(
                            "no MutatingWebhookConfiguration podcliqueset-defaulting-webhook,")));

    register();

    awaitSettled();
  }

  @Test
  void a_bundle_that_somebody_emptied_is_put_back() {
    register();
    replica().certificates().start();
    awaitSettled();

    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("podcliqueset-validating-webhook")
        .edit(SelfMadeCertificatesTest::emptied);
    client
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withName("podcliqueset-defaulting-webhook")
        .edit(SelfMadeCertificatesTest::replaced);

    awaitSettled();
  }

  private static ValidatingWebhookConfiguration emptied(ValidatingWebhookConfiguration object) {
    object.getWebhooks().getFirst().getClientConfig().setCaBundle("");
    return object;
  }

  private static MutatingWebhookConfiguration replaced(MutatingWebhookConfiguration object) {
    object.getWebhooks().getFirst().getClientConfig().setCaBundle("Zm9yZWlnbg==");
    return object;
  }

  @Test
  void a_deleted_secret_is_made_again_and_nobody_loses_trust() {
    register();
    replica().certificates().start();
    replica().certificates().start();
    awaitSettled();
    X509Certificate before = replicas.getFirst().certificate();

    client.secrets().inNamespace(NAMESPACE).withName(SECRET).delete();

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(authorities()).isEqualTo(2));
    awaitSettled();
    assertThat(replicas)
        .as("presented until everybody knows the new authority")
        .extracting(Replica::certificate)
        .containsOnly(before);

    advance(LIFETIMES.settling());

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(replicas).extracting(Replica::certificate).doesNotContain(before));
    awaitSettled();
  }

  @Test
  void a_broken_secret_is_repaired() {
    register();
    replica().certificates().start();
    awaitSettled();

    client
        .secrets()
        .inNamespace(NAMESPACE)
        .withName(SECRET)
        .edit(secret -> {
          Map<String, String> data = new HashMap<>(secret.getData());
          data.put("tls.key", "AAAA");
          data.put("ca.key", "AAAA");
          secret.setData(data);
          return secret;
        });

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(SecretLayout.read(stored()).authority()).isNotNull());
    awaitSettled();
    assertThat(SecretLayout.read(stored()).serving()).isNotNull();
  }

  @Test
  void an_authority_is_renewed_step_by_step_and_is_trusted_at_each_of_them() {
    register();
    replica().certificates().start();
    replica().certificates().start();
    awaitSettled();
    X509Certificate first = replicas.getFirst().certificate();

    // What was presented is over by then, so that it is renewed first.
    advance(LIFETIMES.authority().multipliedBy(2).dividedBy(3));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(authorities()).isEqualTo(2));
    awaitSettled();
    assertThat(replicas).extracting(Replica::certificate).doesNotContain(first);

    X509Certificate second = replicas.getFirst().certificate();
    advance(LIFETIMES.settling());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(replicas).extracting(Replica::certificate).doesNotContain(second));
    awaitSettled();

    advance(LIFETIMES.overlap());
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(authorities()).isEqualTo(1));
    awaitSettled();
  }
}
