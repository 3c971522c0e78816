package dev.coppice.testkit.oracle;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How the next pod at an index is called, told a second time. */
final class NextPodName {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int SUFFIX_LENGTH = 5;

  private NextPodName() {}

  /**
   * The name that follows from what its maker sees.
   *
   * @param youngest UID of the youngest pod of the index; empty when there is none
   * @param attempt the attempt of a training job that it belongs to; empty for other pods
   */
  static String of(
      String podClique, String podCliqueUid, String index, String youngest, String attempt) {
    String again = attempt.isEmpty() || attempt.equals("0") ? "" : "/" + attempt;
    byte[] digest =
        sha256(
            "%s/%s/%s%s"
                .formatted(podCliqueUid, index, youngest, again)
                .getBytes(StandardCharsets.UTF_8));
    StringBuilder name = new StringBuilder("%s-%s-".formatted(podClique, index));
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      name.append(ALPHABET.charAt(Byte.toUnsignedInt(digest[i]) % ALPHABET.length()));
    }
    return name.toString();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
