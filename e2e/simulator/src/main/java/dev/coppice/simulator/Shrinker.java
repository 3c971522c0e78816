package dev.coppice.simulator;

import java.util.ArrayList;
import java.util.List;

/** Makes the script of a failing run short, as long as it breaks the same rule. */
public final class Shrinker {

  private final Subject subject;

  /** Shrinks scripts that fail with this subject. */
  public Shrinker(Subject subject) {
    this.subject = subject;
  }

  /** The shortest script that was found; every step of it is needed. */
  public Run shrink(Run failing) {
    String rule = failing.violation().orElseThrow().rule();
    List<Step> steps = failing.script().steps();
    for (int chunk = Math.max(1, steps.size() / 2); chunk >= 1; chunk = nextChunk(chunk, steps)) {
      List<Step> shorter = withoutChunks(failing.script(), steps, chunk, rule);
      boolean done = chunk == 1 && shorter.size() == steps.size();
      steps = shorter;
      if (done) {
        break;
      }
    }
    return run(failing.script().with(steps));
  }

  private static int nextChunk(int chunk, List<Step> steps) {
    return chunk == 1 ? 1 : Math.max(1, Math.min(chunk / 2, steps.size() / 2));
  }

  private List<Step> withoutChunks(Script script, List<Step> steps, int chunk, String rule) {
    List<Step> kept = steps;
    for (int from = Math.max(0, kept.size() - chunk); ; from = Math.max(0, from - chunk)) {
      List<Step> shorter = new ArrayList<>(kept.subList(0, from));
      shorter.addAll(kept.subList(Math.min(from + chunk, kept.size()), kept.size()));
      if (shorter.size() < kept.size() && breaks(script.with(shorter), rule)) {
        kept = shorter;
      }
      if (from == 0) {
        return kept;
      }
    }
  }

  private boolean breaks(Script script, String rule) {
    return run(script).violation().filter(found -> found.rule().equals(rule)).isPresent();
  }

  private Run run(Script script) {
    return Run.of(subject, script, line -> {});
  }
}
