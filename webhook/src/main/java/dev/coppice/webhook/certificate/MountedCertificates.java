package dev.coppice.webhook.certificate;

import dev.coppice.kube.LogKeys;
import dev.coppice.tls.Pem;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate that somebody else renews in files, such as cert-manager in a mounted Secret. The
 * folder is watched and not the files, because Kubernetes changes them all at once by pointing a
 * link elsewhere. Files that cannot be used leave things as they are, as long as what is presented
 * can be.
 */
public final class MountedCertificates implements CertificateSource {

  private static final Logger LOGGER = LoggerFactory.getLogger(MountedCertificates.class);

  private static final String CERTIFICATE = "tls.crt";
  private static final String KEY = "tls.key";

  /** An instant is waited for in parts, because the machine's clock may jump. */
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Path folder;
  private final Presentability presentability;
  private final PresentedCertificate presented;
  private final CertificateReport report;
  private final Clock clock;
  private final WatchService changes;
  private volatile @Nullable String complaint = "no certificate yet";

  private MountedCertificates(
      Path folder,
      ServerNames names,
      PresentedCertificate presented,
      CertificateReport report,
      Clock clock,
      WatchService changes) {
    this.folder = folder;
    this.presentability = new Presentability(names);
    this.presented = presented;
    this.report = report;
    this.clock = clock;
    this.changes = changes;
  }

  /**
   * Watches a folder.
   *
   * @throws IOException if it cannot be watched, in words for the person who named it
   */
  public static MountedCertificates in(
      Path folder,
      ServerNames names,
      PresentedCertificate presented,
      CertificateReport report,
      Clock clock)
      throws IOException {
    WatchService changes = folder.getFileSystem().newWatchService();
    try {
      folder.register(
          changes,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      changes.close();
      throw new IOException(
          "%s: %s"
              .formatted(
                  folder,
                  e instanceof NoSuchFileException ? "no such folder" : "cannot be watched"),
          e);
    }
    return new MountedCertificates(folder, names, presented, report, clock, changes);
  }

  @Override
  public void start() {
    load();
    Thread.ofVirtual().name("certificate files").start(this::follow);
  }

  private void follow() {
    try {
      while (true) {
        WatchKey key = nextChange();
        if (key != null) {
          // Several changes may be one; what they were does not matter.
          key.pollEvents();
        }
        load();
        if (key != null && !key.reset()) {
          complain("the folder is gone");
          return;
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException closed) {
      LOGGER.atDebug().log("Certificate files are not watched any more");
    }
  }

  /** Null when something has to be told before anything changes. */
  private @Nullable WatchKey nextChange() throws InterruptedException {
    Optional<Instant> next = report.next();
    if (next.isEmpty()) {
      return changes.take();
    }
    Duration wait = Duration.between(clock.instant(), next.get());
    Duration part = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    return changes.poll(Math.max(1, part.toMillis()), TimeUnit.MILLISECONDS);
  }

  private void load() {
    try {
      ServingIdentity identity =
          new ServingIdentity(
              Pem.certificates(Files.readString(folder.resolve(CERTIFICATE))),
              Pem.privateKey(Files.readString(folder.resolve(KEY))));
      Optional<Finding> fault = presentability.fault(identity, clock.instant());
      fault
          .filter(found -> found.fault() == Fault.KEY_MISMATCH || isBetterKept(found))
          .ifPresentOrElse(this::complain, () -> present(identity, fault));
    } catch (NoSuchFileException e) {
      complain("no file " + e.getFile());
    } catch (IOException | IllegalArgumentException e) {
      complain(Objects.requireNonNullElse(e.getMessage(), "cannot be read"));
    }
  }

  /** Whether reviews are answered with what is presented, and would not be with the other one. */
  private boolean isBetterKept(Finding faultOfOther) {
    return faultOfOther.stopsReviews()
        && presented.get().isPresent()
        && report.complaint().isEmpty();
  }

  private void present(ServingIdentity identity, Optional<Finding> fault) {
    presented.present(identity, LogKeys.FOLDER, folder);
    complaint = null;
    report.tell(fault.stream().toList(), LogKeys.FOLDER, folder);
  }

  private void complain(String text) {
    complain(new Finding(Fault.UNREADABLE, text));
  }

  private void complain(Finding fault) {
    if (presented.get().isEmpty()) {
      complaint = "no certificate yet: " + fault.text();
    }
    report.tell(List.of(fault), LogKeys.FOLDER, folder);
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint).or(report::complaint);
  }

  @Override
  public void close() {
    try {
      changes.close();
    } catch (IOException e) {
      LOGGER.atDebug().setCause(e).log("Cannot stop watching certificate files");
    }
  }
}
