package dev.coppice.e2e;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * An update that is chosen by chance, of a kind that can end.
 *
 * @param level what is updated by units: the pods of a clique, the replicas of a group or of a set
 * @param size how many units there are
 * @param minimum how many of them have to be
 * @param maxUnavailable how many of them may be down for the update
 * @param places for how many pods there is room
 * @param stalled how many pods are not Ready when it begins
 * @param templates the templates that follow each other, and whether their pods become Ready
 */
record RandomUpdate(
    Level level,
    int size,
    int minimum,
    int maxUnavailable,
    int places,
    int stalled,
    List<Boolean> templates) {

  private static final int LARGEST = 6;

  enum Level {
    CLIQUE(1),
    GROUP(3),
    SET(2);

    private final int podsOfUnit;

    Level(int podsOfUnit) {
      this.podsOfUnit = podsOfUnit;
    }
  }

  /** What a seed stands for: of three that follow each other, one of each level. */
  static RandomUpdate choose(long seed, Random random) {
    Level level = Level.values()[(int) (seed % Level.values().length)];
    int size = 1 + random.nextInt(LARGEST);
    int minimum = 1 + random.nextInt(size);
    int maxUnavailable = 1 + random.nextInt(3);
    // A pod is given up only where enough others are Ready, so that there has to be room for them.
    int lacking =
        level == Level.CLIQUE && random.nextBoolean()
            ? Math.min(
                size - minimum, size - 1 - Math.min(minimum, Math.max(0, size - maxUnavailable)))
            : 0;
    int pods = size * level.podsOfUnit;
    int places = pods - Math.max(0, lacking);
    int stalled = places == pods ? random.nextInt(3) : 0;
    List<Boolean> templates =
        Stream.concat(
                Stream.generate(random::nextBoolean).limit(random.nextInt(3)).toList().stream(),
                Stream.of(true))
            .toList();
    return new RandomUpdate(level, size, minimum, maxUnavailable, places, stalled, templates);
  }

  int pods() {
    return size * level.podsOfUnit;
  }

  /**
   * The set with a template.
   *
   * @param template the value of the label {@code edit} of its pods
   * @param good whether they become Ready
   * @param rest what is added to each podSpec
   */
  String manifest(String template, boolean good, String rest) {
    String limits = "rollingUpdate: {maxUnavailable: %d}".formatted(maxUnavailable);
    String parts =
        switch (level) {
          case CLIQUE -> clique("web", size, minimum, limits + ", ");
          case GROUP ->
              clique("lead", 1, 1, "")
                  + clique("work", 2, 2, "")
                  + """
                      podCliqueScalingGroups:
                      - {name: x, cliqueNames: [lead, work], replicas: %d, minAvailable: %d, %s}
                  """
                      .formatted(size, minimum, limits);
          case SET -> clique("web", 2, 1, "");
        };
    return """
    apiVersion: grove.io/v1alpha1
    kind: PodCliqueSet
    metadata: {name: s}
    spec:
      replicas: %d
      template:
        cliques:
    """
            .formatted(level == Level.SET ? size : 1)
        + parts
            .replace("TEMPLATE", template)
            .replace("STUCK", good ? "" : "annotations: {sim/stuck: unready}, ")
            .replace("REST", rest);
  }

  private static String clique(String name, int replicas, int minimum, String limits) {
    return """
        - {name: %s, %slabels: {edit: TEMPLATE}, STUCKspec: {replicas: %d, minAvailable: %d, podSpec: {terminationGracePeriodSeconds: 0, containers: [{name: m, image: TEMPLATE}]REST}}}
    """
        .formatted(name, limits, replicas, minimum);
  }
}
