package dev.coppice.testkit.oracle;

import java.util.Optional;

/**
 * A rule about what must have been seen before something is written about a pod. A simulation
 * judges it by what was seen, a recording by what there was to see.
 */
public interface PodRule {

  /** The rule in one sentence. */
  String rule();

  /** Whether the rule is about this write. */
  boolean concerns(PodWrite write);

  /** What is wrong with a write that it is about, on that view. */
  Optional<String> objection(PodWrite write, Seen seen);
}
