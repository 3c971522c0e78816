package dev.coppice.benchmark;

import dev.coppice.benchmark.experiment.Experiment;
import dev.coppice.benchmark.experiment.Experiments;
import dev.coppice.benchmark.figure.Row;
import dev.coppice.benchmark.figure.Table;
import dev.coppice.testkit.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the operator on this machine, and what {@code hack/bench} runs. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures the operator on this machine and compares it with its budgets.")
public final class BenchMain implements Callable<Integer> {

  /** The operator that ours is compared with. */
  static final class PeerOptions {

    @Option(
        names = "--peer-command",
        description =
            "A shell command that starts another operator of the same API. It finds a"
                + " control plane of its own, equal to ours, by KUBECONFIG.")
    private Optional<String> command = Optional.empty();

    @Option(
        names = "--peer-kubeconfig",
        description =
            "A cluster in which another operator of the same API runs already. Its audit"
                + " log and its process are out of reach, so that only times are compared.")
    private Optional<Path> kubeconfig = Optional.empty();

    Peer peer() {
      return command
          .<Peer>map(Peer.Command::new)
          .or(() -> kubeconfig.map(Peer.Cluster::new))
          .orElseGet(Peer.None::new);
    }
  }

  @Option(
      names = "--figure",
      split = ",",
      description =
          "For example writes-8x16,rss-1000; all but growth-* by default. An experiment always"
              + " measures all of its figures.")
  private List<String> figures = List.of();

  @Option(
      names = "--rounds",
      description = "How often what is the median of rounds is done; ${DEFAULT-VALUE} by default.")
  private int rounds = 3;

  @Option(names = "--json", description = "One object a line in place of a table.")
  private boolean json;

  @Option(names = "--list", description = "Tells what each figure means, and ends.")
  private boolean list;

  @Option(names = "--verbose", description = "Tells the writes of each sort as well.")
  private boolean verbose;

  @Option(
      names = "--operator-flags",
      split = " ",
      description = "Further flags of our operator's JVM, separated by blanks.")
  private List<String> operatorFlags = List.of();

  @Option(
      names = "--aot-cache",
      description =
          "Starts our operator's JVM from an AOT cache; one is made first where there is none.")
  private boolean aotCache;

  @Option(
      names = "--profile",
      description = "Records a profile of our operator for each experiment.")
  private boolean profile;

  @Option(
      names = "--configure",
      description = "A value of our operator's configuration, as KEY.KEY=VALUE.")
  private Map<String, String> configuration = Map.of();

  @Option(names = "--directory", description = "Report and logs; ${DEFAULT-VALUE} by default.")
  private Path directory = Path.of("target", "bench");

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private PeerOptions peer = new PeerOptions();

  private BenchMain() {}

  /** Ends with 1 if a budget is not kept. */
  public static void main(String[] arguments) {
    Program.run(new BenchMain(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    if (list) {
      Experiments.all()
          .flatMap(experiment -> experiment.figures().stream())
          .forEach(figure -> out.printf("%-28s %s%n", figure.name(), figure.meaning()));
      return 0;
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("--rounds must be at least 1");
    }
    List<Experiment> chosen = Experiments.measuring(figures);
    Narration narration = Narration.to(err, verbose, Clock.systemUTC());
    try (Comparison comparison =
        Comparison.prepare(
            directory,
            new OurChoice(operatorFlags, aotCache, configuration),
            peer.peer(),
            narration)) {
      // Whoever reads JSON wants nothing else on the standard output.
      (json ? err : out).println(comparison.description());
      Table table =
          comparison.measure(chosen, rounds, profiler(narration), row -> tell(row, out, err));
      if (!json) {
        out.println(table);
      }
      err.println(table.summary());
      write("report.txt", comparison.description() + "\n" + table + table.summary() + "\n");
      write(
          "report.jsonl",
          table.rows().stream().map(row -> row.json() + "\n").collect(Collectors.joining()));
      return table.ok() ? 0 : 1;
    }
  }

  private Optional<Profiler> profiler(Narration narration) {
    return profile
        ? Optional.of(new Profiler(directory.toAbsolutePath(), narration))
        : Optional.empty();
  }

  private void tell(Row row, PrintStream out, PrintStream err) {
    if (json) {
      out.println(row.json());
    } else {
      err.printf(
          "         %s: %s %s %s%n", row.figure().name(), row.value(), row.verdict(), row.note());
    }
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(directory.resolve(file), content);
  }
}
