package dev.coppice.testkit.simulator;

import dev.coppice.testkit.simulator.rule.Broken;
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

  private static final Map<Verb, Integer> USUAL =
      Map.ofEntries(
          Map.entry(Verb.HEAR, 4000),
          Map.entry(Verb.LOOK, 1500),
          Map.entry(Verb.SEND, 2500),
          Map.entry(Verb.BIND, 600),
          Map.entry(Verb.START, 600),
          Map.entry(Verb.COLLECT, 400),
          Map.entry(Verb.FINISH, 300),
          Map.entry(Verb.WAIT, 30),
          Map.entry(Verb.RELIST, 12),
          Map.entry(Verb.LOSE_ANSWER, 60),
          Map.entry(Verb.LOSE_CALL, 60),
          Map.entry(Verb.REFUSE, 40),
          Map.entry(Verb.FORBID, 20),
          Map.entry(Verb.CRASH, 8),
          Map.entry(Verb.LAND, 60),
          Map.entry(Verb.LAPSE, 30),
          Map.entry(Verb.STALL, 30),
          Map.entry(Verb.FAIL, 40),
          Map.entry(Verb.SCALE_SET, 4),
          Map.entry(Verb.SCALE_GROUP, 12),
          Map.entry(Verb.SCALE_CLIQUE, 12),
          Map.entry(Verb.DELETE_POD, 40),
          Map.entry(Verb.DELETE_CLIQUE, 15),
          Map.entry(Verb.DELETE_GROUP, 7),
          Map.entry(Verb.DELETE_GANG, 12),
          Map.entry(Verb.DELETE_OTHER, 3),
          Map.entry(Verb.DELETE_SET, 2),
          Map.entry(Verb.APPLY_SET, 200));

  private static final int LARGEST_NUMBER = 1000;
  private static final int LONGEST_WAIT_IN_TENTHS = 30;

  private final Random random;
  private final Map<Verb, Double> temper = new EnumMap<>(Verb.class);
  private final List<Double> watchSpeeds;
  private final List<Double> controllerSpeeds;
  private final double total;

  private Walk(Random random, Simulation simulation) {
    this.random = random;
    watchSpeeds = speeds(simulation.watches());
    controllerSpeeds = speeds(simulation.controllers());
    for (Verb verb : Verb.values()) {
      // From a ninth to nine times as often as usual.
      double factor = Math.pow(9, 2 * random.nextDouble() - 1);
      temper.put(verb, USUAL.getOrDefault(verb, 0) * factor);
    }
    total = temper.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  // Most are quick; one in three lags behind, by up to some hundred steps.
  private List<Double> speeds(int count) {
    return Stream.generate(() -> random.nextInt(3) > 0 ? 1 : Math.pow(0.005, random.nextDouble()))
        .limit(count)
        .toList();
  }

  /** Walks a number of steps from a seed, and lets everything come to rest. */
  public static Run run(Subject subject, long seed, int steps) {
    Random random = new Random(seed);
    String set = Sets.random(random);
    List<Step> taken = new ArrayList<>(steps);
    Simulation simulation = new Simulation(subject, set, line -> {});
    Walk walk = new Walk(random, simulation);
    int count = 0;
    try {
      while (taken.size() < steps) {
        Step step = walk.next(simulation);
        taken.add(step);
        simulation.take(step);
      }
      count = taken.size() + Run.rest(simulation);
      return new Run(new Script(set, taken), count, Optional.empty());
    } catch (Broken e) {
      return new Run(new Script(set, taken), taken.size(), Optional.of(e.violation()));
    }
  }

  private Step next(Simulation simulation) {
    while (true) {
      Verb verb = verb();
      int candidates = simulation.candidates(verb);
      if (candidates > 0) {
        int which = random.nextInt(candidates);
        if (random.nextDouble() < speed(simulation, verb, which)) {
          boolean waits = verb == Verb.WAIT;
          int detail = random.nextInt(waits ? LONGEST_WAIT_IN_TENTHS : LARGEST_NUMBER);
          return new Step(verb, which, detail);
        }
      }
    }
  }

  private double speed(Simulation simulation, Verb verb, int which) {
    return switch (verb) {
      case HEAR -> watchSpeeds.get(simulation.watch(which));
      case LOOK, SEND -> controllerSpeeds.get(simulation.controller(verb, which));
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
