package dev.coppice.webhook;

import dev.coppice.kube.client.FailureReason;
import dev.coppice.kube.trust.Registrations;
import dev.coppice.kube.trust.SharedSecret;
import dev.coppice.webhook.WebhookSettings.Certificates.Mounted;
import dev.coppice.webhook.WebhookSettings.Certificates.SelfMade;
import dev.coppice.webhook.certificate.CertificateReport;
import dev.coppice.webhook.certificate.CertificateSource;
import dev.coppice.webhook.certificate.MountedCertificates;
import dev.coppice.webhook.certificate.PresentedCertificate;
import dev.coppice.webhook.certificate.SelfMadeCertificates;
import dev.coppice.webhook.decision.QueueDefaulting;
import dev.coppice.webhook.decision.QueueReview;
import dev.coppice.webhook.lookup.CachedQueues;
import dev.coppice.webhook.lookup.ClusterLookup;
import dev.coppice.webhook.registration.InstalledRegistrations;
import dev.coppice.webhook.registration.JudgedQueues;
import dev.coppice.webhook.review.ReviewPath;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.server.AdmissionServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** A replica of the webhook: it has no state of its own and waits for no other. */
public final class Webhook implements AutoCloseable {

  private final ClusterLookup lookup;
  private final Optional<CachedQueues> queues;
  private final Optional<EvictionPart> evictions;
  private final CertificateSource certificates;
  private final CertificateReport report;
  private final AdmissionServer server;
  private final CompletableFuture<Integer> listening;

  private Webhook(
      ClusterLookup lookup,
      Optional<CachedQueues> queues,
      Optional<EvictionPart> evictions,
      CertificateSource certificates,
      CertificateReport report,
      AdmissionServer server,
      CompletableFuture<Integer> listening) {
    this.lookup = lookup;
    this.queues = queues;
    this.evictions = evictions;
    this.certificates = certificates;
    this.report = report;
    this.server = server;
    this.listening = listening;
  }

  /**
   * Sets out; listens as soon as there is a certificate: who calls earlier is better told at once
   * that nobody is there than by a handshake that fails.
   *
   * @throws IOException if something outside prevents it, in words for the person who started it
   */
  public static Webhook start(
      WebhookSettings settings, KubernetesClient client, MeterRegistry registry, Clock clock)
      throws IOException {
    PresentedCertificate presented = new PresentedCertificate();
    CertificateReport report =
        new CertificateReport(settings.certificates().names(), presented, clock);
    report.measure(registry);
    CertificateSource certificates = certificates(settings, client, presented, report, clock);
    ClusterLookup lookup = new ClusterLookup(client);
    lookup.measure(registry);
    Map<ReviewPath, Reviewer> reviewers =
        Reviewers.of(
            settings.rules(),
            settings.protects() ? Optional.of(settings.trusted()) : Optional.empty(),
            lookup);
    Optional<CachedQueues> queues =
        settings.queues().map(judged -> new CachedQueues(client, judged.defaultQueue()));
    queues.ifPresent(cache -> cache.measure(registry));
    queues.ifPresent(cache -> reviewers.putAll(ofQueues(settings.queues().orElseThrow(), cache)));
    Optional<EvictionPart> evictions =
        queues.flatMap(cache ->
            settings
                .evictions()
                .map(enforced -> EvictionPart.of(enforced, client, cache, registry, clock)));
    evictions.ifPresent(part -> reviewers.put(ReviewPath.GUARD_EVICTION, part.guard()));
    Stream.of(ReviewPath.DEFAULT_PODCLIQUESET, ReviewPath.VALIDATE_PODCLIQUESET)
        .map(reviewers::get)
        .filter(Objects::nonNull)
        .forEach(Rehearsal::of);
    try {
      AdmissionServer server =
          new AdmissionServer(
              presented.context(),
              reviewers,
              evictions.flatMap(EvictionPart::extender),
              settings.limits(),
              registry);
      CompletableFuture<Integer> listening = new CompletableFuture<>();
      var _ = presented.first().thenRun(() -> open(server, settings.address(), listening));
      lookup.start();
      queues.ifPresent(CachedQueues::start);
      evictions.ifPresent(EvictionPart::start);
      certificates.start();
      return new Webhook(lookup, queues, evictions, certificates, report, server, listening);
    } catch (IOException e) {
      evictions.ifPresent(EvictionPart::close);
      queues.ifPresent(CachedQueues::close);
      certificates.close();
      throw e;
    }
  }

  private static void open(
      AdmissionServer server, InetSocketAddress address, CompletableFuture<Integer> listening) {
    try {
      if (server.open(address)) {
        listening.complete(server.port());
      }
    } catch (IOException e) {
      listening.completeExceptionally(e);
    }
  }

  private static CertificateSource certificates(
      WebhookSettings settings,
      KubernetesClient client,
      PresentedCertificate presented,
      CertificateReport report,
      Clock clock)
      throws IOException {
    return switch (settings.certificates()) {
      case SelfMade(var namespace, var secretName, var names) ->
          new SelfMadeCertificates(
              new SharedSecret(client, namespace, secretName),
              registrations(settings, client),
              names,
              presented,
              report,
              clock);
      case Mounted(var folder, var names) ->
          MountedCertificates.in(folder, names, presented, report, clock);
    };
  }

  private static Registrations registrations(WebhookSettings settings, KubernetesClient client) {
    InstalledRegistrations installed =
        new InstalledRegistrations(
            settings.protects(), settings.queues(), settings.evictions().isPresent());
    return new Registrations(client, installed.required(), installed.optional());
  }

  private static Map<ReviewPath, Reviewer> ofQueues(JudgedQueues judged, CachedQueues queues) {
    Map<ReviewPath, Reviewer> reviewers = new EnumMap<>(ReviewPath.class);
    reviewers.put(
        ReviewPath.VALIDATE_QUEUE,
        new QueueReview(
            queues::known,
            queues::exists,
            queues::hasGangs,
            judged.sharedWithKai(),
            judged.protectsDeletion()));
    // Who has it registered knows of KAI, perhaps since this process has started.
    reviewers.put(ReviewPath.DEFAULT_QUEUE, new QueueDefaulting());
    return reviewers;
  }

  /** Why the API server could not get an answer now; empty if it can. */
  public Optional<String> complaint() {
    return listening.isCompletedExceptionally()
        ? Optional.of(FailureReason.of(listening.exceptionNow()))
        : certificates.complaint();
  }

  /** What has to be done before that is so; empty if nothing has. */
  public Optional<String> notice() {
    return report.notice();
  }

  /**
   * Completes with the port that is really listened on, once there is a certificate; exceptionally
   * if it cannot be listened on, in words for the person who named it.
   */
  public CompletionStage<Integer> listening() {
    return listening.minimalCompletionStage();
  }

  /** Answers what has arrived, and nothing more. */
  @Override
  public void close() {
    server.close();
    certificates.close();
    evictions.ifPresent(EvictionPart::close);
    queues.ifPresent(CachedQueues::close);
    lookup.close();
  }
}
