package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.kube.trust.Registrations;
import dev.coppice.kube.trust.SharedSecret;
import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import dev.coppice.webhook.registration.InstalledRegistrations;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true)
class SelfMadeCertificatesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", Installed.NAMESPACE, "cluster.local");
  private static final Lifetimes LIFETIMES =
      new Lifetimes(
          Duration.ofDays(300), Duration.ofDays(90), Duration.ofMinutes(10), Duration.ofDays(1));

  @SuppressWarnings("unused") // set by the extension
  private KubernetesClient client;

  private final SteppedClock clock = new SteppedClock();
  private final List<Replica> replicas = new ArrayList<>();

  private static final InstalledRegistrations REGISTRATIONS =
      new InstalledRegistrations(false, Optional.empty(), false);

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
            new SharedSecret(client, Installed.NAMESPACE, Installed.SECRET),
            new Registrations(client, REGISTRATIONS.required(), REGISTRATIONS.optional()),
            NAMES,
            presented,
            new CertificateReport(NAMES, presented, clock),
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

  private Installed installed() {
    return new Installed(client);
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
    List<String> bundles = installed().bundles();
    assertThat(bundles).hasSize(6).containsOnly(installed().stored().get("ca.crt"));
    List<X509Certificate> trusted = Pem.certificates(Installed.decode(bundles.getFirst()));
    assertThat(replicas)
        .allSatisfy(replica ->
            assertThat(trusted)
                .anyMatch(
                    authority -> CertificateAuthority.signed(authority, replica.certificate())));
  }

  @Test
  void from_nothing_comes_a_certificate_that_the_API_server_trusts() {
    installed().register();

    replica().certificates().start();

    awaitSettled();
    assertThat(replicas.getFirst().certificate().getSubjectX500Principal().getName())
        .isEqualTo("CN=webhook.coppice.svc");
  }

  @Test
  void replicas_that_start_cold_at_once_agree() {
    installed().register();
    List<Replica> all = List.of(replica(), replica(), replica());

    all.parallelStream().forEach(replica -> replica.certificates().start());

    awaitSettled();
    assertThat(all).extracting(Replica::certificate).containsOnly(all.getFirst().certificate());
    assertThat(installed().authorities()).isEqualTo(1);
  }

  @Test
  void a_secret_is_filled_and_keeps_what_else_it_says() {
    installed().register();
    installed()
        .secret()
        .edit(secret ->
            new SecretBuilder(secret)
                .editMetadata()
                .addToLabels("kept", "yes")
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(Map.of("tls.crt", "", "tls.key", ""))
                .build());

    replica().certificates().start();

    awaitSettled();
    assertThat(installed().secret().get().getMetadata().getLabels()).containsEntry("kept", "yes");
  }

  @Test
  void a_bundle_is_all_that_changes_in_a_registration() {
    installed().register();
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("scale-validating-webhook")
        .edit(object -> {
          object.getMetadata().setAnnotations(Map.of("kept", "yes"));
          object.getWebhooks().getFirst().setTimeoutSeconds(3);
          return object;
        });

    replica().certificates().start();

    awaitSettled();
    ValidatingWebhookConfiguration registration =
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .withName("scale-validating-webhook")
            .get();
    assertThat(registration.getMetadata().getAnnotations()).containsEntry("kept", "yes");
    assertThat(registration.getWebhooks().getFirst().getTimeoutSeconds()).isEqualTo(3);
  }

  @Test
  void says_what_is_missing_until_it_is_registered() {
    Replica replica = replica();
    replica.certificates().start();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(replica.certificates().complaint())
                .contains(
                    "no Secret coppice/webhook-cert; coppice webhooks --apply, or the chart, makes"
                        + " it"));
    installed().makeSecret();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(replica.certificates().complaint())
                .hasValueSatisfying(complaint ->
                    assertThat(complaint)
                        .startsWith(
                            "no MutatingWebhookConfiguration podcliqueset-defaulting-webhook,")));

    Installed.registrations().forEach(registration -> client.resource(registration).create());

    awaitSettled();
  }

  @Test
  void a_bundle_that_somebody_emptied_is_put_back() {
    installed().register();
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
  void an_emptied_secret_is_filled_anew_and_nobody_loses_trust() {
    installed().register();
    replica().certificates().start();
    replica().certificates().start();
    awaitSettled();
    X509Certificate before = replicas.getFirst().certificate();

    installed().secret().edit(secret -> new SecretBuilder(secret).withData(Map.of()).build());

    awaitAuthorities(2);
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
  void a_deleted_secret_disturbs_nobody_and_is_filled_when_it_is_there_again() {
    installed().register();
    replica().certificates().start();
    awaitSettled();
    X509Certificate before = replicas.getFirst().certificate();

    installed().secret().delete();
    installed().makeSecret();

    awaitAuthorities(2);
    awaitSettled();
    assertThat(replicas.getFirst().certificate()).isEqualTo(before);
  }

  private void awaitAuthorities(int expected) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(installed().authorities()).isEqualTo(expected));
  }

  @Test
  void a_broken_secret_is_repaired() {
    installed().register();
    replica().certificates().start();
    awaitSettled();

    installed()
        .secret()
        .edit(secret -> {
          Map<String, String> data = new HashMap<>(secret.getData());
          data.put("tls.key", "AAAA");
          data.put("ca.key", "AAAA");
          secret.setData(data);
          return secret;
        });

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(judged().set().authority()).isNotNull());
    awaitSettled();
    assertThat(judged().set().serving()).isNotNull();
  }

  private Soundness judged() {
    return new Judgement(NAMES, clock.instant()).of(SecretLayout.read(installed().stored()));
  }

  @Test
  void certificates_of_others_are_used_once_they_are_trusted_and_renewed_with_their_authority() {
    installed().register();
    replica().certificates().start();
    replica().certificates().start();
    awaitSettled();
    X509Certificate before = replicas.getFirst().certificate();
    CertifiedKey authority = Foreign.authority("RSA").selfSigned();
    Instant end = clock.instant().plus(Duration.ofDays(30));
    CertifiedKey theirs =
        Foreign.server("webhook.coppice.svc", "RSA")
            .lasting(clock.instant(), end)
            .signedBy(authority);

    put(Foreign.secret(authority, theirs));

    awaitAuthorities(2);
    awaitSettled();
    assertThat(replicas).extracting(Replica::certificate).containsOnly(before);

    advance(LIFETIMES.settling());
    awaitPresented(theirs.certificate());

    advance(Duration.ofDays(20));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          // Who meets the new bundle before it is published lets it settle.
          advance(LIFETIMES.settling());
          assertThat(replicas)
              .extracting(Replica::certificate)
              .doesNotContain(before, theirs.certificate());
        });
    awaitAuthorities(1);
    awaitSettled();
    assertThat(CertificateAuthority.signed(authority.certificate(), certificate())).isTrue();
  }

  private void put(Map<String, String> data) {
    installed().secret().edit(secret -> new SecretBuilder(secret).withData(data).build());
  }

  private X509Certificate certificate() {
    return replicas.getFirst().certificate();
  }

  private void awaitPresented(X509Certificate certificate) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(replicas).extracting(Replica::certificate).containsOnly(certificate));
    awaitSettled();
  }

  @Test
  void an_authority_is_renewed_step_by_step_and_is_trusted_at_each_of_them() {
    installed().register();
    replica().certificates().start();
    replica().certificates().start();
    awaitSettled();
    X509Certificate first = replicas.getFirst().certificate();

    // What was presented is over by then, so that it is renewed first.
    advance(LIFETIMES.authority().multipliedBy(2).dividedBy(3));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(installed().authorities()).isEqualTo(2));
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
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(installed().authorities()).isEqualTo(1));
    awaitSettled();
  }
}
