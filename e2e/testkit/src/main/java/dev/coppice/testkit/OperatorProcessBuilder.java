package dev.coppice.testkit;

import dev.coppice.testkit.process.Checkout;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.ProcessLaunch;
import dev.coppice.testkit.process.RecordedProcess;
import dev.coppice.testkit.process.ShortProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Choices before an {@link OperatorProcess} starts; each has a default that suits tests. */
public final class OperatorProcessBuilder {

  /** A JVM writes its archive of classes when it ends, which takes it seconds beside others. */
  private static final Duration ARCHIVING = Duration.ofMinutes(2);

  private final Path directory;
  private final Path kubeconfig;
  private Lifetime lifetime;
  private OperatorConfiguration configuration = OperatorConfiguration.local();
  private String subcommand = "operator";
  private boolean archive = true;
  private @Nullable Class<?> begunBy;
  private final List<String> jvmFlags = new ArrayList<>();
  private final Map<String, String> environment =
      new LinkedHashMap<>(Map.of("MALLOC_ARENA_MAX", "2"));

  OperatorProcessBuilder(Path directory, Path kubeconfig, Lifetime lifetime) {
    this.directory = directory;
    this.kubeconfig = kubeconfig;
    this.lifetime = lifetime;
  }

  /** Lets the stock scheduler place gangs as a whole. */
  public OperatorProcessBuilder nativeGangs() {
    return configure(
        "scheduler.profiles",
        List.of(Map.of("name", "default-scheduler", "config", Map.of("gangScheduling", true))));
  }

  /** Sets one value of the configuration file, named by its keys separated by dots. */
  public OperatorProcessBuilder configure(String path, Object value) {
    configuration = configuration.with(path, value);
    return this;
  }

  /** What is run, with the heap for it; {@code operator} without this. */
  public OperatorProcessBuilder subcommand(String name) {
    subcommand = name;
    return switch (name) {
      case "webhook" -> jvmFlags("-Xmx256m", "-XX:TieredStopAtLevel=4");
      case "all" -> jvmFlags("-Xmx240m", "-XX:TieredStopAtLevel=4");
      default -> this;
    };
  }

  /** Adds flags of the JVM, such as a limit to its heap. */
  public OperatorProcessBuilder jvmFlags(String... flags) {
    jvmFlags.addAll(List.of(flags));
    return this;
  }

  /** Sets an environment variable. */
  public OperatorProcessBuilder environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Lets the process outlive this JVM; {@link OperatorProcess#running} finds it again. */
  public OperatorProcessBuilder detached() {
    lifetime = Lifetime.DETACHED;
    return this;
  }

  /** Starts it as a user's JVM starts, without the archive of classes: for whoever measures it. */
  public OperatorProcessBuilder withoutArchive() {
    archive = false;
    return this;
  }

  /** Has it begun by another main class, which calls its own. */
  public OperatorProcessBuilder through(Class<?> main) {
    begunBy = main;
    return this;
  }

  /** Starts it and waits until it is ready. */
  public OperatorProcess start() {
    return launch().awaitReady();
  }

  /** Starts it without waiting: for a start that fails, or a look at what happens meanwhile. */
  public OperatorProcess launch() {
    Checkout checkout = Checkout.find();
    OperatorBuild build = OperatorBuild.of(checkout).copied(OperatorBuild.copies(checkout));
    return launch(
        checkout,
        build,
        archive ? build.archive(checkout).flags() : List.of(),
        directory,
        lifetime);
  }

  /**
   * Sees to it that all processes of this build start from an archive of classes from now on: if
   * there is none, and nobody else makes it, starts this process, ends it when it is ready, and has
   * its JVM write down what it has loaded.
   */
  public void makeArchive() {
    Checkout checkout = Checkout.find();
    OperatorBuild build = OperatorBuild.of(checkout).copied(OperatorBuild.copies(checkout));
    build
        .archive(checkout)
        .make(
            draft -> {
              try (OperatorProcess process =
                  launch(
                      checkout,
                      build,
                      List.of("-XX:AOTCacheOutput=" + draft),
                      directory.resolve("training"),
                      Lifetime.ATTACHED)) {
                process.awaitReady();
                process.terminate(ARCHIVING);
              }
            },
            draft ->
                ShortProgram.succeeds(
                    "coppice --version",
                    build.command(
                        checkout,
                        List.of("-XX:AOTCache=" + draft, "-XX:AOTMode=on"),
                        List.of("--version"))));
  }

  private OperatorProcess launch(
      Checkout checkout,
      OperatorBuild build,
      List<String> archiveFlags,
      Path files,
      Lifetime itsLifetime) {
    Path configurationFile = files.resolve(OperatorProcess.CONFIGURATION);
    configuration.write(configurationFile);
    List<String> flags = Stream.concat(archiveFlags.stream(), jvmFlags.stream()).toList();
    List<String> arguments =
        List.of(
            subcommand,
            "--config",
            configurationFile.toString(),
            "--kubeconfig",
            kubeconfig.toString());
    List<String> command =
        begunBy == null
            ? build.command(checkout, flags, arguments)
            : build.command(checkout, flags, begunBy, arguments);
    RecordedProcess process =
        RecordedProcess.start(
            new ProcessLaunch(
                "the operator",
                command,
                environment,
                files.resolve(OperatorProcess.LOG).toString()),
            files.resolve(OperatorProcess.RECORD),
            itsLifetime);
    remember(files, build.fingerprint());
    return new OperatorProcess(files, process, configuration);
  }

  private static void remember(Path files, String fingerprint) {
    try {
      Files.writeString(files.resolve(OperatorProcess.FINGERPRINT), fingerprint);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + files, e);
    }
  }
}
