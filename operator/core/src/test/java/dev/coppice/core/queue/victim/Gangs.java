package dev.coppice.core.queue.victim;

import dev.coppice.core.queue.victim.GangPod.Standing;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Gangs for tests. */
final class Gangs {

  static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private Gangs() {}

  /** A pod that holds a place; the number says how much later than others it was made. */
  static GangPod pod(String uid, int age) {
    return pod(uid, age, null, Standing.ACTIVE);
  }

  static GangPod pod(String uid, int age, String priority, Standing standing) {
    return new GangPod(
        uid, NOON.plusSeconds(age), TaskPriority.of(priority), standing, NOON.plusSeconds(age));
  }

  /** Pods named {@code name-0} and so on, each younger than the one before. */
  static SubGroup group(String name, Integer minAvailable, int active) {
    return new SubGroup(
        name,
        minAvailable,
        IntStream.range(0, active).mapToObj(i -> pod(name + "-" + i, i)).toList());
  }

  static RunningGang gang(String queue, Instant start, SubGroup... groups) {
    return new RunningGang("ns", "gang", queue, null, start, List.of(groups));
  }

  /** Sub-groups such as {@code sg1 1/2}: the minimum, and how many pods hold a place. */
  static List<SubGroup> groups(String text) {
    return Arrays.stream(text.split(", ", -1))
        .map(group -> group.split("[ /]", -1))
        .map(words -> group(words[0], Integer.valueOf(words[1]), Integer.parseInt(words[2])))
        .toList();
  }

  static String uids(List<GangPod> pods) {
    return String.join(" ", pods.stream().map(GangPod::uid).toList());
  }
}
