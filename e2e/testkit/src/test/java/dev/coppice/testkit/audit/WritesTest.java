package dev.coppice.testkit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.plane.AuditLog;
import dev.coppice.testkit.plane.PlaneUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WritesTest {

  private static final String OPERATOR = PlaneUser.OPERATOR.userName();

  @TempDir private Path folder;
  private Writes writes;

  /** Second, user, agent, verb, resource with subresource, code. */
  @BeforeEach
  void log() throws IOException {
    Path file = folder.resolve("audit.log");
    Files.write(
        file,
        Stream.of(
                line(0, "admin", "kubectl/v1.36.2", "create", "podcliquesets", "", 201),
                line(1, OPERATOR, "coppice/0.1.0", "create", "pods", "", 201),
                line(2, OPERATOR, "coppice/0.1.0", "create", "pods", "", 409),
                line(3, OPERATOR, "coppice/0.1.0", "update", "podcliques", "status", 200),
                line(4, OPERATOR, "coppice/0.1.0", "get", "pods", "", 200),
                line(5, OPERATOR, "coppice/0.1.0", "update", "leases", "", 200),
                line(60, OPERATOR, "coppice/0.1.0", "delete", "pods", "", 200))
            .toList());
    writes = Writes.in(new AuditLog(file));
  }

  private static String line(
      int second,
      String user,
      String agent,
      String verb,
      String resource,
      String subresource,
      int code) {
    String time = "2026-01-01T00:%02d:%02d.000000Z".formatted(second / 60, second % 60);
    return """
    {"stage":"ResponseComplete","verb":"%s","user":{"username":"%s"},"userAgent":"%s",\
    "objectRef":{"resource":"%s","subresource":"%s","namespace":"shop","name":"web"},\
    "responseStatus":{"code":%d},\
    "requestReceivedTimestamp":"%s","stageTimestamp":"%s"}\
    """
        .formatted(verb, user, agent, resource, subresource, code, time, time);
  }

  static Stream<Arguments> questions() {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    return Stream.of(
        question("all but reads and renewals of leases", all -> all, 5),
        question("of the operator", all -> all.by(PlaneUser.OPERATOR), 4),
        question("of kubectl", all -> all.byAgent("kubectl/"), 1),
        question("of creations", all -> all.withVerb("create"), 3),
        question("of pods", all -> all.to("pods"), 3),
        question("of a status", all -> all.toSubresource("status"), 1),
        question("of objects themselves", all -> all.toSubresource(""), 4),
        question("that were granted", Writes::granted, 4),
        question("in the namespace", all -> all.inNamespace("shop"), 5),
        question("in another namespace", all -> all.inNamespace("other"), 0),
        question(
            "from an instant on and before another",
            all -> all.between(start.plusSeconds(1), start.plusSeconds(60)),
            3),
        question(
            "of all that together",
            all -> all.by(PlaneUser.OPERATOR).to("pods").withVerb("create").granted(),
            1));
  }

  private static Arguments question(String name, UnaryOperator<Writes> question, int count) {
    return Arguments.argumentSet(name, question, count);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void counts_the_writes(UnaryOperator<Writes> question, int count) {
    assertThat(question.apply(writes).count()).isEqualTo(count);
  }

  @Test
  void counts_each_sort() {
    assertThat(writes.by(PlaneUser.OPERATOR).counts())
        .isEqualTo(Map.of("create pods", 2L, "update podcliques/status", 1L, "delete pods", 1L));
  }

  @Test
  void tells_the_counts_line_by_line() {
    assertThat(writes.toSubresource("status"))
        .hasToString("1 writes\n     1 update podcliques/status");
  }
}
