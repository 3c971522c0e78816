package dev.coppice.benchmark.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process and everything that it has started.
 *
 * @param processes all of them
 */
record ProcessTree(List<ProcessHandle> processes) {

  ProcessTree {
    processes = List.copyOf(processes);
  }

  static ProcessTree of(long pid) {
    ProcessHandle root =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"));
    return new ProcessTree(Stream.concat(Stream.of(root), root.descendants()).toList());
  }

  ProcessMemory memory() {
    return processes.stream()
        .map(process -> ProcessMemory.parse(status(process.pid())))
        .reduce(new ProcessMemory(0, 0), ProcessMemory::plus);
  }

  private static List<String> status(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the memory of process " + pid, e);
    }
  }

  Duration cpu() {
    return processes.stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
