package dev.coppice.testkit.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A running process and the record by which it is known again. Signals only ever go to a process
 * whose executable and arguments are those of the record: the id alone may long belong to another.
 */
public final class RecordedProcess {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<ProcessHandle> ATTACHED = ConcurrentHashMap.newKeySet();
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  /** Places in a line of {@code /proc/PID/stat}, counted from behind the name. */
  private static final int STATE = 0;

  private static final int THREADS = 17;

  private static final int TAIL_BYTES = 8 * 1024;

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> ATTACHED.forEach(ProcessHandle::destroyForcibly), "end-processes"));
  }

  private final ProcessLaunch launch;
  private final Lifetime lifetime;
  private final ProcessHandle handle;
  private final Path record;

  private RecordedProcess(
      ProcessLaunch launch, Lifetime lifetime, ProcessHandle handle, Path record) {
    this.launch = launch;
    this.lifetime = lifetime;
    this.handle = handle;
    this.record = record;
  }

  private record Entry(long pid, Lifetime lifetime, ProcessLaunch launch) {}

  /** Starts a process and writes its record. */
  public static RecordedProcess start(ProcessLaunch launch, Path record, Lifetime lifetime) {
    Path log = Path.of(launch.log());
    try {
      Files.createDirectories(record.toAbsolutePath().getParent());
      Files.createDirectories(log.toAbsolutePath().getParent());
      ProcessBuilder builder =
          new ProcessBuilder(
                  lifetime == Lifetime.DETACHED ? inOwnSession(launch.command()) : launch.command())
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()));
      builder.environment().putAll(launch.environment());
      ProcessHandle handle = builder.start().toHandle();
      if (lifetime == Lifetime.ATTACHED) {
        ATTACHED.add(handle);
      }
      JSON.writeValue(record.toFile(), new Entry(handle.pid(), lifetime, launch));
      return new RecordedProcess(launch, lifetime, handle, record);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + launch.name() + ": " + e.getMessage(), e);
    }
  }

  /** Starts the same anew, after it has ended. */
  public RecordedProcess startAgain() {
    if (alive()) {
      throw new IllegalStateException("%s still runs: pid %d".formatted(name(), pid()));
    }
    return start(launch, record, lifetime);
  }

  /** The process of a record, if it still runs. */
  public static Optional<RecordedProcess> find(Path record) {
    if (!Files.exists(record)) {
      return Optional.empty();
    }
    try {
      Entry entry = JSON.readValue(record.toFile(), Entry.class);
      return ProcessHandle.of(entry.pid())
          .filter(handle -> runs(handle, entry.launch()))
          .map(handle -> new RecordedProcess(entry.launch(), entry.lifetime(), handle, record));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + record, e);
    }
  }

  private static boolean runs(ProcessHandle handle, ProcessLaunch launch) {
    ProcessHandle.Info info = handle.info();
    List<String> command = launch.command();
    List<String> arguments = command.subList(1, command.size());
    return handle.isAlive()
        && info.command().filter(path -> sameFile(path, command.getFirst())).isPresent()
        && info.arguments().map(Arrays::asList).map(arguments::equals).orElse(true);
  }

  private static boolean sameFile(String running, String recorded) {
    try {
      return Path.of(running).equals(Path.of(recorded).toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /** A script's own process group, and with it the terminal's signals, must not reach the child. */
  private static List<String> inOwnSession(List<String> command) {
    for (String setsid : List.of("/usr/bin/setsid", "/bin/setsid")) {
      if (Files.isExecutable(Path.of(setsid))) {
        List<String> wrapped = new ArrayList<>(List.of(setsid));
        wrapped.addAll(command);
        return wrapped;
      }
    }
    return command;
  }

  public String name() {
    return launch.name();
  }

  public long pid() {
    return handle.pid();
  }

  /** How it was started. */
  public ProcessLaunch launch() {
    return launch;
  }

  /** Whether it still runs, or still holds what it had open. */
  public boolean alive() {
    return handle.isAlive() && !awaitsItsParent();
  }

  /** Where nobody collects orphans, a process that has ended stays on the list for ever. */
  private boolean awaitsItsParent() {
    Path stat = Path.of("/proc", Long.toString(pid()), "stat");
    try {
      String line = Files.readString(stat);
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return fields[STATE].equals("Z") && Integer.parseInt(fields[THREADS]) <= 1;
    } catch (IOException noSuchFile) {
      return false;
    }
  }

  /** Waits until the process ends, at most that long; true if it ended. */
  public boolean endsWithin(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    do {
      // In slices: the JVM notices the end of a process that is not its child only by and by.
      long slice = Math.min(BETWEEN_LOOKS.toNanos(), Math.max(0, end - System.nanoTime()));
      if (exitsWithin(slice) || !alive()) {
        return true;
      }
    } while (System.nanoTime() < end);
    return false;
  }

  private boolean exitsWithin(long nanos) {
    try {
      handle.onExit().get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException stillRunning) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + name(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot wait for " + name(), e);
    }
  }

  /**
   * Waits until a look at the process finds nothing missing any more.
   *
   * @param missing what is still missing, empty when the process is ready
   * @throws StartFailure if the process ends, or the time is up
   */
  public void awaitReady(Supplier<Optional<String>> missing, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    Optional<String> failure = missing.get();
    while (failure.isPresent()) {
      if (endsWithin(BETWEEN_LOOKS)) {
        throw new StartFailure(this, "ended while it was starting");
      }
      if (System.nanoTime() > end) {
        throw new StartFailure(
            this, "is not ready after %d s: %s".formatted(patience.toSeconds(), failure.get()));
      }
      failure = missing.get();
    }
  }

  /** Asks the process to end (SIGTERM) and kills it when it has not done so in time. */
  public void terminate(Duration patience) {
    handle.destroy();
    if (!endsWithin(patience)) {
      kill();
    }
    forget();
  }

  /** Ends processes at once and waits until they are gone. */
  public static void killAll(Collection<RecordedProcess> processes) {
    processes.forEach(process -> process.handle.destroyForcibly());
    processes.forEach(RecordedProcess::kill);
  }

  /** Holds the process still (SIGSTOP): it keeps what it has open, and answers nobody. */
  public void suspend() {
    signal("STOP");
  }

  /** Lets a process go on that was {@link #suspend suspended}. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    ShortProgram.run("kill", List.of("sh", "-c", "kill -%s %d".formatted(signal, pid())));
  }

  /** Ends the process at once (SIGKILL) and waits until it is gone. */
  public void kill() {
    handle.destroyForcibly();
    if (!endsWithin(Duration.ofSeconds(10))) {
      throw new IllegalStateException("%s (pid %d) does not die".formatted(name(), pid()));
    }
    forget();
  }

  private void forget() {
    try {
      Files.deleteIfExists(record);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + record, e);
    }
  }

  /** The last lines of the log, for a message about what went wrong. */
  public String logTail(int lines) {
    try (RandomAccessFile file = new RandomAccessFile(launch.log(), "r")) {
      byte[] bytes = new byte[(int) Math.min(file.length(), TAIL_BYTES)];
      file.seek(file.length() - bytes.length);
      file.readFully(bytes);
      List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
