package dev.coppice.simulator;

import dev.coppice.simulator.model.FieldEdit;
import dev.coppice.simulator.model.FieldEdits;
import dev.coppice.simulator.rule.Broken;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Random scripts. Each seed has its own temper: what happens often in one run is rare in the next,
 * so that unlikely things also meet each other.
 */
public final class Walk {

  private static final int LARGEST_NUMBER = 1000;
  private static final int LONGEST_WAIT_IN_TENTHS = 30;

  private final Random random;
  private final Map<Verb, Double> temper = new EnumMap<>(Verb.class);
  private final List<Double> watchSpeeds;
  private final List<Double> controllerSpeeds;
  private final double total;

  private Walk(Random random, WorkloadProfile profile, Simulation simulation) {
    this.random = random;
    watchSpeeds = speeds(simulation.moves().watches());
    controllerSpeeds = speeds(simulation.moves().controllers());
    for (Verb verb : profile.verbs()) {
      // From a ninth to nine times as often as usual.
      double factor = Math.pow(9, 2 * random.nextDouble() - 1);
      temper.put(verb, profile.weight(verb) * factor);
    }
    total = temper.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  // Most are quick; one in three lags behind, by up to some hundred steps.
  private List<Double> speeds(int count) {
    return Stream.generate(() -> random.nextInt(3) > 0 ? 1 : Math.pow(0.005, random.nextDouble()))
        .limit(count)
        .toList();
  }

  /**
   * Walks a number of steps from a seed, and lets everything come to rest. Where pods are to be
   * lost or replaced, it begins when all is well, otherwise in the middle of the first creation.
   */
  public static Run run(Subject subject, WorkloadProfile profile, long seed, int steps) {
    Random random = new Random(seed);
    String set = Sets.random(random);
    List<Step> taken = new ArrayList<>(steps);
    Simulation simulation = new Simulation(subject, set, line -> {});
    Walk walk = new Walk(random, profile, simulation);
    int count = 0;
    try {
      if (profile.keepsUp()) {
        Step step = new Step(Verb.KEEP_UP, 0, 0);
        taken.add(step);
        simulation.take(step);
      }
      int before = profile.beginsAtRest() ? Run.settle(simulation, taken::add) : 0;
      while (taken.size() < before + steps) {
        Step step = walk.next(simulation);
        taken.add(step);
        simulation.take(step);
      }
      count = taken.size() + Run.rest(simulation);
      return new Run(new Script(set, taken), count, simulation.situations(), Optional.empty());
    } catch (Broken e) {
      return new Run(
          new Script(set, taken),
          taken.size(),
          simulation.situations(),
          Optional.of(e.violation()));
    }
  }

  private Step next(Simulation simulation) {
    while (true) {
      Verb verb = verb();
      int candidates = simulation.candidates(verb);
      if (candidates > 0) {
        int which = random.nextInt(candidates);
        Optional<FieldEdit> edit =
            verb == Verb.FORGE
                ? FieldEdits.choose(simulation.forgeable().get(which), random)
                : Optional.empty();
        if (edit.isPresent()) {
          return Step.forge(edit.get());
        }
        if (verb != Verb.FORGE && random.nextDouble() < speed(simulation, verb, which)) {
          boolean waits = verb == Verb.WAIT;
          int detail = random.nextInt(waits ? LONGEST_WAIT_IN_TENTHS : LARGEST_NUMBER);
          return new Step(verb, which, detail);
        }
      }
    }
  }

  private double speed(Simulation simulation, Verb verb, int which) {
    return switch (verb) {
      case HEAR -> watchSpeeds.get(simulation.moves().watch(which));
      case LOOK, SEND -> controllerSpeeds.get(simulation.moves().controller(verb, which));
      default -> 1;
    };
  }

  private Verb verb() {
    double rest = random.nextDouble() * total;
    for (Map.Entry<Verb, Double> entry : temper.entrySet()) {
      rest -= entry.getValue();
      if (rest < 0) {
        return entry.getKey();
      }
    }
    return Verb.HEAR;
  }
}
