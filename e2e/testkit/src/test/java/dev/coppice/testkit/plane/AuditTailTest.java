package dev.coppice.testkit.plane;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.testkit.plane.AuditLog.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTailTest {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void log() throws IOException {
    file = folder.resolve("audit.log");
    write(line("create", "pods"));
  }

  private static String line(String verb, String resource) {
    String time = "2026-01-01T00:00:00.000000Z";
    return """
    {"verb":"%s","objectRef":{"resource":"%s"},"requestReceivedTimestamp":"%s",\
    "stageTimestamp":"%s"}
    """
        .formatted(verb, resource, time, time);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text, CREATE, APPEND);
  }

  @Test
  void tells_what_was_logged_since_it_began_and_each_request_once() throws IOException {
    AuditTail tail = new AuditLog(file).tail();
    write(line("update", "nodes"));
    write(line("delete", "secrets"));

    assertThat(tail.next()).extracting(Request::resource).containsExactly("nodes", "secrets");
    assertThat(tail.next()).isEmpty();
  }

  @Test
  void keeps_the_first_half_of_a_line_until_the_second_comes() throws IOException {
    AuditTail tail = new AuditLog(file).tail();
    String line = line("update", "nodes");
    write(line.substring(0, 30));
    assertThat(tail.next()).isEmpty();

    write(line.substring(30));

    assertThat(tail.next()).extracting(Request::resource).containsExactly("nodes");
  }

  @Test
  void leaves_out_a_request_whose_line_had_begun_before() throws IOException {
    String line = line("update", "nodes");
    write(line.substring(0, 30));
    AuditTail tail = new AuditLog(file).tail();
    write(line.substring(30) + line("delete", "secrets"));

    assertThat(tail.next()).extracting(Request::resource).containsExactly("secrets");
  }
}
