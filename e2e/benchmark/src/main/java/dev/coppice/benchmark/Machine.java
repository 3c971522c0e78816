package dev.coppice.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The machine on which is measured: figures of two machines are not comparable. */
final class Machine {

  private static final double BYTES_PER_GIBIBYTE = 1L << 30;

  private Machine() {}

  static String description() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return String.format(
        Locale.ROOT,
        "machine: %d cores, %.0f GiB, %s %s, load %.1f before the start",
        system.getAvailableProcessors(),
        system.getTotalMemorySize() / BYTES_PER_GIBIBYTE,
        system.getName(),
        system.getVersion(),
        system.getSystemLoadAverage());
  }
}
