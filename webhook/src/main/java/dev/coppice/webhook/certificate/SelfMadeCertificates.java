package dev.coppice.webhook.certificate;

import dev.coppice.core.time.BackOff;
import dev.coppice.kube.LogKeys;
import dev.coppice.kube.client.FailureReason;
import dev.coppice.kube.trust.Registration;
import dev.coppice.kube.trust.Registrations;
import dev.coppice.kube.trust.SharedSecret;
import dev.coppice.kube.trust.Watched;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates that the replicas make themselves and share in a Secret. A reconcile looks at the
 * Secret and at the registrations, asks {@link Rotation} what is next, does it and looks again,
 * until the answer is to wait. Reconciles are woken by watches and by the instant of the last
 * answer; all of them run on one thread.
 */
public final class SelfMadeCertificates implements CertificateSource {

  private static final Logger LOGGER = LoggerFactory.getLogger(SelfMadeCertificates.class);

  /** From nothing to done takes four; replicas that meet repeat some. */
  private static final int MOST_STEPS = 16;

  /** An instant is waited for in parts, because the machine's clock may jump. */
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private static final BackOff BETWEEN_TRIES =
      new BackOff(Duration.ofMillis(100), Duration.ofSeconds(30));

  private final SharedSecret secret;
  private final Registrations registrations;
  private final ServerNames names;
  private final PresentedCertificate presented;
  private final CertificateReport report;
  private final Clock clock;
  private final Lifetimes lifetimes;
  private final Rotation rotation;
  private final Issuer issuer;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("certificates").daemon().factory());
  private final AtomicBoolean woken = new AtomicBoolean();
  private final List<Watched> watches = new ArrayList<>();

  private Knowledge known = Knowledge.NONE;
  private boolean missing;
  private int failures;
  private @Nullable String lastFailure;
  private @Nullable Future<?> alarm;
  private volatile @Nullable String complaint = "no certificate yet";

  /** As many replicas as there are, with the usual lifetimes. */
  public SelfMadeCertificates(
      SharedSecret secret,
      Registrations registrations,
      ServerNames names,
      PresentedCertificate presented,
      CertificateReport report,
      Clock clock) {
    this(secret, registrations, names, presented, report, clock, Lifetimes.DEFAULTS);
  }

  SelfMadeCertificates(
      SharedSecret secret,
      Registrations registrations,
      ServerNames names,
      PresentedCertificate presented,
      CertificateReport report,
      Clock clock,
      Lifetimes lifetimes) {
    this.secret = secret;
    this.registrations = registrations;
    this.names = names;
    this.presented = presented;
    this.report = report;
    this.clock = clock;
    this.lifetimes = lifetimes;
    this.rotation = new Rotation(lifetimes, names);
    this.issuer = new Issuer(clock, lifetimes, names);
  }

  @Override
  public void start() {
    watches.add(secret.watch(this::wake));
    watches.addAll(registrations.watch(this::wake));
    wake();
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint).or(report::complaint);
  }

  /** Asks for a reconcile; those that are asked for before it begins are one. */
  void wake() {
    if (woken.compareAndSet(false, true)) {
      try {
        executor.execute(this::reconcile);
      } catch (RejectedExecutionException closed) {
        LOGGER.atDebug().log("Certificates are not looked after any more");
      }
    }
  }

  private void reconcile() {
    woken.set(false);
    if (alarm != null) {
      alarm.cancel(false);
    }
    Duration pause;
    try {
      pause = Duration.between(clock.instant(), untilSettled());
      failures = 0;
      lastFailure = null;
    } catch (RuntimeException e) {
      failed(e);
      pause = BETWEEN_TRIES.after(++failures);
    }
    Duration wait = pause.compareTo(LONGEST_WAIT) < 0 ? pause : LONGEST_WAIT;
    if (executor.isShutdown()) {
      return;
    }
    alarm = executor.schedule(this::wake, Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
  }

  private void failed(RuntimeException e) {
    String reason = FailureReason.of(e);
    if (!reason.equals(lastFailure)) {
      lastFailure = reason;
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.SECRET, secret)
          .addKeyValue(LogKeys.FAILURE, reason)
          .log("The webhook's certificates cannot be looked after; trying again until they can");
      LOGGER.atDebug().setCause(e).log("Where looking after certificates failed");
    }
    if (presented.get().isEmpty()) {
      complaint = "no certificate yet: " + reason;
    }
  }

  /** Does what has to be done; returns when the next look is due. */
  private Instant untilSettled() {
    for (int steps = 0; steps < MOST_STEPS; steps++) {
      // In this order: a registration that another replica changes after we have read it cannot be
      // written over by us, and one that it changed before carries what the Secret says.
      List<Registration> registered = registrations.read();
      Optional<Secret> found = secret.read();
      if (found.isEmpty()) {
        noteMissing();
        return clock.instant().plus(LONGEST_WAIT);
      }
      missing = false;
      Secret stored = found.get();
      Situation situation = look(registered, stored);
      Step step = rotation.next(situation);
      if (step instanceof Step.Wait(Instant until)) {
        return until;
      }
      take(step, situation, registered, stored);
    }
    throw new IllegalStateException("the Secret or a registration is changed again and again");
  }

  /** It comes with whoever installs us: the right to make one would be a right to make any. */
  private void noteMissing() {
    if (presented.get().isEmpty()) {
      complaint =
          "no Secret %s; coppice webhooks --apply, or the chart, makes it".formatted(secret);
    }
    if (!missing) {
      missing = true;
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.SECRET, secret)
          .log(
              "The Secret of the webhook is missing; make it with: coppice webhooks --apply, or by"
                  + " upgrading the release of the chart");
    }
  }

  private Situation look(List<Registration> registered, Secret stored) {
    Instant now = clock.instant();
    Soundness judged =
        new Judgement(names, now)
            .of(SecretLayout.read(Objects.requireNonNullElse(stored.getData(), Map.of())));
    report.tell(judged.findings(), LogKeys.SECRET, secret);
    Situation situation =
        Situation.of(
            known,
            judged,
            bundle -> others(registered, encoded(bundle)).isEmpty(),
            lifetimes.settling(),
            now);
    known = situation.known();
    ServingIdentity serving = known.held().serving();
    if (serving != null) {
      presented.present(serving, LogKeys.SECRET, secret);
    }
    complaint = complaint(registered, encoded(situation.set().bundle()));
    return situation;
  }

  private static List<Registration> others(List<Registration> registered, String bundle) {
    return registered.stream()
        .filter(registration -> registration.exists() && !registration.trusts(bundle))
        .toList();
  }

  private @Nullable String complaint(List<Registration> registered, String bundle) {
    if (presented.get().isEmpty()) {
      return "no certificate yet";
    }
    List<Registration> absent =
        registered.stream()
            .filter(registration -> registration.required() && !registration.exists())
            .toList();
    List<Registration> others = others(registered, bundle);
    if (!absent.isEmpty()) {
      return "no " + names(absent);
    }
    return others.isEmpty() ? null : "not trusted by " + names(others);
  }

  private static String names(List<Registration> registrations) {
    return registrations.stream()
        .map(registration -> registration.name().toString())
        .collect(Collectors.joining(", "));
  }

  private static String encoded(String bundle) {
    return Base64.getEncoder().encodeToString(bundle.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether it succeeds shows at the next look. */
  private void take(Step step, Situation situation, List<Registration> registered, Secret stored) {
    CertificateSet set = situation.set();
    switch (step) {
      case Step.RenewAuthority(String reason) -> {
        if (write(stored, issuer.renewAuthority(set))) {
          tell("Made another certificate authority", reason);
        }
      }
      case Step.RenewServing(String reason) -> {
        if (write(stored, issuer.renewServing(set))) {
          tell("Made another certificate", reason);
        }
      }
      case Step.Restore() -> {
        if (write(stored, set)) {
          tell("Put the certificates back into their Secret", "they were incomplete");
        }
      }
      case Step.ForgetOldAuthorities() -> write(stored, rotation.forget(situation));
      case Step.Publish() -> publish(registered, encoded(set.bundle()));
      case Step.Wait _ -> throw new IllegalStateException("waiting is not a deed");
    }
  }

  private void publish(List<Registration> registered, String bundle) {
    for (Registration registration : registered) {
      if (registration.exists()
          && !registration.trusts(bundle)
          && registrations.trust(registration, bundle)) {
        LOGGER
            .atInfo()
            .addKeyValue(LogKeys.KIND, registration.name().kind().text())
            .addKeyValue(LogKeys.NAME, registration.name().name())
            .log("Told the API server whom to trust");
      }
    }
  }

  private boolean write(Secret stored, CertificateSet wanted) {
    return secret.replace(stored, SecretLayout.write(wanted));
  }

  private void tell(String what, String reason) {
    LOGGER
        .atInfo()
        .addKeyValue(LogKeys.SECRET, secret)
        .addKeyValue(LogKeys.REASON, reason)
        .log(what);
  }

  @Override
  public void close() {
    watches.forEach(Watched::close);
    executor.shutdownNow();
  }
}
