package dev.coppice.simulator;

import dev.coppice.simulator.rule.Broken;
import dev.coppice.simulator.rule.Situation;
import dev.coppice.simulator.rule.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The outcome of a script, and of the rest that follows it.
 *
 * @param script what happened
 * @param steps number of steps, those on the way to rest included
 * @param situations how often it came to what
 * @param violation what went wrong; empty if nothing did
 */
public record Run(
    Script script, int steps, Map<Situation, Integer> situations, Optional<Violation> violation) {

  private static final int STEPS_TO_REST = 20_000;
  private static final List<Verb> ON_THE_WAY_TO_REST =
      List.of(
          Verb.RISE,
          Verb.LAND,
          Verb.HEAR,
          Verb.LOOK,
          Verb.SEND,
          Verb.COLLECT,
          Verb.FINISH,
          Verb.BIND,
          Verb.START);
  private static final List<Verb> THEN =
      List.of(Verb.RECOVERY, Verb.LOOSEN, Verb.HEAL, Verb.FIND, Verb.TIDY);

  /** Repeats a script and lets everything come to rest. */
  public static Run of(Subject subject, Script script, Consumer<String> trace) {
    Simulation simulation = new Simulation(subject, script.set(), trace);
    int taken = 0;
    try {
      for (Step step : script.steps()) {
        taken += simulation.take(step) ? 1 : 0;
      }
      taken += rest(simulation);
      return new Run(script, taken, simulation.situations(), Optional.empty());
    } catch (Broken e) {
      trace.accept("broken: " + e.getMessage());
      return new Run(script, taken, simulation.situations(), Optional.of(e.violation()));
    }
  }

  /**
   * Lets everything that can happen by itself happen until nothing can, and judges what stands:
   * first while nodes stay as they are, then with all of them well.
   */
  static int rest(Simulation simulation) {
    // What is refused is tried again for as long as it is.
    int taken = simulation.take(new Step(Verb.ACCEPT, 0, 0)) ? 1 : 0;
    taken += settle(simulation, step -> {});
    simulation.checkStandstill();
    int mended = mend(simulation);
    while (mended > 0) {
      taken += mended + settle(simulation, step -> {});
      // What goes on the way may have been the owner of what has lost its reference.
      mended = mend(simulation);
    }
    simulation.checkRest();
    return taken;
  }

  private static int mend(Simulation simulation) {
    int taken = 0;
    for (Verb verb : THEN) {
      while (simulation.take(new Step(verb, 0, 0))) {
        taken++;
      }
    }
    return taken;
  }

  /** Lets everything that can happen by itself happen until nothing can. */
  static int settle(Simulation simulation, Consumer<Step> steps) {
    int taken = 0;
    while (true) {
      boolean moved = false;
      for (Verb verb : ON_THE_WAY_TO_REST) {
        Step step = new Step(verb, 0, 0);
        while (simulation.take(step)) {
          steps.accept(step);
          moved = true;
          taken++;
          if (taken > STEPS_TO_REST) {
            throw new Broken("everything comes to rest", "not within " + STEPS_TO_REST + " steps");
          }
        }
      }
      if (!moved) {
        simulation.checkTimers();
        Optional<Instant> timer = simulation.nextTimer();
        if (timer.isEmpty()) {
          return taken;
        }
        long millis =
            Duration.between(simulation.cluster().clock().instant(), timer.get()).toMillis();
        Step wait = new Step(Verb.WAIT, 0, (int) Math.max(0, millis / 100));
        simulation.take(wait);
        steps.accept(wait);
      }
    }
  }
}
