package dev.coppice.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.AdmissionSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ConvertCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"placement", "tpu", "undivided"})
  void prints_the_set_that_is_equal(String example) {
    assertThat(run(Example.file(example + ".yaml"), "-")).isZero();

    assertThat(out.toString()).isEqualTo(Example.file(example + ".converted.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"placement", "tpu", "undivided"})
  void what_it_prints_is_accepted(String example) {
    run(Example.file(example + ".yaml"), "-");

    Findings findings =
        new RuleTable(AdmissionSettings.standard()).create(SampleSet.of(out.toString()));
    assertThat(findings.message()).isEmpty();
  }

  @Test
  void warnings_go_to_standard_error() {
    assertThat(run(Example.file("placement.yaml"), "-")).isZero();

    assertThat(err.toString().lines())
        .contains(
            "coppice: warning: standard input: LeaderWorkerSet lws: spec.networkConfig.subdomainPolicy: each group has a headless Service of its own, none finds the pods of all");
  }

  @Test
  void prints_nothing_but_problems_where_there_are_any() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("llm.yaml"),
            Example.file("tpu.yaml")
                + "\n---\n"
                + Example.plain()
                    .with("/spec/sizes", "2")
                    .with("/spec/rolloutStrategy/rollingUpdateConfiguration/maxSurge", "1")
                    .tree());

    assertThat(run("", file.toString())).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "coppice: %s: LeaderWorkerSet llm: spec.sizes: Invalid value: 2: no such field is known, so nothing can be made of it"
                .formatted(file),
            "coppice: %s: LeaderWorkerSet llm: spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge: Invalid value: 1: replicas are replaced where they are, without more accelerators than the set has: only 0"
                .formatted(file));
  }

  @Test
  void a_file_that_cannot_be_read_is_told_in_one_line() throws IOException {
    assertThat(run("", "/absent.yaml")).isEqualTo(1);
    assertThat(run("", folder.toString())).isEqualTo(1);
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe, 0x00});
    assertThat(run("", bytes.toString())).isEqualTo(1);

    assertThat(err.toString().lines())
        .containsExactly(
            "coppice: /absent.yaml: no such file",
            "coppice: %s: cannot be read: Is a directory".formatted(folder),
            "coppice: %s: is not in UTF-8".formatted(bytes));
  }

  private int run(String in, String file) {
    return new CommandLine(
            new ConvertCommand(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8))))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(file);
  }
}
