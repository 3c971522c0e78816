package dev.coppice.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the container does that waits, with the shell of this machine. */
class StartupContainerTest {

  private static final long PATIENCE = 60;

  @TempDir private Path folder;
  private Process process;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private static Container container(List<String> parents) {
    return new StartupContainer(StartupSettings.DEFAULTS, parents)
        .into(new PodSpec())
        .getInitContainers()
        .getFirst();
  }

  private BufferedReader start(String... parents) throws IOException {
    Container container = container(List.of(parents));
    String mounted = container.getVolumeMounts().getFirst().getMountPath();
    List<String> command =
        Stream.concat(container.getCommand().stream(), container.getArgs().stream())
            .map(argument -> argument.replace(mounted, folder.toString()))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    process = builder.start();
    return process.inputReader();
  }

  private int code() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private Path released() {
    return folder.resolve("released");
  }

  /** A second that takes no time; after so many of them the pod is released. */
  private void secondsUntilReleased(int seconds) throws IOException {
    Path sleep =
        Files.writeString(
            folder.resolve("sleep"),
            """
            #!/bin/sh
            echo "$1" >>%1$s/slept
            [ "$(wc -l <%1$s/slept)" -lt %2$d ] || echo true >%1$s/released
            """
                .formatted(folder, seconds));
    Files.setPosixFilePermissions(sleep, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void says_nothing_if_the_pod_is_released_already() throws Exception {
    Files.writeString(released(), "true");

    BufferedReader output = start("llm-0-prefill");

    assertThat(output.lines()).isEmpty();
    assertThat(code()).isZero();
  }

  @Test
  void says_at_once_for_whom_it_waits_and_ends_when_the_pod_is_released() throws Exception {
    Files.writeString(released(), "");

    BufferedReader output = start("llm-0-prefill", "llm-0-router");

    assertThat(output.readLine()).isEqualTo("waits for llm-0-prefill");
    assertThat(output.readLine()).isEqualTo("waits for llm-0-router");
    Files.writeString(released(), "true");
    assertThat(output.lines()).isEmpty();
    assertThat(code()).isZero();
  }

  @Test
  void says_so_again_every_thirty_seconds() throws Exception {
    secondsUntilReleased(75);

    BufferedReader output = start("a", "b");

    assertThat(output.lines())
        .containsExactly(
            "waits for a",
            "waits for b",
            "still waits for a",
            "still waits for b",
            "still waits for a",
            "still waits for b");
    assertThat(code()).isZero();
    assertThat(Files.readAllLines(folder.resolve("slept"))).hasSize(75).containsOnly("1");
  }

  @Test
  void ends_when_the_pod_is_deleted() throws Exception {
    BufferedReader output = start("llm-0-prefill");
    assertThat(output.readLine()).isEqualTo("waits for llm-0-prefill");

    process.destroy();

    assertThat(code()).isEqualTo(143);
  }

  @Test
  void names_no_more_than_can_be_read() {
    List<String> parents =
        new ArrayList<>(IntStream.range(0, 10).mapToObj(i -> "llm-0-g-" + i + "-c").toList());
    assertThat(container(parents).getArgs()).isEqualTo(parents);

    parents.add("llm-0-g-10-c");
    parents.add("llm-0-g-11-c");

    assertThat(container(parents).getArgs())
        .hasSize(11)
        .startsWith("llm-0-g-0-c")
        .endsWith("llm-0-g-9-c", "2 more PodCliques");
  }
}
