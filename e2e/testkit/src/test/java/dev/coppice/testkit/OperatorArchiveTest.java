package dev.coppice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorArchiveTest {

  @TempDir Path builds;

  private Path folder;
  private OperatorArchive archive;

  @BeforeEach
  void copied() throws IOException {
    folder = Files.createDirectories(builds.resolve("this"));
    archive = new OperatorArchive(folder.resolve("classes.aot"));
  }

  private static void write(Path draft) {
    try {
      Files.writeString(draft, "classes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  @Test
  void a_process_starts_from_it_once_it_is_there() {
    assertThat(archive.flags()).isEmpty();

    archive.make(OperatorArchiveTest::write, Files::exists);

    assertThat(archive.flags()).contains("-XX:AOTCache=" + archive.file());
  }

  @Test
  void nobody_sees_it_before_it_is_complete() throws IOException {
    archive.make(
        draft -> {
          write(draft);
          assertThat(archive.flags()).isEmpty();
        },
        draft -> archive.flags().isEmpty());

    assertThat(archive.file()).hasContent("classes");
    assertThat(folders()).isEmpty();
  }

  @Test
  void one_that_is_there_is_not_made_again() {
    archive.make(OperatorArchiveTest::write, Files::exists);

    archive.make(draft -> assertThat(draft).as("a second training").isNull(), Files::exists);

    assertThat(archive.file()).hasContent("classes");
  }

  @Test
  void who_comes_while_it_is_made_does_not_wait() {
    archive.make(
        first -> {
          archive.make(
              second -> assertThat(second).as("a second training").isNull(), Files::exists);
          write(first);
        },
        Files::exists);

    assertThat(archive.file()).hasContent("classes");
  }

  @Test
  void one_that_no_jvm_can_use_is_not_kept() throws IOException {
    archive.make(OperatorArchiveTest::write, draft -> false);

    assertThat(archive.flags()).isEmpty();
    assertThat(folders()).isEmpty();
  }

  @Test
  void a_training_that_writes_none_is_no_harm() throws IOException {
    archive.make(draft -> {}, Files::exists);

    assertThat(archive.flags()).isEmpty();
    assertThat(folders()).isEmpty();
  }

  @Test
  void a_training_that_fails_leaves_nothing_and_the_next_may_succeed() throws IOException {
    assertThatThrownBy(() ->
            archive.make(
                draft -> {
                  write(draft);
                  throw new IllegalStateException("not ready");
                },
                Files::exists))
        .hasMessage("not ready");
    assertThat(folders()).isEmpty();

    archive.make(OperatorArchiveTest::write, Files::exists);

    assertThat(archive.file()).hasContent("classes");
  }

  @Test
  void what_a_killed_jvm_left_is_removed_by_the_next_that_makes_one() throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve("draft-1")).resolve("classes.aot"), "half");

    archive.make(OperatorArchiveTest::write, Files::exists);

    assertThat(folders()).isEmpty();
    assertThat(archive.file()).hasContent("classes");
  }

  @Test
  void those_of_other_builds_go_and_their_jars_stay() throws IOException {
    Path other = Files.createDirectories(builds.resolve("other"));
    Path jar = Files.writeString(other.resolve("app.jar"), "app");
    Path old = Files.writeString(other.resolve("classes.aot"), "old");

    archive.make(OperatorArchiveTest::write, Files::exists);

    assertThat(old).doesNotExist();
    assertThat(jar).exists();
    assertThat(archive.file()).exists();
  }
}
