package dev.coppice.e2e.acts;

import dev.coppice.e2e.acts.StandingSet.Scalable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;

/** Chooses by a seed what is done to the sets, one after the other. Does nothing itself. */
final class RandomActs {

  /** How many nodes there are to be drained. */
  static final int NODES = 12;

  /** The queue of the set that has one. */
  static final String TEAM = "acts-team";

  private static final Duration BETWEEN_KILLS = Duration.ofSeconds(40);

  private static final List<String> DEPARTMENTS = List.of("acts-a", "acts-b");

  /** Over before a set has to be at rest, or long after it. */
  private static final List<String> MIN_RUNTIMES = List.of("0s", "10s", "20s", "1h", "-1");

  private static final int SHORTEST_PAUSE = 1_000;
  private static final int LONGEST_PAUSE = 3_000;
  private static final int SHORTEST_STALL = 2_000;
  private static final int LONGEST_STALL = 8_000;

  /** What may be next, and how often it is. */
  private enum Sort {
    SCALE_SET(8),
    SCALE_PART(16),
    UPDATE(8),
    RESTART(4),
    DELETE(10),
    DELETE_POD(16),
    FORCE_DELETE_POD(10),
    DRAIN_OR_UNCORDON(10),
    RECREATE(4),
    EDIT_QUEUE(6),
    STALL_ETCD(2),
    RESTART_API_SERVER(2);

    private final int weight;

    Sort(int weight) {
      this.weight = weight;
    }
  }

  private static final List<Sort> SORTS =
      Arrays.stream(Sort.values())
          .flatMap(sort -> Collections.nCopies(sort.weight, sort).stream())
          .toList();

  /**
   * One act.
   *
   * @param pause how long nothing is done before it
   */
  record Step(Duration pause, Act act) {}

  private final Random random;
  private final List<StandingSet> serving = new ArrayList<>();
  private final List<StandingSet> all = new ArrayList<>();
  private OptionalInt drained = OptionalInt.empty();

  private RandomActs(Random random) {
    this.random = random;
    for (MixedSet set : MixedSet.ALL) {
      StandingSet standing = new StandingSet(set);
      all.add(standing);
      if (!set.trains()) {
        serving.add(standing);
      }
    }
  }

  /** What makes the queues and the sets. */
  static List<Act> beginning() {
    return Stream.of(
            DEPARTMENTS.stream().map(name -> new Act.EditQueue(name, "", "0s")),
            Stream.of(new Act.EditQueue(TEAM, DEPARTMENTS.getFirst(), "0s")),
            MixedSet.ALL.stream().map(set -> new StandingSet(set).apply()))
        .flatMap(acts -> acts.<Act>map(act -> act))
        .toList();
  }

  /** All acts of a run of this length, which leave no node drained. */
  static List<Step> of(long seed, Duration length) {
    RandomActs acts = new RandomActs(new Random(seed));
    List<Step> steps = new ArrayList<>();
    Duration at = Duration.ZERO;
    Duration killed = Duration.ZERO;
    while (at.compareTo(length) < 0) {
      Duration pause = acts.pause();
      at = at.plus(pause);
      if (at.minus(killed).compareTo(BETWEEN_KILLS) < 0) {
        steps.add(new Step(pause, acts.next()));
      } else {
        steps.add(new Step(pause, new Act.KillProcesses()));
        killed = at;
      }
    }
    acts.drained.ifPresent(node -> steps.add(new Step(acts.pause(), new Act.Uncordon(node))));
    return steps;
  }

  private Duration pause() {
    return between(SHORTEST_PAUSE, LONGEST_PAUSE);
  }

  private Duration between(int shortest, int longest) {
    return Duration.ofMillis(random.nextInt(shortest, longest + 1));
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Act next() {
    return switch (oneOf(SORTS)) {
      case SCALE_SET -> scaleSet();
      case SCALE_PART -> scalePart();
      case UPDATE -> oneOf(serving).update();
      case RESTART -> oneOf(serving).restart();
      case DELETE -> {
        StandingSet set = oneOf(all);
        yield set.delete(oneOf(set.children()));
      }
      case DELETE_POD -> new Act.DeletePod(oneOf(oneOf(all).cliques()), random.nextInt(NODES));
      case FORCE_DELETE_POD ->
          new Act.ForceDeletePod(oneOf(oneOf(all).cliques()), random.nextInt(NODES));
      case DRAIN_OR_UNCORDON -> drainOrUncordon();
      case RECREATE -> oneOf(all).recreate();
      case EDIT_QUEUE -> editQueue();
      case STALL_ETCD -> new Act.StallEtcd(between(SHORTEST_STALL, LONGEST_STALL));
      case RESTART_API_SERVER -> new Act.RestartApiServer();
    };
  }

  private Act scaleSet() {
    StandingSet set = oneOf(serving);
    return set.scaleTo(1 + random.nextInt(set.most()));
  }

  private Act scalePart() {
    StandingSet set = oneOf(serving.stream().filter(one -> !one.scalables().isEmpty()).toList());
    Scalable scalable = oneOf(set.scalables());
    return set.scale(
        scalable, random.nextInt(scalable.part().minAvailable(), scalable.part().most() + 1));
  }

  // One at a time: the others have room for all.
  private Act drainOrUncordon() {
    if (drained.isPresent()) {
      Act back = new Act.Uncordon(drained.getAsInt());
      drained = OptionalInt.empty();
      return back;
    }
    int node = random.nextInt(NODES);
    drained = OptionalInt.of(node);
    return new Act.Drain(node);
  }

  private Act editQueue() {
    boolean ofTeam = random.nextBoolean();
    return new Act.EditQueue(
        ofTeam ? TEAM : oneOf(DEPARTMENTS), ofTeam ? oneOf(DEPARTMENTS) : "", oneOf(MIN_RUNTIMES));
  }
}
