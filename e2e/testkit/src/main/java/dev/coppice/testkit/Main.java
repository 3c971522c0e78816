package dev.coppice.testkit;

import picocli.CommandLine.Command;

/** What {@code hack/up} and {@code hack/down} run once everything is built. */
@Command(
    name = "testkit",
    subcommands = {UpCommand.class, DownCommand.class})
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    Program.run(new Main(), arguments);
  }
}
