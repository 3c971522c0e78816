package dev.coppice.webhook.certificate;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a Secret is good for, whoever has filled it.
 *
 * @param set what is of use
 * @param authority why no authority is of use although something is there
 * @param serving why nothing can be presented although something is there, or not for long
 */
record Soundness(CertificateSet set, Optional<Finding> authority, Optional<Finding> serving) {

  /** All that was found. */
  List<Finding> findings() {
    return Stream.of(authority, serving).flatMap(Optional::stream).toList();
  }

  /**
   * Whether it can be used although nobody here could renew it: somebody else has made it, and has
   * kept the key of the authority.
   */
  boolean lastsByItself() {
    return authority.isEmpty() && set.authority() == null && set.serving() != null;
  }
}
