package dev.coppice.app;

import dev.coppice.cli.convert.ConvertCommand;
import java.time.Clock;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of Coppice: one program for every process. */
@Command(
    name = "coppice",
    description = "Kubernetes operator for workloads whose pods live and die together.",
    subcommands = {CrdsCommand.class, WebhooksCommand.class, ConvertCommand.class},
    versionProvider = Main.VersionLine.class)
public final class Main implements Runnable {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = {"-v", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean version;

  private Main() {}

  public static void main(String[] args) {
    System.exit(execute(Clock.systemUTC(), args));
  }

  /**
   * Does what the arguments say; returns the exit code.
   *
   * @param machine the clock of this machine, which may be wrong
   */
  public static int execute(Clock machine, String... args) {
    return commandLine(machine).execute(args);
  }

  static CommandLine commandLine(Clock machine) {
    CommandLine commandLine = new CommandLine(new Main());
    Arrays.stream(Role.values())
        .forEach(role -> commandLine.addSubcommand(role.subcommand(), process(role, machine)));
    commandLine.getSubcommands().values().forEach(Main::addHelp);
    addHelp(commandLine);
    return commandLine
        .setParameterExceptionHandler(Main::refuse)
        .setExecutionExceptionHandler(Main::fail);
  }

  private static CommandLine process(Role role, Clock machine) {
    CommandLine command = new CommandLine(new ProcessCommand(role, machine));
    command.getCommandSpec().usageMessage().description(role.description());
    return command;
  }

  private static void addHelp(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            CommandLine.Model.OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Print this text and exit.")
                .build());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a subcommand is missing");
  }

  private static int refuse(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    return Complaint.tell(
        command,
        ExitCode.USAGE,
        "%s (see %s --help)".formatted(e.getMessage(), command.getCommandSpec().qualifiedName()));
  }

  private static int fail(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    return Complaint.tell(command, ExitCode.OPERATION, "unexpected failure: " + e);
  }

  /** The answer to {@code --version}. */
  static final class VersionLine implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"coppice " + Version.CURRENT};
    }
  }
}
