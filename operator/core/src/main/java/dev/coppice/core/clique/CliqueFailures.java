package dev.coppice.core.clique;

import dev.coppice.api.clique.PodFailure;
import dev.coppice.core.pod.TerminalPods;
import java.util.List;

/**
 * For what indices of a clique are filled ever more slowly. A back-off belongs to what failed: it
 * ends when the clique gets another template, and for an index that is scaled away.
 */
final class CliqueFailures {

  private CliqueFailures() {}

  /** What is recorded, without what belongs to nothing any more. */
  static List<PodFailure> of(CliqueView view) {
    List<PodFailure> recorded = view.clique().statusOrEmpty().podFailures();
    return recorded.isEmpty() || isOfOtherTemplate(view)
        ? List.of()
        : TerminalPods.ofKept(recorded, view.pods(), new CliqueUpdate(view).wanted());
  }

  // Each status that is written tells by which template the clique was counted.
  private static boolean isOfOtherTemplate(CliqueView view) {
    String counted = view.clique().statusOrEmpty().currentPodTemplateHash();
    return counted != null && !counted.equals(view.templateHash());
  }
}
