package dev.coppice.webhook.certificate;

import dev.coppice.kube.LogKeys;
import dev.coppice.tls.CertifiedKey;
import dev.coppice.tls.Pem;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate that somebody else renews in files, such as cert-manager in a mounted Secret. The
 * folder is watched and not the files, because Kubernetes changes them all at once by pointing a
 * link elsewhere. Files that do not fit together leave things as they are.
 */
public final class MountedCertificates implements CertificateSource {

  private static final Logger LOGGER = LoggerFactory.getLogger(MountedCertificates.class);

  private static final String CERTIFICATE = "tls.crt";
  private static final String KEY = "tls.key";

  private final Path folder;
  private final PresentedCertificate presented;
  private final WatchService changes;
  private @Nullable String lastFault;
  private volatile @Nullable String complaint = "no certificate yet";

  private MountedCertificates(Path folder, PresentedCertificate presented, WatchService changes) {
    this.folder = folder;
    this.presented = presented;
    this.changes = changes;
  }

  /**
   * Watches a folder.
   *
   * @throws IOException if it cannot be watched, in words for the person who named it
   */
  public static MountedCertificates in(Path folder, PresentedCertificate presented)
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
    return new MountedCertificates(folder, presented, changes);
  }

  @Override
  public void start() {
    load();
    Thread.ofVirtual().name("certificate files").start(this::follow);
  }

  private void follow() {
    try {
      for (WatchKey key = changes.take(); ; key = changes.take()) {
        // Several changes may be one; what they were does not matter.
        key.pollEvents();
        load();
        if (!key.reset()) {
          complain("the folder is gone");
          return;
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException closed) {
      LOGGER.atDebug().log("Certificate files are not watched any more");
    }
  }

  private void load() {
    try {
      List<X509Certificate> chain = Pem.certificates(Files.readString(folder.resolve(CERTIFICATE)));
      CertifiedKey pair =
          new CertifiedKey(chain.getFirst(), Pem.privateKey(Files.readString(folder.resolve(KEY))));
      if (pair.belongTogether()) {
        present(new ServingIdentity(chain, pair.privateKey()));
      } else {
        complain("%s does not belong to %s".formatted(KEY, CERTIFICATE));
      }
    } catch (NoSuchFileException e) {
      complain("no file " + e.getFile());
    } catch (IOException | IllegalArgumentException e) {
      complain(Objects.requireNonNullElse(e.getMessage(), "cannot be read"));
    }
  }

  private void present(ServingIdentity identity) {
    lastFault = null;
    presented.present(identity, LogKeys.FOLDER, folder);
    complaint = null;
  }

  private void complain(String fault) {
    if (!fault.equals(lastFault)) {
      lastFault = fault;
      LOGGER
          .atWarn()
          .addKeyValue(LogKeys.FOLDER, folder)
          .addKeyValue(LogKeys.FAILURE, fault)
          .log("No certificate can be read; what is presented stays until one can");
    }
    if (presented.get().isEmpty()) {
      complaint = "no certificate yet: " + fault;
    }
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint);
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
