package dev.coppice.webhook.certificate;

import java.util.Locale;

/** What can be wrong with a certificate, or with the authority above it. */
enum Fault {
  /** What should be a certificate or a key is something else, or there is too much of it. */
  UNREADABLE,
  /** The key is that of another certificate. */
  KEY_MISMATCH,
  /** API servers do not accept what the authority would sign. */
  CANNOT_SIGN,
  /** None of the authorities beside it vouches for it. */
  UNTRUSTED,
  /** It is for another server. */
  OTHER_NAME,
  /** API servers do not accept it of a server, whatever its name. */
  NOT_FOR_SERVERS,
  /** It holds from a later time on. */
  NOT_YET_VALID,
  /** It holds no more. */
  ENDED,
  /** It should have been renewed by now, and holds for a while still. */
  ENDING;

  /** As metrics have it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
