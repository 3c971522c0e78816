package dev.coppice.faults;

import dev.coppice.testkit.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The long form of the fault tests, and what {@code hack/faults} runs. */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    description = "Runs flows once for each fault at each write, and reports.")
public final class FaultsMain implements Callable<Integer> {

  @Option(
      names = "--flow",
      split = ",",
      description = "For example create,tree-scale-group; all by default.")
  private List<String> flows = List.of();

  @Option(
      names = "--fault",
      split = ",",
      description = "For example kill-before,kill-after,drop; all by default.")
  private List<String> faults = List.of();

  @Option(
      names = "--places",
      description = "How many places to try for each fault, spread evenly; all by default.")
  private Optional<Integer> places = Optional.empty();

  @Option(
      names = "--at",
      split = ",",
      description = "Only these places, by number: to look at a run again.")
  private List<Integer> at = List.of();

  @Option(
      names = "--directory",
      description = "Report, recordings and logs; ${DEFAULT-VALUE} by default.")
  private Path directory = Path.of("target", "faults");

  private FaultsMain() {}

  /** Ends with 1 if a run went wrong. */
  public static void main(String[] arguments) {
    Program.run(new FaultsMain(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<FaultKind> kinds =
        faults.isEmpty()
            ? List.of(FaultKind.values())
            : faults.stream().map(FaultKind::of).toList();
    List<Flow> chosen = flows.isEmpty() ? Flows.ALL : flows.stream().map(Flows::of).toList();
    try (FaultRig rig = FaultRig.start(directory)) {
      FaultReport report = new FaultEnumeration(rig, kinds, where(), out::println).run(chosen);
      Path file = directory.toAbsolutePath().resolve("report.txt");
      Files.writeString(file, report.toString());
      out.println(report.summary());
      out.println("report: " + file);
      return report.broken().isEmpty() ? 0 : 1;
    }
  }

  private Places where() {
    return at.isEmpty()
        ? places.<Places>map(Places.Spread::new).orElseGet(Places.All::new)
        : new Places.Only(at);
  }
}
