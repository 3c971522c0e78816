package dev.coppice.cli.convert;

/** A manifest that is neither YAML nor JSON; the message says why. */
final class UnreadableManifestException extends Exception {

  UnreadableManifestException(String message) {
    super(message);
  }
}
