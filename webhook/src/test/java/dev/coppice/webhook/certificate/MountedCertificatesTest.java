package dev.coppice.webhook.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import dev.coppice.tls.CertificateAuthority;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.LeafRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountedCertificatesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final ServerNames NAMES =
      ServerNames.ofService("webhook", "coppice", "cluster.local");

  @TempDir private Path folder;
  private final PresentedCertificate presented = new PresentedCertificate();
  private final SteppedClock clock = new SteppedClock();
  private final CertificateReport report = new CertificateReport(NAMES, presented, clock);
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final CertificateAuthority authority =
      CertificateAuthority.create("test", clock, Duration.ofDays(90));
  private MountedCertificates certificates;

  @AfterEach
  void stop() {
    if (certificates != null) {
      certificates.close();
    }
  }

  private CertifiedKey issue() {
    return issue("webhook.coppice.svc");
  }

  private CertifiedKey issue(String name) {
    return authority.issue(LeafRequest.server(name, List.of(name), List.of(), Duration.ofDays(90)));
  }

  private MountedCertificates in(Path place) throws IOException {
    return MountedCertificates.in(place, NAMES, presented, report, clock);
  }

  private void start() throws IOException {
    certificates = in(folder);
    certificates.start();
  }

  /** As the kubelet does it: a new folder, and a link that is moved to it in one step. */
  private void mount(String version, CertifiedKey leaf) throws IOException {
    Path data = Files.createDirectory(folder.resolve(version));
    write(data, leaf);
    Path fresh = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of(version));
    Files.move(fresh, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    for (String file : List.of("tls.crt", "tls.key")) {
      if (!Files.exists(folder.resolve(file))) {
        Files.createSymbolicLink(folder.resolve(file), Path.of("..data", file));
      }
    }
  }

  private void write(Path target, CertifiedKey leaf) throws IOException {
    Files.writeString(
        target.resolve("tls.crt"), leaf.certificatePem() + authority.identity().certificatePem());
    Files.writeString(target.resolve("tls.key"), leaf.privateKeyPem());
  }

  private void awaitPresented(X509Certificate certificate) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(presented.get().map(ServingIdentity::certificate)).contains(certificate));
    await().atMost(PATIENCE).until(() -> certificates.complaint().isEmpty());
  }

  @Test
  void presents_what_is_mounted_with_the_whole_chain() throws IOException {
    CertifiedKey leaf = issue();
    mount("..2026_01", leaf);

    start();

    awaitPresented(leaf.certificate());
    assertThat(presented.get().orElseThrow().chain())
        .containsExactly(leaf.certificate(), authority.certificate());
  }

  @Test
  void follows_the_link_when_the_secret_changes() throws IOException {
    mount("..2026_01", issue());
    start();
    CertifiedKey renewed = issue();

    mount("..2026_02", renewed);

    awaitPresented(renewed.certificate());
  }

  @Test
  void waits_for_files_that_are_not_there_yet() throws IOException {
    start();
    assertThat(certificates.complaint())
        .hasValueSatisfying(text -> assertThat(text).startsWith("no certificate yet: no file"));
    CertifiedKey leaf = issue();

    write(folder, leaf);

    awaitPresented(leaf.certificate());
  }

  @Test
  void keeps_what_it_has_while_files_do_not_fit_together() throws IOException {
    CertifiedKey first = issue();
    CertifiedKey second = issue();
    write(folder, first);
    start();

    Files.writeString(folder.resolve("tls.crt"), "half a certifi");
    Files.writeString(folder.resolve("tls.crt"), second.certificatePem());
    assertThat(presented.get().map(ServingIdentity::certificate)).contains(first.certificate());
    Files.writeString(folder.resolve("tls.key"), second.privateKeyPem());

    awaitPresented(second.certificate());
  }

  @Test
  void a_certificate_that_nobody_renews_is_told_of_days_before_it_ends() throws IOException {
    report.measure(registry);
    write(folder, issue());
    start();
    assertThat(report.notice()).isEmpty();
    assertThat(faults("ending")).isZero();

    clock.advance(Duration.ofDays(76));

    assertThat(certificates.complaint()).isEmpty();
    assertThat(report.notice())
        .hasValueSatisfying(text ->
            assertThat(text)
                .startsWith("CN=webhook.coppice.svc ends at ")
                .endsWith(" and has not been renewed"));
    assertThat(faults("ending")).isEqualTo(1);

    clock.advance(Duration.ofDays(15));

    assertThat(certificates.complaint())
        .hasValueSatisfying(text -> assertThat(text).startsWith("tls.crt has ended at "));
    assertThat(faults("ending")).isZero();
    assertThat(faults("ended")).isEqualTo(1);
  }

  private double faults(String fault) {
    return registry.get("coppice.admission.certificate.faults").tag("fault", fault).gauge().value();
  }

  @Test
  void a_certificate_for_another_name_is_complained_of() throws IOException {
    write(folder, issue("other.coppice.svc"));

    start();

    assertThat(certificates.complaint()).contains("tls.crt does not name webhook.coppice.svc");
  }

  @Test
  void a_certificate_that_works_is_kept_while_another_one_does_not() throws IOException {
    CertifiedKey first = issue();
    write(folder, first);
    start();

    write(folder, issue("other.coppice.svc"));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(report.notice()).contains("tls.crt does not name webhook.coppice.svc"));
    assertThat(presented.get().map(ServingIdentity::certificate)).contains(first.certificate());
    assertThat(certificates.complaint()).isEmpty();

    write(folder, issue());

    await().atMost(PATIENCE).until(() -> report.notice().isEmpty());
    assertThat(presented.get().map(ServingIdentity::certificate))
        .isPresent()
        .isNotEqualTo(Optional.of(first.certificate()));
  }

  @Test
  void a_folder_that_is_not_there_is_told_before_anything_runs() {
    Path absent = folder.resolve("absent");

    assertThatIOException().isThrownBy(() -> in(absent)).withMessage(absent + ": no such folder");
  }
}
