package dev.coppice.e2e.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.process.Checkout;
import dev.coppice.testkit.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script builds when there is a reason, in a clone that holds a Maven which only takes notes.
 */
class PackageScriptTest {

  private static final List<String> STARTED =
      List.of(
          "operator/app",
          "e2e/testkit",
          "e2e/simulator",
          "e2e/fuzz",
          "e2e/faults",
          "e2e/benchmark");
  private static final List<String> MODULES =
      Stream.concat(Stream.of("api", "operator/core", "webhook"), STARTED.stream()).toList();

  /** What a build leaves; it began before its last folder was made. */
  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      set -euo pipefail
      for module in %s; do mkdir -p "$module/target"; done
      touch operator/app/target/coppice-app-1.jar
      for module in %s; do
        printf %%s operator/app/target/coppice-app-1.jar >"$module/target/classpath"
      done
      touch -d '1 minute ago' target/packaged.begun
      echo "[INFO] Building Coppice"
      """
          .formatted(String.join(" ", MODULES), String.join(" ", STARTED));

  @TempDir private Path clone;

  @BeforeEach
  void fetch() throws IOException {
    Files.createDirectory(clone.resolve("hack"));
    Path script = clone.resolve("hack/package");
    Files.copy(Checkout.find().resolve("hack/package"), script);
    Path maven = Files.writeString(clone.resolve("hack/mvn"), MAVEN);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Files.createDirectory(clone.resolve(".mvn"));
    Files.createFile(clone.resolve("pom.xml"));
    for (String module : MODULES) {
      Path sources = Files.createDirectories(clone.resolve(module).resolve("src/main"));
      Files.createFile(sources.resolve("Source.java"));
      Files.createFile(sources.resolve("Other.java"));
    }
    makeOld();
  }

  private void makeOld() throws IOException {
    FileTime fetched = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
    try (Stream<Path> all = Files.walk(clone)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.setLastModifiedTime(path, fetched);
      }
    }
  }

  private boolean builds() {
    return ShortProgram.run("hack/package", List.of(clone.resolve("hack/package").toString()))
        .contains("Coppice");
  }

  @Test
  void what_was_built_in_a_fresh_clone_is_not_built_again() {
    assertThat(builds()).isTrue();

    assertThat(builds()).isFalse();
  }

  @Test
  void what_was_changed_added_or_removed_is_built_again() throws IOException {
    Path sources = clone.resolve("operator/core/src/main");
    builds();

    Files.writeString(sources.resolve("Source.java"), "changed");
    assertThat(builds()).isTrue();

    makeOld();
    Files.createFile(sources.resolve("Fresh.java"));
    assertThat(builds()).isTrue();

    makeOld();
    Files.delete(sources.resolve("Other.java"));
    assertThat(builds()).isTrue();

    makeOld();
    Files.writeString(clone.resolve("webhook/pom.xml"), "<project/>");
    assertThat(builds()).isTrue();
  }

  @Test
  void what_a_build_left_is_made_again_when_it_is_gone() throws IOException {
    builds();

    Files.delete(clone.resolve("operator/app/target/coppice-app-1.jar"));

    assertThat(builds()).isTrue();
  }
}
