package dev.coppice.cli.convert;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the PodCliqueSets that are equal to the LeaderWorkerSets of a manifest. */
@Command(
    name = "convert",
    description =
        "Prints the PodCliqueSets that are equal to LeaderWorkerSets, or lists what of them has no"
            + " equal and prints nothing else.")
public final class ConvertCommand implements Callable<Integer> {

  private static final int DONE = 0;
  private static final int REFUSED = 1;
  private static final String STANDARD_INPUT = "-";

  private final InputStream in;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "Manifest in YAML or JSON with LeaderWorkerSets; - reads standard input.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private String file;

  /** For picocli. */
  public ConvertCommand() {
    this(System.in);
  }

  ConvertCommand(InputStream in) {
    this.in = in;
  }

  @Override
  public Integer call() {
    String text;
    try {
      text = read();
    } catch (IOException e) {
      tell("", List.of(reason(e)));
      return REFUSED;
    }
    Manifest manifest = Manifest.of(text);
    if (!manifest.problems().isEmpty()) {
      tell("", manifest.problems());
      return REFUSED;
    }
    tell("warning: ", manifest.warnings());
    PrintWriter out = spec.commandLine().getOut();
    KubernetesSerialization yaml = new KubernetesSerialization();
    manifest.sets().forEach(set -> out.print(yaml.asYaml(set)));
    out.flush();
    return DONE;
  }

  private String read() throws IOException {
    return file.equals(STANDARD_INPUT)
        ? new String(in.readAllBytes(), StandardCharsets.UTF_8)
        : Files.readString(Path.of(file));
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file";
      case AccessDeniedException _ -> "must not be read";
      case CharacterCodingException _ -> "is not in UTF-8";
      default -> "cannot be read: " + e.getMessage();
    };
  }

  private void tell(String kind, List<String> lines) {
    String source = file.equals(STANDARD_INPUT) ? "standard input" : file;
    PrintWriter err = spec.commandLine().getErr();
    lines.forEach(line -> err.println("coppice: %s%s: %s".formatted(kind, source, line)));
    err.flush();
  }
}
