package dev.coppice.benchmark.figure;

import java.util.Locale;

/** What a figure counts, and how precisely it is worth telling. */
public enum Unit {
  WRITES_PER_POD("writes/pod", 2),
  READS_PER_POD("reads/pod", 2),
  WRITES("writes", 0),
  MILLISECONDS("ms", 0),
  MILLISECONDS_PER_POD("ms/pod", 2),
  SECONDS("s", 1),
  /** So many times as much as what it is compared with. */
  RATIO("x", 2),
  MEBIBYTES("MiB", 0);

  private final String symbol;
  private final int decimals;

  Unit(String symbol, int decimals) {
    this.symbol = symbol;
    this.decimals = decimals;
  }

  /** A value as people read it. */
  public String format(double value) {
    return String.format(Locale.ROOT, "%." + decimals + "f %s", value, symbol);
  }
}
