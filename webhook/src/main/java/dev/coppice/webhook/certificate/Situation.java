package dev.coppice.webhook.certificate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a look shows.
 *
 * @param judged what is in the Secret
 * @param set what is of use in it, completed by what this process holds
 * @param known after the look
 */
record Situation(Soundness judged, CertificateSet set, Knowledge known, Instant now) {

  /**
   * A look at the Secret and at the registrations. Something else to present is presented once
   * callers have had time to learn whom it is from; until then, what they know stays.
   *
   * @param published whether every registration trusts a bundle
   * @param settling how long callers need
   */
  static Situation of(
      Knowledge before,
      Soundness judged,
      Predicate<String> published,
      Duration settling,
      Instant now) {
    CertificateSet held = before.held().ifTrusted(now);
    CertificateSet set = judged.set().completedBy(held);
    String bundle = set.bundle();
    Instant since = null;
    if (published.test(bundle)) {
      since = bundle.equals(before.published()) ? before.since() : now;
    }
    boolean settled = since != null && !now.isBefore(since.plus(settling));
    boolean stays = held.serving() != null && !isSame(held, set) && !settled;
    CertificateSet presents =
        stays
            ? held
            : new CertificateSet(Rotation.worthKeeping(set, now), set.authority(), set.serving());
    return new Situation(
        judged, set, new Knowledge(presents, since == null ? null : bundle, since), now);
  }

  private static boolean isSame(CertificateSet held, CertificateSet set) {
    return Objects.equals(held.serving(), set.serving());
  }

  /** Since when every registration is known to trust the set; null if one does not. */
  @Nullable Instant publishedSince() {
    return known.since();
  }

  /** Whether this process presents another certificate than that of the set for now. */
  boolean presentsOther() {
    return !isSame(known.held(), set);
  }
}
