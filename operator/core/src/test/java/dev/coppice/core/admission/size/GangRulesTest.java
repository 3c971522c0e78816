package dev.coppice.core.admission.size;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.rule.Breach;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many pods can be placed together: a PodGang names each of them and is one object. */
class GangRulesTest {

  private static final String ROUTERS = "/spec/template/cliques/0/spec/replicas";
  private static final String WORKERS = "/spec/template/cliques/2/spec/replicas";

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  private static SampleSet alone(int pods, int name, int namespace) {
    return SampleSet.of(
        """
        metadata: {name: s, namespace: %s}
        spec:
          replicas: 1
          template:
            cliques:
            - {name: %s, spec: {replicas: %d, minAvailable: 1, podSpec: {restartPolicy: Always}}}
        """
            .formatted("n".repeat(namespace), "c".repeat(name), pods));
  }

  // s-0-C-12345-xxxxx: 16 characters beside the name of the clique.
  @ParameterizedTest
  @CsvSource({
    "28000,  4,  4, 50, 1400000, true",
    "28001,  4,  4, 50, 1400050, false",
    "28000,  5,  4, 51, 1428000, false",
    "28000,  4,  5, 51, 1428000, false",
    "27450,  4,  5, 51, 1399950, true",
    "27451,  4,  5, 51, 1400001, false",
    "12500, 39, 31, 112, 1400000, true",
    "12501, 39, 31, 112, 1400112, false",
  })
  void pods_of_a_base_gang(
      int pods, int name, int namespace, int each, long bytes, boolean accepted) {
    table.verifyBinding(
        alone(pods, name, namespace),
        accepted
            ? null
            : ("spec.template: Invalid value: %d: a PodGang would refer to %d pods, which takes"
                    + " %d x (26 + %d + %d) = %d bytes; at most 1400000 fit an object")
                .formatted(pods, pods, pods, each - 26 - namespace, namespace, bytes));
  }

  // llm-1-decode-2-worker-12345-xxxxx: 33 characters, and 7 of the namespace. In the base gang are
  // 2
  // routers and one replica of the group, with a leader.
  @ParameterizedTest
  @CsvSource({"21209, 0", "21210, 1", "21211, 1", "21212, 2"})
  void pods_of_one_replica_of_a_group(int workers, int violations) {
    SampleSet set = SampleSet.valid().with(WORKERS, "" + workers);

    Findings found = table.create(set);

    assertThat(found.violations())
        .extracting(violation -> violation.path().text())
        .isEqualTo(
            List.of("spec.template", "spec.template.podCliqueScalingGroups[0]")
                .subList(0, violations));
  }

  @Test
  void replicas_beyond_the_minimum_are_gangs_of_their_own() {
    SampleSet group =
        SampleSet.valid()
            .with(WORKERS, "2999")
            .with("/spec/replicas", "1")
            .with("/spec/template/podCliqueScalingGroups/0/replicas", "30")
            .with("/spec/template/podCliqueScalingGroups/0/scaleConfig", SampleSet.ABSENT);

    table.verifyBinding(
        group.with("/spec/template/podCliqueScalingGroups/0/minAvailable", "7"), null);
    assertThat(
            table
                .create(group.with("/spec/template/podCliqueScalingGroups/0/minAvailable", "8"))
                .message())
        .startsWith("spec.template: Invalid value: 24002: ");
  }

  @Test
  void numbers_beyond_all_bounds_are_refused() {
    Findings found = table.create(SampleSet.valid().with(ROUTERS, "2147483647"));

    assertThat(found.message())
        .contains("spec.replicas: Invalid value: 2: the set would have 4294967310 pods")
        .contains("spec.template: Invalid value: 2147483651: a PodGang would refer to 2147483651");
  }

  @Test
  void what_is_too_large_may_shrink_but_not_grow() {
    SampleSet tooLarge = alone(30_000, 4, 4);

    Findings shrunk = table.update(tooLarge, alone(29_000, 4, 4));
    Findings grown = table.update(tooLarge, alone(30_001, 4, 4));

    RuleTable.verify(shrunk, null);
    assertThat(shrunk.warnings())
        .singleElement()
        .asString()
        .startsWith("spec.template: Invalid value: 29000: a PodGang would refer to 29000 pods")
        .endsWith(Breach.KEPT);
    assertThat(grown.message()).startsWith("spec.template: Invalid value: 30001: ");
  }
}
