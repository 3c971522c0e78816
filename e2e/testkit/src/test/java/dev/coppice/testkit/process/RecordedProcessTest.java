package dev.coppice.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedProcessTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory;

  @AfterEach
  void leaveNothingBehind() {
    RecordedProcess.find(record()).ifPresent(RecordedProcess::kill);
  }

  @Test
  void a_detached_process_is_found_again_by_its_record() {
    RecordedProcess started = start(Lifetime.DETACHED, "sleep", "300");

    await().atMost(PATIENCE).until(() -> RecordedProcess.find(record()).isPresent());

    assertThat(RecordedProcess.find(record()).orElseThrow().pid()).isEqualTo(started.pid());
  }

  @Test
  void a_process_with_other_arguments_is_not_taken_for_the_recorded_one() throws IOException {
    RecordedProcess other = start(Lifetime.ATTACHED, "sleep", "301");
    Path forged = directory.resolve("forged.json");
    Files.writeString(forged, Files.readString(record()).replace("301", "302"));

    assertThat(RecordedProcess.find(forged)).isEmpty();
    assertThat(other.alive()).isTrue();
  }

  @Test
  void a_killed_process_is_gone_and_so_is_its_record() {
    RecordedProcess started = start(Lifetime.ATTACHED, "sleep", "300");

    started.kill();

    assertThat(started.alive()).isFalse();
    assertThat(record()).doesNotExist();
  }

  @Test
  void a_process_that_ignores_the_request_to_end_is_killed() {
    RecordedProcess stubborn =
        start(
            Lifetime.ATTACHED, "bash", "-c", "trap '' TERM; echo armed; while :; do sleep 1; done");
    await().atMost(PATIENCE).until(() -> stubborn.logTail(1).equals("armed"));

    stubborn.terminate(Duration.ofMillis(300));

    assertThat(stubborn.alive()).isFalse();
  }

  @Test
  void a_suspended_process_does_nothing_until_it_is_resumed() {
    RecordedProcess sleeping = start(Lifetime.ATTACHED, "sleep", "300");

    sleeping.suspend();
    await().atMost(PATIENCE).until(() -> state(sleeping).equals("T"));
    sleeping.resume();

    await().atMost(PATIENCE).until(() -> !state(sleeping).equals("T"));
    assertThat(sleeping.alive()).isTrue();
  }

  private static String state(RecordedProcess process) throws IOException {
    String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return line.substring(line.lastIndexOf(')') + 2, line.lastIndexOf(')') + 3);
  }

  @Test
  void waiting_for_a_process_that_ends_shows_the_end_of_its_log() {
    RecordedProcess failing =
        start(Lifetime.ATTACHED, "bash", "-c", "echo first; echo the reason; exit 3");

    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> failing.awaitReady(() -> Optional.of("not yet"), PATIENCE))
        .withMessageContaining("the test process ended while it was starting")
        .withMessageContaining("first\nthe reason");
  }

  @Test
  void waiting_too_long_says_what_is_still_missing() {
    RecordedProcess slow = start(Lifetime.ATTACHED, "sleep", "300");

    assertThatExceptionOfType(StartFailure.class)
        .isThrownBy(() -> slow.awaitReady(() -> Optional.of("no answer"), Duration.ofMillis(100)))
        .withMessageContaining("is not ready after 0 s: no answer");
  }

  private RecordedProcess start(Lifetime lifetime, String... command) {
    String executable =
        List.of("/bin/" + command[0], "/usr/bin/" + command[0]).stream()
            .filter(path -> Files.isExecutable(Path.of(path)))
            .findFirst()
            .orElseThrow();
    String[] absolute = command.clone();
    absolute[0] = executable;
    return RecordedProcess.start(
        new ProcessLaunch(
            "the test process",
            List.of(absolute),
            Map.of(),
            directory.resolve("process.log").toString()),
        record(),
        lifetime);
  }

  private Path record() {
    return directory.resolve("process.json");
  }
}
