package dev.coppice.webhook.certificate;

import java.util.Optional;

/** Where the certificate comes from; sees to it that the one presented is the right one. */
public interface CertificateSource extends AutoCloseable {

  /** Begins to see to it; returns at once. */
  void start();

  /** Why callers could not trust the server now; empty if they can. */
  Optional<String> complaint();

  @Override
  void close();
}
