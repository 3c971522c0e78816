package dev.coppice.fuzz;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tries inputs until the time is over. Each has a seed of its own, so that one of them can be tried
 * again alone.
 */
final class Fuzzing {

  /** As long as an API server waits for a review, with a little for the answer. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /** What an answer may have, of any target. */
  private static final int MOST_ANSWERED = 64 << 10;

  /**
   * Shared texts and tables of names fill up to their bounds, which is half of this, and no
   * further.
   */
  private static final long MOST_GROWTH = 32L << 20;

  private static final int MOST_FINDINGS = 20;

  private final List<Target> targets;
  private final long seed;
  private final Map<String, Integer> inputs = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private long slowest;
  private int largest;
  private long bytes;

  /**
   * Something that must not be.
   *
   * @param seed of the input
   * @param target what it was sent to
   * @param input the input
   * @param what went wrong
   */
  record Finding(long seed, String target, String input, Throwable what) {}

  /**
   * What came of it.
   *
   * @param text what to print
   * @param findings what went wrong
   */
  record Report(String text, List<Finding> findings) {}

  Fuzzing(List<Target> targets, long seed) {
    this.targets = List.copyOf(targets);
    this.seed = seed;
  }

  /** Tries inputs for so long, in two halves, between which the heap is measured. */
  Report run(Duration time) {
    long begun = System.nanoTime();
    long next = tryUntil(seed, begun + time.dividedBy(2).toNanos());
    long before = live();
    tryUntil(next, begun + time.toNanos());
    long after = live();
    if (after - before > MOST_GROWTH) {
      findings.add(
          new Finding(
              seed,
              "heap",
              "",
              new AssertionError("grew from %d to %d bytes".formatted(before, after))));
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new Report(
        String.format(
            Locale.ROOT,
            "seed %d: %d inputs %s of %d MiB in %.0f s, the slowest %d ms, the largest answer"
                + " %d bytes, heap %d MiB and %d MiB%s, findings: %d",
            seed,
            inputs.values().stream().mapToInt(Integer::intValue).sum(),
            inputs,
            bytes >> 20,
            seconds,
            slowest / 1_000_000,
            largest,
            before >> 20,
            after >> 20,
            targets.stream().map(Target::note).collect(Collectors.joining()),
            findings.size()),
        List.copyOf(findings));
  }

  private long tryUntil(long first, long end) {
    long number = first;
    while (System.nanoTime() < end && findings.size() < MOST_FINDINGS) {
      tryOne(number++);
    }
    return number;
  }

  /** Tries the input of one seed. */
  void tryOne(long number) {
    Random random = new Random(number * 0x9E3779B97F4A7C15L);
    random.nextLong();
    Target target = HostileValue.pick(targets, random);
    Target.Attempt attempt = target.attempt(random);
    inputs.merge(target.name(), 1, Integer::sum);
    bytes += attempt.input().length();
    long begun = System.nanoTime();
    try {
      int answered = attempt.trial().run();
      long taken = System.nanoTime() - begun;
      slowest = Math.max(slowest, taken);
      largest = Math.max(largest, answered);
      if (answered > MOST_ANSWERED) {
        throw new AssertionError("an answer of %d bytes".formatted(answered));
      }
      if (taken > LONGEST.toNanos()) {
        throw new AssertionError("took %d ms".formatted(taken / 1_000_000));
      }
    } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
      findings.add(new Finding(number, target.name(), attempt.input(), e));
    }
  }

  private static long live() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
