package dev.coppice.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code hack/fuzz} runs. */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description =
        "Sends hostile reviews, watch events, lists and objects to the webhook, the readers and the planners.")
public final class FuzzMain implements Callable<Integer> {

  @Option(names = "--seconds", description = "For how long; ${DEFAULT-VALUE} by default.")
  private int seconds = 3_600;

  @Option(names = "--seed", description = "The first seed; by default the time of day says.")
  private long seed = System.currentTimeMillis();

  @Option(names = "--only", description = "Tries the input of this seed alone.")
  private Optional<Long> only = Optional.empty();

  @Option(names = "--directory", description = "Where inputs that went wrong are written.")
  private Path directory = Path.of("target", "fuzz");

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private FuzzMain() {}

  /** Runs it, and ends with 1 if something went wrong. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new FuzzMain()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    try (Targets targets = Targets.all(Corpus.grown())) {
      Fuzzing fuzzing = new Fuzzing(targets.targets(), only.orElse(seed));
      only.ifPresent(fuzzing::tryOne);
      Fuzzing.Report report =
          fuzzing.run(only.isPresent() ? Duration.ZERO : Duration.ofSeconds(seconds));
      out.println(report.text());
      for (Fuzzing.Finding finding : report.findings()) {
        Files.createDirectories(directory);
        Path file = directory.resolve("%s-%d.json".formatted(finding.target(), finding.seed()));
        Files.writeString(file, finding.input());
        out.printf("%s --only %d: %s%n", finding.target(), finding.seed(), file);
        finding.what().printStackTrace(out);
      }
      return report.findings().isEmpty() ? 0 : 1;
    }
  }
}
