package dev.coppice.simulator;

import dev.coppice.simulator.rule.Situation;
import dev.coppice.simulator.rule.Violation;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates many runs of a set, and is what {@code hack/simulate} runs. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Walks at random through everything that can happen to a set, and reports.")
public final class SimulatorMain implements Callable<Integer> {

  @Option(names = "--seeds", description = "How many lives; ${DEFAULT-VALUE} by default.")
  private int seeds = 1000;

  @Option(names = "--first", description = "The first seed; ${DEFAULT-VALUE} by default.")
  private long first = 1;

  @Option(names = "--steps", description = "Steps of each life; ${DEFAULT-VALUE} by default.")
  private int steps = 1000;

  @Option(
      names = "--habit",
      paramLabel = "<habit>",
      description = "What happens: ${COMPLETION-CANDIDATES}; by default the seed says.")
  private Optional<WorkloadProfile> profile = Optional.empty();

  @Option(names = "--plant", description = "Plants a bug: ${COMPLETION-CANDIDATES}.")
  private Optional<PlantedBug> bug = Optional.empty();

  @Option(names = "--gangs", description = "The stock scheduler places gangs.")
  private boolean gangs;

  @Option(names = "--queues", description = "There are queues, so that gangs have start times.")
  private boolean queues;

  @Option(names = "--trials", description = "Templates are tried, and some are refused.")
  private boolean trials;

  @Option(names = "--shrink", description = "Shrinks the first run that breaks each rule.")
  private boolean shrink;

  @Option(names = "--script", description = "Repeats a script, and tells what happens.")
  private Optional<Path> script = Optional.empty();

  @Option(names = "--directory", description = "Where the scripts of failing runs are written.")
  private Optional<Path> directory = Optional.empty();

  private int tornDown;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private SimulatorMain() {}

  /** Ends with 1 if a rule was broken. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SimulatorMain()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Subject subject = bug.map(PlantedBug::subject).orElseGet(this::code);
    if (script.isPresent()) {
      Run run = Run.of(subject, Script.parse(Files.readString(script.get())), out::println);
      out.println(run.violation().map(Violation::toString).orElse("nothing is broken"));
      return run.violation().isPresent() ? 1 : 0;
    }
    return walk(subject);
  }

  private Subject code() {
    if (gangs) {
      return Subject.withNativeGangs();
    }
    if (trials) {
      return Subject.withTrials();
    }
    return queues ? Subject.withQueues() : Subject.production();
  }

  private WorkloadProfile profile(long seed) {
    return trials ? WorkloadProfile.MISTYPING : WorkloadProfile.of(seed);
  }

  private int walk(Subject subject) {
    Instant start = Instant.now();
    Map<String, Integer> broken = new TreeMap<>();
    Map<Situation, Integer> met = new EnumMap<>(Situation.class);
    AtomicLong taken = new AtomicLong();
    LongStream.range(first, first + seeds)
        .parallel()
        .forEach(seed -> {
          Run run = Walk.run(subject, profile.orElseGet(() -> profile(seed)), seed, steps);
          taken.addAndGet(run.steps());
          synchronized (met) {
            tornDown += Situation.isTornDown(run.situations()) ? 1 : 0;
            run.situations().forEach((what, times) -> met.merge(what, times, Integer::sum));
          }
          run.violation()
              .ifPresent(violation -> {
                boolean isFirst;
                synchronized (broken) {
                  isFirst = broken.merge(violation.rule(), 1, Integer::sum) == 1;
                  out.printf("seed %d: %s: %s%n", seed, violation.rule(), violation.detail());
                }
                directory.ifPresent(folder ->
                    write(
                        folder, seed, shrink && isFirst ? new Shrinker(subject).shrink(run) : run));
              });
        });
    double seconds = Duration.between(start, Instant.now()).toMillis() / 1000.0;
    out.printf(
        "%d seeds, %d steps in %.1f s (%.0f a second), broken: %s%n",
        seeds, taken.get(), seconds, taken.get() / seconds, broken.isEmpty() ? "nothing" : broken);
    out.printf("%8d seeds with a teardown%n", tornDown);
    met.forEach((what, times) ->
        out.printf("%8d %s%n", times, what.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
    return broken.isEmpty() ? 0 : 1;
  }

  private static void write(Path folder, long seed, Run run) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("seed-" + seed + ".txt"), run.script().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
