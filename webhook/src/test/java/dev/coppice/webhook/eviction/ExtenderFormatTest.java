package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.sun.management.ThreadMXBean;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderFormatTest {

  private static byte[] file(String name) throws IOException {
    try (InputStream in = ExtenderFormatTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static ExtenderRequest read(String json) throws IOException {
    return read(json.getBytes(StandardCharsets.UTF_8));
  }

  private static ExtenderRequest read(byte[] json) throws IOException {
    return ExtenderFormat.read(new ByteArrayInputStream(json), () -> {});
  }

  @ParameterizedTest
  @ValueSource(strings = {"question-of-identifiers.json", "question-of-pods.json"})
  void both_forms_are_answered_by_identifiers_in_the_order_of_the_question(String question)
      throws IOException {
    ExtenderRequest request = read(file(question));

    NodeDecision decision = new Scene(true).extender().judge(request);

    assertThat(ExtenderFormat.write(request, decision))
        .isEqualTo(new String(file("answer.json"), StandardCharsets.UTF_8));
    assertThat(request.pod())
        .isEqualTo(
            new PendingPod(
                "ns", "wants-room", "uid-wants", Map.of("kai.scheduler/queue", "other"), 1000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"question-of-identifiers.json", "question-of-pods.json"})
  void names_are_read_in_any_case(String question) throws IOException {
    String text = new String(file(question), StandardCharsets.UTF_8);
    String lower =
        text.replace("\"Pod\"", "\"pod\"")
            .replace("\"NodeNameTo", "\"nodeNameTo")
            .replace("\"Pods\"", "\"pods\"")
            .replace("\"UID\"", "\"uid\"")
            .replace("\"NumPDB", "\"numPDB");

    assertThat(lower).isNotEqualTo(text);
    assertThat(read(lower)).isEqualTo(read(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":null}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":null}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":null}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":{\"n1\":{\"Pods\":[]}}}",
      })
  void without_victims_the_answer_is_an_empty_map_and_never_null(String question)
      throws IOException {
    ExtenderRequest request = read(question);

    assertThat(ExtenderFormat.write(request, new Scene(true).extender().judge(request)))
        .isEqualTo("{\"NodeNameToMetaVictims\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "{",
        "{}",
        "{\"Pod\":null}",
        "{\"Pod\":{\"metadata\":{}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[null]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{}]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToVictims\":{\"n1\":{\"Pods\":[{\"metadata\":{}}]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":7}",
      })
  void what_is_no_question_is_told_so(String body) {
    assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> read(body));
  }

  @Test
  void whose_a_pod_is_not_is_said_only_by_whole_pods() throws IOException {
    assertThat(read(file("question-of-identifiers.json")).nodes().get("n3").pods())
        .isEqualTo(List.of(new AskedPod("foreign-3", false)));
    assertThat(read(file("question-of-pods.json")).nodes().get("n1").pods())
        .startsWith(new AskedPod("foreign-2", true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"question-of-identifiers.json", "question-of-pods.json"})
  void room_is_taken_for_each_node_and_each_victim_before_it_is_kept(String question)
      throws IOException {
    ExtenderRequest all = read(file(question));
    int entries =
        all.nodes().size()
            + all.nodes().values().stream().mapToInt(node -> node.pods().size()).sum();
    AtomicInteger taken = new AtomicInteger();

    ExtenderFormat.read(new ByteArrayInputStream(file(question)), taken::incrementAndGet);

    assertThat(taken).hasValue(entries).hasPositiveValue();
    for (int i = 0; i < entries; i++) {
      AtomicInteger left = new AtomicInteger(i);
      assertThatIOException()
          .isThrownBy(() ->
              ExtenderFormat.read(
                  new ByteArrayInputStream(file(question)),
                  () -> {
                    if (left.getAndDecrement() == 0) {
                      throw new IOException("full");
                    }
                  }))
          .withMessage("full");
    }
  }

  @Test
  void labels_that_nobody_asks_for_are_not_kept() throws IOException {
    assertThat(
            read("{\"Pod\":{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\",\"kai.scheduler/queue\":\"q\"}}}}")
                .pod()
                .labels())
        .isEqualTo(Map.of("kai.scheduler/queue", "q"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Pod\":{\"metadata\":{\"name\":\"%s\"}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\",\"uid\":\"%s\"}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\",\"labels\":{\"kai.scheduler/queue\":\"%s\"}}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"%s\":{\"Pods\":[]}}}",
        "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"%s\"}]}}}",
      })
  void what_is_kept_is_short(String question) throws IOException {
    assertThat(read(question.formatted("x".repeat(100))).pod().name()).isNotNull();
    for (int length : new int[] {254, 10_000, 100_000}) {
      assertThatExceptionOfType(JsonProcessingException.class)
          .isThrownBy(() -> read(question.formatted("x".repeat(length))));
    }
  }

  /** What a parser allocates is at least what it keeps. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"Pod":{"metadata":{"name":"p","annotations":{"a":" | "}}}}
          {"Pod":{"metadata":{"name":"p"}},"x":"             | "}
          {"                                                 | ":0}
          {"Pod":{"metadata":{"name":"p","uid":"             | "}}}
          """)
  void a_text_of_any_length_takes_no_memory(String before, String after) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    InputStream body =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    new ByteArrayInputStream(before.getBytes(StandardCharsets.UTF_8)),
                    new Blanks(32 << 20),
                    new ByteArrayInputStream(after.getBytes(StandardCharsets.UTF_8)))));
    long begun = threads.getCurrentThreadAllocatedBytes();

    try {
      ExtenderFormat.read(body, () -> {});
    } catch (IOException refused) {
      assertThat(refused).isInstanceOf(JsonProcessingException.class);
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - begun).isLessThan(4 << 20);
  }

  /** So many blanks. */
  private static final class Blanks extends InputStream {
    private int left;

    Blanks(int count) {
      left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? ' ' : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      int count = Math.min(length, left);
      Arrays.fill(buffer, offset, offset + count, (byte) ' ');
      left -= count;
      return count == 0 && length > 0 ? -1 : count;
    }
  }
}
