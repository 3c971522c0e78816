package dev.coppice.core.template;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Short hashes over an alphabet without vowels and look-alikes, fit for names and label values. */
public final class HashText {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private HashText() {}

  /** The first characters of the SHA-256 of a text, each byte taken modulo the alphabet. */
  public static String of(String text, int length) {
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    StringBuilder hash = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      hash.append(ALPHABET.charAt(Byte.toUnsignedInt(digest[i]) % ALPHABET.length()));
    }
    return hash.toString();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
