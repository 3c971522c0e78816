package dev.coppice.webhook.certificate;

import dev.coppice.kube.LogKeys;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what is wrong with certificates before anybody notices: those that were found, and the one
 * that is presented. Safe for use by many threads.
 */
public final class CertificateReport {

  private static final Logger LOGGER = LoggerFactory.getLogger(CertificateReport.class);

  private final PresentedCertificate presented;
  private final Presentability presentability;
  private final Clock clock;
  private volatile List<Finding> found = List.of();
  private volatile List<Finding> told = List.of();

  /** About what a server of those names presents. */
  public CertificateReport(ServerNames names, PresentedCertificate presented, Clock clock) {
    this.presented = presented;
    this.presentability = new Presentability(names);
    this.clock = clock;
  }

  /** Shows it, and when what is presented expires. */
  public void measure(MeterRegistry registry) {
    Gauge.builder(
            "coppice.admission.certificate.expiry",
            () ->
                presented
                    .get()
                    .map(identity -> (double) identity.expires().getEpochSecond())
                    .orElse(Double.NaN))
        .description("When the certificate that is presented expires, in seconds since 1970")
        .baseUnit("seconds")
        .register(registry);
    for (Fault fault : Fault.values()) {
      Gauge.builder(
              "coppice.admission.certificate.faults",
              () -> all().filter(finding -> finding.fault() == fault).count())
          .description("What is wrong with the certificates of the webhook")
          .tags("fault", fault.label())
          .register(registry);
    }
  }

  /**
   * Takes note of what was found where certificates come from, and says in the log what has changed
   * by it, or by time.
   *
   * @param key one of {@link LogKeys}, for where that is
   */
  void tell(List<Finding> findings, String key, Object origin) {
    found = List.copyOf(findings);
    List<Finding> all = all().toList();
    if (!all.equals(told) && !all.isEmpty()) {
      LOGGER
          .atWarn()
          .addKeyValue(key, origin)
          .addKeyValue(LogKeys.FAILURE, text(all.stream()))
          .log("The certificate of the webhook, or what is to replace it, is not as it should be");
    }
    told = all;
  }

  /** Why the API server does not accept what is presented; empty if it does. */
  public Optional<String> complaint() {
    return ofPresented().filter(Finding::stopsReviews).map(Finding::text);
  }

  /** What has to be done before reviews are refused; empty if nothing has. */
  public Optional<String> notice() {
    return Optional.of(text(all())).filter(Predicate.not(String::isEmpty));
  }

  /** When the next certificate has to be told of, unless something changes. */
  Optional<Instant> next() {
    Instant now = clock.instant();
    return presented.get().stream()
        .flatMap(identity -> identity.path().stream())
        .flatMap(certificate ->
            Stream.of(
                Lifetimes.overdue(certificate),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant()))
        .filter(now::isBefore)
        .min(Instant::compareTo);
  }

  private Stream<Finding> all() {
    return Stream.concat(found.stream(), ofPresented().stream()).distinct();
  }

  private Optional<Finding> ofPresented() {
    return presented.get().flatMap(identity -> presentability.lasting(identity, clock.instant()));
  }

  private static String text(Stream<Finding> findings) {
    return findings.map(Finding::text).collect(Collectors.joining("; "));
  }
}
