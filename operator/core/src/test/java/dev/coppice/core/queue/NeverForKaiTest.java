package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.queue.Queue;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeverForKaiTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      quoteCharacter = '`',
      textBlock =
          """
          q - 10m/0s          | null            | []
          q - -1/-            | null            | [{"op":"replace","path":"/spec/preemptMinRuntime","value":"876000h"},{"op":"add","path":"/metadata/annotations","value":{"grove.io/never":"preempt"}}]
          q - -1/-1s          | ``              | [{"op":"replace","path":"/spec/preemptMinRuntime","value":"876000h"},{"op":"replace","path":"/spec/reclaimMinRuntime","value":"876000h"},{"op":"add","path":"/metadata/annotations/grove.io~1never","value":"preempt,reclaim"}]
          q - -1/876000h      | preempt,reclaim | [{"op":"replace","path":"/spec/preemptMinRuntime","value":"876000h"}]
          q - 876000h/876000h | preempt,reclaim | []
          q - 10m/876000h     | preempt,reclaim | [{"op":"add","path":"/metadata/annotations/grove.io~1never","value":"reclaim"}]
          q - 10m/-           | preempt         | [{"op":"remove","path":"/metadata/annotations/grove.io~1never"}]
          q - 876000h/-       | null            | []
          q - 1d/-            | null            | []
          """)
  void a_negative_length_becomes_a_hundred_years(String queue, String annotation, String expected) {
    Queue written = Queues.queue(queue);
    if (annotation != null) {
      written
          .getMetadata()
          .setAnnotations(
              annotation.isEmpty() ? Map.of("other", "x") : Map.of("grove.io/never", annotation));
    }

    assertThat(NeverForKai.patch(written).operations().toString()).isEqualTo(expected);
  }
}
