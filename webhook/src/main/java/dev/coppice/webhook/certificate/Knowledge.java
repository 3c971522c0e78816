package dev.coppice.webhook.certificate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows beside what is in the cluster; another one finds out for itself.
 *
 * @param held the set from which it presents its certificate
 * @param published whom every registration is known to trust; null if one trusts others
 * @param since when they are known to; null if one does not
 */
record Knowledge(CertificateSet held, @Nullable String published, @Nullable Instant since) {

  /** Of a process that has just started. */
  static final Knowledge NONE = new Knowledge(CertificateSet.NONE, null, null);
}
