package dev.coppice.e2e.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.process.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher in an archive, with a Java that only says how it was called. */
class LauncherTest {

  private static final String JAVA =
      """
      #!/bin/sh
      echo "arenas $MALLOC_ARENA_MAX"
      for argument in "$@"; do echo "$argument"; done
      """;

  @TempDir private Path folder;
  private Path home;
  private Path launcher;
  private Path java;

  @BeforeEach
  void unpack() throws IOException {
    home = folder.toRealPath().resolve("an archive");
    launcher = home.resolve("bin/coppice");
    Files.createDirectories(launcher.getParent());
    Files.copy(Checkout.find().resolve("operator/app/src/main/distribution/bin/coppice"), launcher);
    java = folder.resolve("java");
    Path program = Files.createDirectories(java.resolve("bin")).resolve("java");
    Files.writeString(program, JAVA);
    assertThat(Stream.of(launcher, program)).allMatch(file -> file.toFile().setExecutable(true));
  }

  /** What was printed, line by line. */
  private List<String> run(Path file, Map<String, String> environment, String... arguments)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(file.toString()), Stream.of(arguments)).toList());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out.lines().toList();
  }

  @Test
  void starts_java_with_the_flags_and_jars_beside_it_and_all_arguments() throws Exception {
    assertThat(
            run(launcher, Map.of("JAVA_HOME", java.toString()), "crds", "--kubeconfig", "my file"))
        .containsExactly(
            "arenas 2",
            "@" + home.resolve("etc/jvm.options"),
            "-cp",
            home.resolve("lib") + "/*",
            "dev.coppice.app.Main",
            "crds",
            "--kubeconfig",
            "my file");
  }

  @ParameterizedTest
  @CsvSource({"operator,", "webhook, -Xmx256m", "all, -Xmx240m", "webhooks,", "--help,"})
  void gives_those_who_answer_reviews_a_larger_heap(String subcommand, @Nullable String heap)
      throws Exception {
    assertThat(run(launcher, Map.of("JAVA_HOME", java.toString()), subcommand))
        .filteredOn(flag -> flag.startsWith("-Xmx"))
        .isEqualTo(Stream.ofNullable(heap).toList());
  }

  @Test
  void puts_further_flags_behind_its_own_so_that_they_win() throws Exception {
    List<String> called =
        run(
            launcher,
            Map.of("JAVA_HOME", java.toString(), "COPPICE_JVM_FLAGS", "-Xmx304m -Dx=y"),
            "webhook");

    assertThat(called)
        .containsSubsequence("-Xmx256m", "-XX:TieredStopAtLevel=4", "-Xmx304m", "-Dx=y", "-cp");
  }

  @Test
  void starts_from_the_aot_cache_that_is_there() throws Exception {
    Path cache = home.resolve("aot/coppice.aot");
    Files.createDirectories(cache.getParent());
    Files.createFile(cache);

    assertThat(run(launcher, Map.of("JAVA_HOME", java.toString()), "operator"))
        .containsSubsequence(
            "@" + home.resolve("etc/jvm.options"),
            "-XX:AOTCache=" + cache,
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            "-cp",
            "operator");
  }

  @Test
  void takes_the_java_on_the_path_and_jars_that_lie_elsewhere() throws Exception {
    assertThat(
            run(
                launcher,
                Map.of(
                    "PATH", java.resolve("bin").toString(),
                    "COPPICE_CLASS_PATH", "/a/*:/b/*",
                    "MALLOC_ARENA_MAX", "4")))
        .startsWith("arenas 4")
        .containsSubsequence("-cp", "/a/*:/b/*");
  }

  @Test
  void finds_its_jars_when_it_is_called_by_a_link() throws Exception {
    Path link =
        Files.createSymbolicLink(folder.resolve("coppice"), Path.of("an archive/bin/coppice"));

    assertThat(
            run(link, Map.of("JAVA_HOME", java.toString(), "PATH", System.getenv("PATH")), "crds"))
        .contains(home.resolve("lib") + "/*");
  }

  @ParameterizedTest
  @CsvSource({"17.0.12, false", "24, false", "25, true", "25.0.1, true", "26-ea, true"})
  void says_so_where_java_is_too_old(String version, boolean fits) throws Exception {
    Files.writeString(
        java.resolve("release"),
        "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"%s\"\n".formatted(version));

    List<String> told = run(launcher, Map.of("JAVA_HOME", java.toString()), "crds");

    if (fits) {
      assertThat(told).contains("dev.coppice.app.Main");
    } else {
      assertThat(told)
          .containsExactly(
              "coppice: %s/bin/java is version %s: set JAVA_HOME to version 25 or newer"
                  .formatted(java, version));
    }
  }

  @Test
  void says_so_where_the_named_java_is_not_there() throws Exception {
    assertThat(run(launcher, Map.of("JAVA_HOME", "/no/such"), "crds"))
        .containsExactly("coppice: JAVA_HOME is /no/such, and there is no bin/java in it");
  }

  @Test
  void says_what_is_missing_where_there_is_no_java() throws Exception {
    assertThat(run(launcher, Map.of("PATH", folder.toString()), "crds"))
        .containsExactly(
            "coppice: no Java: set JAVA_HOME to version 25 or newer, or put it on the PATH");
  }
}
