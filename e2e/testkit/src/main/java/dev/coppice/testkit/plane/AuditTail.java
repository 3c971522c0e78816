package dev.coppice.testkit.plane;

import dev.coppice.testkit.plane.AuditLog.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads an audit log on from where it last stopped: the log of a long run is far longer than what
 * one question is about. Not for use by several threads at once.
 */
public final class AuditTail {

  private static final int BLOCK = 256 * 1024;

  private final Path file;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long position;
  // The end of the log may be the middle of a line, whose rest belongs to the past.
  private boolean inThePast;

  private AuditTail(Path file) {
    this.file = file;
  }

  static AuditTail fromStart(Path file) {
    return new AuditTail(file);
  }

  static AuditTail fromNow(Path file) {
    AuditTail tail = new AuditTail(file);
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      tail.position = log.length();
      if (tail.position > 0) {
        log.seek(tail.position - 1);
        tail.inThePast = log.read() != '\n';
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    return tail;
  }

  /** The requests that were logged since the last call, or since this was made. */
  public List<Request> next() {
    List<Request> requests = new ArrayList<>();
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(position);
      byte[] block = new byte[BLOCK];
      for (int count = log.read(block); count > 0; count = log.read(block)) {
        position += count;
        take(block, count, requests);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    return requests;
  }

  private void take(byte[] block, int count, List<Request> requests) {
    int start = 0;
    for (int at = 0; at < count; at++) {
      if (block[at] == '\n') {
        line.write(block, start, at - start);
        start = at + 1;
        if (!inThePast) {
          requests.add(AuditLog.parse(line.toString(StandardCharsets.UTF_8)));
        }
        inThePast = false;
        line.reset();
      }
    }
    line.write(block, start, count - start);
  }
}
