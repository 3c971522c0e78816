package dev.coppice.core.queue;

import dev.coppice.api.queue.Queue;
import dev.coppice.api.queue.QueueSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Trees of queues for tests, a queue in each line: {@code name parent preempt/reclaim}. */
public final class Queues {

  private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S+)/(\\S+)");

  /** The tree of the examples that KAI has. */
  public static final QueueTree T =
      tree(
          """
          dev              -        5s/10s
          dev-team1        dev      -/8s
          dev-team2        dev      3s/-
          prod             -        20s/30s
          prod-team1       prod     -/25s
          prod-team2       prod     15s/35s
          research         -        4s/6s
          research-project research 7s/9s
          """);

  private Queues() {}

  public static QueueTree tree(String lines) {
    return QueueTree.of(lines.lines().map(line -> QueueNode.of(queue(line))).toList());
  }

  static Queue queue(String line) {
    Matcher words = LINE.matcher(line.strip());
    if (!words.matches()) {
      throw new IllegalArgumentException(line);
    }
    Queue queue = new Queue();
    queue.getMetadata().setName(words.group(1));
    queue.setSpec(
        new QueueSpec(
            null,
            word(words.group(2)).orElse(null),
            null,
            null,
            word(words.group(3)).orElse(null),
            word(words.group(4)).orElse(null)));
    return queue;
  }

  private static Optional<String> word(String word) {
    return word.equals("-") ? Optional.empty() : Optional.of(word);
  }

  /** The same for all node pools. */
  public static NodePools pools(String preempt, String reclaim) {
    return new NodePools(pool(preempt, reclaim), Map.of());
  }

  static NodePools.Pool pool(String preempt, String reclaim, ReclaimMethod... method) {
    return new NodePools.Pool(
        word(preempt).flatMap(text -> MinRuntimeText.ofNodePool(text).value()),
        word(reclaim).flatMap(text -> MinRuntimeText.ofNodePool(text).value()),
        Arrays.stream(method).findFirst());
  }
}
