package dev.coppice.simulator;

import java.util.List;
import java.util.Random;

/** The PodCliqueSets that are put to the test. */
public final class Sets {

  private static final String POD = "podSpec: {containers: [{name: c, image: i}]}";

  private static final List<String> TEMPLATES =
      List.of(
          """
              cliques:
              - {name: a, rollingUpdate: {maxUnavailable: 2}, spec: {replicas: 3, minAvailable: 1, POD}}
              - {name: b, spec: {replicas: 2, POD}}
          """,
          """
              cliqueStartupType: CliqueStartupTypeInOrder
              cliques:
              - {name: a, spec: {replicas: 2, minAvailable: 1, POD}}
              - {name: b, spec: {replicas: 1, POD}}
              - {name: c, spec: {replicas: 2, minAvailable: 1, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b, c], replicas: 2, minAvailable: 1DELAY}
          """,
          """
              cliqueStartupType: CliqueStartupTypeExplicit
              cliques:
              - {name: a, spec: {replicas: 1, POD, startsAfter: [d]}}
              - {name: b, spec: {replicas: 2, minAvailable: 1, POD, startsAfter: [a]}}
              - {name: c, spec: {replicas: 1, POD, startsAfter: [b]}}
              - {name: d, spec: {replicas: 1, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b, c], replicas: 3, minAvailable: 2DELAY}
              - {name: y, cliqueNames: [d], replicas: 2, minAvailable: 1, scaleConfig: {maxReplicas: 4}DELAY}
          """,
          """
              cliques:
              - {name: a, spec: {replicas: 2, minAvailable: 2, POD, autoScalingConfig: {maxReplicas: 4}}}
              - {name: b, spec: {replicas: 2, minAvailable: 1, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b], replicas: 2, minAvailable: 2DELAY}
          """,
          """
              cliques:
              - {name: b, spec: {replicas: 2, minAvailable: 1, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b], replicas: 2, minAvailable: 1DELAY}
          """,
          """
              cliques:
              - {name: a, spec: {replicas: 1, POD}}
              - {name: b, spec: {replicas: 2, minAvailable: 2, POD}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b], replicas: 3, minAvailable: 1, rollingUpdate: {maxUnavailable: 2, progressDeadline: 20s}DELAY}
          """);

  private Sets() {}

  /** A set of any of these templates, in YAML. */
  public static String random(Random random) {
    int replicas = 1 + random.nextInt(2);
    String template = TEMPLATES.get(random.nextInt(TEMPLATES.size()));
    String delay = Delays.choose(random);
    while (template.contains("DELAY")) {
      String own = delay == null ? null : Delays.choose(random);
      template = template.replaceFirst("DELAY", own == null ? "" : ", terminationDelay: " + own);
    }
    return "metadata: {name: s}\nspec:\n  replicas: %d\n  template:\n".formatted(replicas)
        + (delay == null ? "" : "        terminationDelay: " + delay + "\n")
        + template.indent(4).replace("POD", POD);
  }
}
