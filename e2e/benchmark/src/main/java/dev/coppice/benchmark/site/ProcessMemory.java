package dev.coppice.benchmark.site;

import java.util.List;

/**
 * How much memory processes hold, as the kernel tells.
 *
 * @param residentKibibytes now
 * @param peakKibibytes the most so far
 */
public record ProcessMemory(long residentKibibytes, long peakKibibytes) {

  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

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

  ProcessMemory plus(ProcessMemory other) {
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
