package dev.coppice.testkit.bench.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much memory processes hold, as the kernel tells.
 *
 * @param residentKibibytes now
 * @param peakKibibytes the most so far
 */
public record ProcessMemory(long residentKibibytes, long peakKibibytes) {

  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  /** Of a process and everything that it has started. */
  static ProcessMemory ofTree(long pid) {
    ProcessHandle root =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"));
    return Stream.concat(Stream.of(root), root.descendants())
        .map(ProcessHandle::pid)
        .map(ProcessMemory::of)
        .reduce(new ProcessMemory(0, 0), ProcessMemory::plus);
  }

  private static ProcessMemory of(long pid) {
    try {
      return parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the memory of process " + pid, e);
    }
  }

  static ProcessMemory parse(List<String> status) {
    return new ProcessMemory(kibibytes(status, "VmRSS:"), kibibytes(status, "VmHWM:"));
  }

  private static long kibibytes(List<String> status, String key) {
    return status.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).replace("kB", "").strip())
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + key + " in " + status));
  }

  private ProcessMemory plus(ProcessMemory other) {
    return new ProcessMemory(
        residentKibibytes + other.residentKibibytes, peakKibibytes + other.peakKibibytes);
  }

  /** Now, in mebibytes. */
  public double residentMebibytes() {
    return residentKibibytes / KIBIBYTES_PER_MEBIBYTE;
  }

  /** The most so far, in mebibytes. */
  public double peakMebibytes() {
    return peakKibibytes / KIBIBYTES_PER_MEBIBYTE;
  }
}
