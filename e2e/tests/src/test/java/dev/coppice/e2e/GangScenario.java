package dev.coppice.e2e;

import java.util.List;

/**
 * Gangs come to their places while room is given step by step. Grove tries its own operator with
 * the same steps, on nodes with room for one pod each.
 *
 * @param workload what is applied
 * @param free how many nodes have room at first
 * @param pods how many pods there are then; none of them runs unless the first step says so
 * @param steps what is done, and what has come of it when everything that can be placed is
 */
record GangScenario(Workload workload, int free, int pods, List<Step> steps) {

  /**
   * A step.
   *
   * @param kubectl what a user does; empty when only room is given
   * @param room how many more nodes have room
   * @param running how many pods run after it
   * @param pending how many do not
   */
  record Step(List<String> kubectl, int room, int running, int pending) {}

  private static final List<String> NOTHING = List.of();

  static GangScenario of(String name) {
    return switch (name) {
      case "GS1" -> one(9, room(1, 10, 0));
      case "GS2" -> one(9, room(1, 10, 0), group(3, 10, 4), room(4, 14, 0));
      case "GS3" -> one(9, room(1, 10, 0), set(2, 10, 10), room(10, 20, 0));
      case "GS4" ->
          one(
              9,
              room(1, 10, 0),
              group(3, 10, 4),
              room(4, 14, 0),
              set(2, 14, 10),
              room(10, 24, 0),
              secondGroup(3, 24, 4),
              room(4, 28, 0));
      case "GS5" -> two(room(1, 3, 7), room(7, 10, 0));
      case "GS6" ->
          two(room(1, 3, 7), room(7, 10, 0), group(3, 10, 4), room(2, 12, 2), room(2, 14, 0));
      case "GS7" ->
          two(
              room(1, 3, 7),
              room(2, 5, 5),
              room(5, 10, 0),
              group(3, 10, 4),
              room(2, 12, 2),
              room(2, 14, 0));
      case "GS8" -> two(group(3, 0, 14), room(1, 3, 11), room(4, 7, 7), room(7, 14, 0));
      case "GS9" ->
          two(room(1, 3, 7), room(7, 10, 0), set(2, 10, 10), room(3, 13, 7), room(7, 20, 0));
      case "GS10" -> two(set(2, 0, 20), room(4, 6, 14), room(4, 10, 10), room(10, 20, 0));
      case "GS11" ->
          two(
              room(1, 3, 7),
              room(7, 10, 0),
              group(3, 10, 4),
              room(2, 12, 2),
              room(2, 14, 0),
              set(2, 14, 10),
              room(3, 17, 7),
              room(7, 24, 0),
              secondGroup(3, 24, 4),
              room(2, 26, 2),
              room(2, 28, 0));
      case "GS12" ->
          two(
              set(2, 0, 20),
              group(3, 0, 24),
              secondGroup(3, 0, 28),
              room(4, 6, 22),
              room(8, 14, 14),
              room(14, 28, 0));
      default -> throw new IllegalArgumentException("no such scenario: " + name);
    };
  }

  /** All there are. */
  static List<String> all() {
    return List.of(
        "GS1", "GS2", "GS3", "GS4", "GS5", "GS6", "GS7", "GS8", "GS9", "GS10", "GS11", "GS12");
  }

  private static GangScenario one(int free, Step... steps) {
    return new GangScenario(Workload.WORKLOAD1, free, 10, List.of(steps));
  }

  private static GangScenario two(Step... steps) {
    return new GangScenario(Workload.WORKLOAD2, 2, 10, List.of(steps));
  }

  private static Step room(int nodes, int running, int pending) {
    return new Step(NOTHING, nodes, running, pending);
  }

  private static Step set(int replicas, int running, int pending) {
    return scaled("pcs/WORKLOAD", replicas, running, pending);
  }

  private static Step group(int replicas, int running, int pending) {
    return scaled("pcsg/WORKLOAD-0-sg-x", replicas, running, pending);
  }

  private static Step secondGroup(int replicas, int running, int pending) {
    return scaled("pcsg/WORKLOAD-1-sg-x", replicas, running, pending);
  }

  private static Step scaled(String target, int replicas, int running, int pending) {
    return new Step(List.of("scale", target, "--replicas=" + replicas), 0, running, pending);
  }

  /** How many nodes it takes in all. */
  int nodes() {
    return free + steps.stream().mapToInt(Step::room).sum();
  }
}
