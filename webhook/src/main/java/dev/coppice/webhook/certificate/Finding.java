package dev.coppice.webhook.certificate;

/**
 * A fault that was found.
 *
 * @param text where, and what it is, for people
 */
record Finding(Fault fault, String text) {

  /** Whether no review can be answered with such a certificate; one that ends works until then. */
  boolean stopsReviews() {
    return fault != Fault.ENDING;
  }
}
