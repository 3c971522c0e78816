package dev.coppice.testkit;

import dev.coppice.testkit.process.Checkout;
import dev.coppice.testkit.process.Lifetime;
import dev.coppice.testkit.process.ProcessLaunch;
import dev.coppice.testkit.process.RecordedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Choices before an {@link OperatorProcess} starts; each has a default that suits tests. */
public final class OperatorProcessBuilder {

  static final String JARS = "lib";

  private final Path directory;
  private final Path kubeconfig;
  private Lifetime lifetime;
  private OperatorConfiguration configuration = OperatorConfiguration.local();
  private String subcommand = "operator";
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

  /** Starts it and waits until it is ready. */
  public OperatorProcess start() {
    return launch().awaitReady();
  }

  /** Starts it without waiting: for a start that fails, or a look at what happens meanwhile. */
  public OperatorProcess launch() {
    Checkout checkout = Checkout.find();
    OperatorBuild build = OperatorBuild.of(checkout);
    Path configurationFile = directory.resolve(OperatorProcess.CONFIGURATION);
    configuration.write(configurationFile);
    List<String> command =
        build.command(
            checkout,
            directory.resolve(JARS),
            jvmFlags,
            List.of(
                subcommand,
                "--config",
                configurationFile.toString(),
                "--kubeconfig",
                kubeconfig.toString()));
    RecordedProcess process =
        RecordedProcess.start(
            new ProcessLaunch(
                "the operator",
                command,
                environment,
                directory.resolve(OperatorProcess.LOG).toString()),
            directory.resolve(OperatorProcess.RECORD),
            lifetime);
    remember(build.fingerprint());
    return new OperatorProcess(directory, process, configuration);
  }

  private void remember(String fingerprint) {
    try {
      Files.writeString(directory.resolve(OperatorProcess.FINGERPRINT), fingerprint);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + directory, e);
    }
  }
}
