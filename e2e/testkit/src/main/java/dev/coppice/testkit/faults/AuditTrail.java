package dev.coppice.testkit.faults;

import dev.coppice.testkit.plane.AuditLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * What the API server's own log has said since a moment: the proof that a write did or did not get
 * there which does not rest on the proxy's word.
 *
 * @param log the log
 * @param from its size at that moment
 */
record AuditTrail(AuditLog log, long from) {

  static AuditTrail fromNow(AuditLog log) {
    try {
      return new AuditTrail(log, Files.size(log.file()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log.file(), e);
    }
  }

  /** Whether the API server has dealt with a write. */
  boolean shows(CountedWrite write) {
    try (RandomAccessFile file = new RandomAccessFile(log.file().toFile(), "r")) {
      file.seek(from);
      byte[] bytes = new byte[Math.toIntExact(file.length() - from)];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .contains("\"auditID\":\"%s\"".formatted(write.auditId()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log.file(), e);
    }
  }
}
