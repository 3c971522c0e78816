package dev.coppice.testkit.plane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

  private static final Instant SINCE = Instant.parse("2026-03-01T12:00:01Z");

  @TempDir Path directory;

  @Test
  void counts_the_writes_of_one_user_since_an_instant() throws IOException {
    AuditLog log =
        log(
            line(PlaneUser.OPERATOR.userName(), "create", "12:00:00.5"),
            line(PlaneUser.OPERATOR.userName(), "create", "12:00:01.0"),
            line(PlaneUser.OPERATOR.userName(), "watch", "12:00:02.0"),
            line("admin", "delete", "12:00:03.0"),
            line(PlaneUser.OPERATOR.userName(), "patch", "12:00:04.0"),
            "");

    assertThat(log.writes(PlaneUser.OPERATOR, SINCE))
        .extracting(AuditLog.Request::verb)
        .containsExactly("create", "patch");
  }

  @Test
  void a_line_that_is_still_being_written_is_left_for_later() throws IOException {
    AuditLog log = log(line("admin", "create", "12:00:01.0"), "{\"kind\":\"Event\",\"ver");

    assertThat(log.requests()).hasSize(1);
    assertThat(log.requests()).hasSize(1);
  }

  @Test
  void a_request_is_read_whole() throws IOException {
    String refused =
        line("admin", "update", "12:00:01.25")
            .replace("200", "403")
            .replaceFirst("}$", ",\"annotations\":{\"authorization.k8s.io/decision\":\"forbid\"}}");
    AuditLog.Request request = log(refused, "").requests().getFirst();

    assertThat(request)
        .isEqualTo(
            new AuditLog.Request(
                "a-1",
                Instant.parse("2026-03-01T12:00:01.25Z"),
                Instant.parse("2026-03-01T12:00:09Z"),
                "admin",
                "kubectl/v1",
                "update",
                "grove.io",
                "podcliques",
                "status",
                "default",
                "a-0-b",
                403,
                true,
                false));
  }

  private AuditLog log(String... lines) throws IOException {
    Path file = directory.resolve("audit.log");
    Files.writeString(file, String.join("\n", lines));
    return new AuditLog(file);
  }

  private static String line(String user, String verb, String time) {
    return """
    {"auditID":"a-1","verb":"%s","user":{"username":"%s"},"userAgent":"kubectl/v1",\
    "objectRef":{"resource":"podcliques","apiGroup":"grove.io","namespace":"default","name":"a-0-b","subresource":"status"},\
    "responseStatus":{"code":200},"requestReceivedTimestamp":"2026-03-01T%sZ",\
    "stageTimestamp":"2026-03-01T12:00:09Z"}\
    """
        .formatted(verb, user, time);
  }
}
