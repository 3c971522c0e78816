package dev.coppice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorBuildTest {

  @TempDir Path directory;

  private Path copies;
  private Path app;
  private OperatorBuild build;

  @BeforeEach
  void packaged() throws IOException {
    copies = directory.resolve("running");
    app = Files.writeString(directory.resolve("app.jar"), "app");
    Path core = Files.writeString(directory.resolve("core.jar"), "core");
    build = new OperatorBuild(List.of(app, core), List.of(directory.resolve("library.jar")));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void processes_of_a_build_run_from_the_same_copies_of_its_jars() throws IOException {
    OperatorBuild copied = build.copied(copies);

    assertThat(copied.own()).extracting(Files::readString).containsExactly("app", "core");
    assertThat(copied.libraries()).isEqualTo(build.libraries());
    assertThat(copied.fingerprint()).isEqualTo(build.fingerprint());
    assertThat(build.copied(copies)).isEqualTo(copied);
  }

  @Test
  void another_build_leaves_the_jars_alone_that_the_first_runs_from() throws IOException {
    OperatorBuild first = build.copied(copies);
    Files.writeString(app, "app, changed");

    OperatorBuild second = build.copied(copies);

    assertThat(first.own().getFirst()).hasContent("app");
    assertThat(second.own().getFirst()).hasContent("app, changed");
  }

  @Test
  void a_copy_that_is_there_is_not_written_again() throws IOException {
    Path copy = build.copied(copies).own().getFirst();
    Object written = Files.readAttributes(copy, "unix:ino,lastModifiedTime");

    build.copied(copies);

    assertThat(Files.readAttributes(copy, "unix:ino,lastModifiedTime")).isEqualTo(written);
  }

  @Test
  void all_who_copy_at_once_get_one_complete_folder() throws Exception {
    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> contents =
          IntStream.range(0, 40)
              .mapToObj(_ ->
                  many.submit(() ->
                      build.copied(copies).own().stream().map(OperatorBuildTest::content).toList()))
              .toList();
      for (Future<List<String>> content : contents) {
        assertThat(content.get()).containsExactly("app", "core");
      }
    }

    assertThat(list(copies)).containsExactly(copies.resolve(build.fingerprint()));
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "unreadable: " + e;
    }
  }
}
