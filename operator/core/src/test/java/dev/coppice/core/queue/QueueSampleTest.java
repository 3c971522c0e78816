package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.testing.TestYaml;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queues that the user guide has to try. */
class QueueSampleTest {

  private static final List<Queue> SAMPLE =
      TestYaml.documents(Path.of("../../docs/samples/queues.yaml")).stream()
          .filter(object -> object.path("kind").asText().equals("Queue"))
          .map(object -> TestYaml.read(object.toString(), Queue.class))
          .toList();

  @ParameterizedTest
  @CsvSource({
    "products, reclaimMinRuntime: 1m, research",
    "vision, preemptMinRuntime: 2m, research",
    "language, reclaimMinRuntime: 0s, vision",
    ", reclaimMinRuntime: 5m, company",
  })
  void gangs_of_the_sample_are_protected_as_its_comment_says(
      @Nullable String preemptor, String value, String queue) {
    QueueTree tree = QueueTree.of(SAMPLE.stream().map(QueueNode::of).toList());
    String[] parts = value.split(": ", -1);

    Resolution resolution =
        new MinRuntimes(tree, Queues.pools("-", "-"), UnqueuedPreemptor.FOREIGN_TOP_LEVEL)
            .resolve(preemptor, "vision", null);

    assertThat(resolution.source()).isEqualTo(new Resolution.Source.OfQueue(queue, parts[0]));
    assertThat(resolution.minRuntime())
        .isEqualTo(MinRuntimeText.ofNodePool(parts[1]).value().orElseThrow());
  }

  @Test
  void each_queue_is_accepted_without_a_word_once_those_above_it_are_there() {
    QueueTree tree = QueueTree.of(List.of());
    for (Queue queue : SAMPLE) {
      assertThat(new QueueWriteRules(tree, tree::has, _ -> false, true, false).store(queue))
          .as(queue.getMetadata().getName())
          .returns("", findings -> findings.message())
          .returns(List.of(), findings -> findings.warnings());
      tree = tree.with(QueueNode.of(queue));
    }
  }
}
