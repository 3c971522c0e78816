package dev.coppice.testkit.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path root;

  private void write(String path, String text, Instant at) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(at));
  }

  private List<String> report() {
    return new RunReport(root, START).lines();
  }

  @Test
  void tells_seconds_by_module_and_the_slowest_classes_with_their_processor_time()
      throws IOException {
    write(
        "api/target/surefire-reports/TEST-a.Quick.xml",
        "<testsuite name='a.Quick' tests='3' time='0.5'/>",
        START);
    write(
        "e2e/tests/target/failsafe-reports/TEST-e.Slow.xml",
        "<testsuite name='e.Slow' tests='2' time='1,070.25'/>",
        START);
    write("e2e/tests/target/run-1/notes/costs.txt", "e.Slow 1070.3 99.9\n", START);

    assertThat(report())
        .containsSubsequence(
            "     0.5 s     3 tests  api",
            "  1070.3 s     2 tests  e2e/tests",
            "  1070.3 s    99.9 s  e.Slow",
            "     0.5 s            a.Quick",
            "run again: nothing");
  }

  @Test
  void names_what_was_run_again() throws IOException {
    write(
        "e2e/tests/target/failsafe-reports/TEST-e.X.xml",
        "<testsuite name='e.X' tests='2' time='1'><testcase classname='e.X' name='one'>"
            + "<flakyFailure/></testcase><testcase classname='e.X' name='two'><failure/>"
            + "<rerunFailure/></testcase></testsuite>",
        START);

    assertThat(report()).contains("run again: e.X.one: failed, then passed; e.X.two: failed again");
  }

  @Test
  void adds_up_what_was_checked_by_all_runs_side_by_side() throws IOException {
    write("e2e/tests/target/run-1/notes/checked.txt", "10 200\n8 100\n", START);
    write("e2e/tests/target/run-2/notes/checked.txt", "10 1000\n", START);

    assertThat(report().getLast())
        .isEqualTo(
            "checked: 3 times a recording of 1,300 changes in all, 12,800 times a rule over a"
                + " change");
  }

  @Test
  void leaves_out_what_an_earlier_run_has_left() throws IOException {
    write(
        "api/target/surefire-reports/TEST-a.Old.xml",
        "<testsuite name='a.Old' tests='3' time='0.5'/>",
        START.minusSeconds(1));

    assertThat(report()).noneMatch(line -> line.contains("a.Old") || line.contains("api"));
  }
}
