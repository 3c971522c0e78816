package dev.coppice.faults;

import java.util.List;
import java.util.stream.IntStream;

/** Where an enumeration lets a fault strike, of all writes or events of a flow. */
public sealed interface Places {

  /** At each, also beyond those of the undisturbed run, until a run has no such place. */
  record All() implements Places {}

  /**
   * At some, as far apart as can be; each fault gets others.
   *
   * @param count how many for each fault
   */
  record Spread(int count) implements Places {

    List<Integer> of(int known, int shift) {
      int wanted = Math.min(known, count);
      return IntStream.range(0, wanted)
          .mapToObj(nth -> 1 + (shift + nth * known / wanted) % known)
          .toList();
    }
  }

  /**
   * At these, to look at a run again.
   *
   * @param numbers counted from one
   */
  record Only(List<Integer> numbers) implements Places {

    public Only {
      numbers = List.copyOf(numbers);
    }
  }
}
