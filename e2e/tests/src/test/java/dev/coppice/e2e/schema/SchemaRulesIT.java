package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.core.admission.SampleSet;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the schema says about a set without any webhook is what the rules say: the API server and
 * the rules are given the same objects.
 */
@OnOwnOperators
@WithoutWebhooks("what the schema says by itself is the matter")
@EndsUnsettled("no operator works on these sets")
class SchemaRulesIT {

  private SchemaAndRules both;
  private SampleSet valid;
  private SampleSet job;

  @BeforeEach
  void prepare(KubernetesClient namespaced, TestNamespace namespace) {
    both = new SchemaAndRules(namespaced);
    valid =
        SampleSet.valid()
            .with("/metadata/namespace", namespace.name())
            .with("/spec/replicas", "0")
            .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder");
    job =
        SampleSet.training()
            .with("/metadata/namespace", namespace.name())
            .with("/spec/template/cliqueStartupType", "CliqueStartupTypeAnyOrder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                      | -1
          /spec/template/cliques                              | []
          /spec/template/cliques/0/name                       | Router
          /spec/template/cliques/0/name                       | ""
          /spec/template/cliques/0/spec/roleName              | ""
          /spec/template/cliques/0/spec/replicas              | -1
          /spec/template/cliques/0/spec/minAvailable          | 0
          /spec/template/cliques/0/spec/minAvailable          | 3
          /spec/template/cliques/0/spec/autoScalingConfig     | {minReplicas: 0, maxReplicas: 2}
          /spec/template/cliques/0/spec/autoScalingConfig     | {minReplicas: 3, maxReplicas: 2}
          /spec/template/cliques/0/spec/autoScalingConfig     | {minReplicas: 1, maxReplicas: 1}
          /spec/template/podCliqueScalingGroups/0/name        | de.code
          /spec/template/podCliqueScalingGroups/0/replicas    | 0
          /spec/template/podCliqueScalingGroups/0/minAvailable | 0
          /spec/template/podCliqueScalingGroups/0/minAvailable | 3
          /spec/template/podCliqueScalingGroups/0/scaleConfig | {minReplicas: 0, maxReplicas: 2}
          /spec/template/podCliqueScalingGroups/0/scaleConfig | {minReplicas: 3, maxReplicas: 2}
          /spec/template/podCliqueScalingGroups/0/scaleConfig | {minReplicas: 1, maxReplicas: 1}
          /spec/template/podCliqueScalingGroups/-             | {name: decode, cliqueNames: []}
          /spec/template/podCliqueScalingGroups/0/terminationDelay | 0s
          /spec/template/podCliqueScalingGroups/0/terminationDelay | soon
          /spec/template/terminationDelay                     | 0s
          /spec/template/terminationDelay                     | -0s
          /spec/template/terminationDelay                     | -4h
          /spec/template/terminationDelay                     | 9e9h
          /spec/template/terminationDelay                     | soon
          /spec/template/terminationDelay                     | ""
          /spec/template/resourceSharing                      | [{name: a, scope: AllReplicas, filter: {}}]
          /spec/template/podCliqueScalingGroups/0/resourceSharing | [{name: a, scope: AllReplicas, filter: {childCliqueNames: []}}]
          /spec/template/topologyConstraint                   | {topologyName: dc}
          /spec/template/topologyConstraint                   | {topologyName: dc, pack: {}}
          /spec/template/topologyConstraint                   | {topologyName: dc, packDomain: zone}
          /spec/template/topologyConstraint                   | {topologyName: dc, packDomain: zone, pack: {required: zone}}
          /spec/template/cliques/0/spec/subGroupPolicy        | {subGroupSize: 0}
          /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {}
          /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {subGroupPolicyType: LeaderWorker, subGroupSize: -1}
          """)
  void both_refuse_a_new_set(String place, String value) {
    both.refuse(valid.with(place, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                      | 0
          /spec/replicas                                      | (absent)
          /spec/workloadType                                  | (absent)
          /spec/workloadType                                  | Inference
          /spec/trainingSpec/maxRuntime                       | 0s
          /spec/trainingSpec/maxRuntime                       | -1h
          /spec/trainingSpec/maxRuntime                       | soon
          /spec/trainingSpec/maxRuntime                       | ""
          /spec/trainingSpec/maxRestarts                      | -1
          /spec/trainingSpec/ttlSecondsAfterFinished          | -1
          /spec/template/terminationDelay                     | -1s
          /spec/template/terminationDelay                     | soon
          /spec/template/podCliqueScalingGroups/0/terminationDelay | -1s
          /spec/template/podCliqueScalingGroups/0/scaleConfig | {maxReplicas: 2}
          /spec/template/cliques/0/spec/autoScalingConfig     | {maxReplicas: 2}
          /spec/template/cliques/2/spec/podSpec/restartPolicy | Always
          """)
  void both_refuse_a_new_training_job(String place, String value) {
    both.refuse(job.with(place, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Recreate", "onDelete", ""})
  void no_other_way_to_update_is_accepted(String type) {
    assertThatThrownBy(
            () -> both.create(valid.with("/spec/updateStrategy", "{type: \"" + type + "\"}")))
        .hasMessageContaining("spec.updateStrategy.type: Unsupported value: \"" + type + "\"")
        .hasMessageContaining("supported values: \"OnDelete\", \"RollingRecreate\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                    | 3
          /spec/template/cliques/0/spec/roleName            | (absent)
          /spec/template/cliques/2/spec/replicas            | (absent)
          /spec/template/cliques/2/spec/minAvailable        | (absent)
          /spec/template/cliques/2/spec/minAvailable        | 3
          /spec/template/cliques/0/spec/autoScalingConfig   | {maxReplicas: 2}
          /spec/template/podCliqueScalingGroups             | (absent)
          /spec/template/podCliqueScalingGroups/0/replicas  | 3
          /spec/template/podCliqueScalingGroups/0/minAvailable | 1
          /spec/template/podCliqueScalingGroups/0/terminationDelay | 8h
          /spec/template/terminationDelay                   | 1h1h
          /spec/template/terminationDelay                   | 1.5h
          /spec/template/terminationDelay                   | (absent)
          /spec/template/resourceSharing                    | [{name: a, scope: AllReplicas, filter: {childCliqueNames: [router]}}]
          /spec/template/topologyConstraint                 | {topologyName: dc, pack: {required: zone}}
          /spec/template/cliques/0/spec/subGroupPolicy      | {subGroupSize: 1}
          /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {subGroupSize: 2}
          """)
  void both_accept_a_new_set(String place, String value) {
    SampleSet base =
        place.endsWith("/2/spec/replicas")
            ? valid.with("/spec/template/cliques/2/spec/minAvailable", "1")
            : valid;
    both.accept(base.with(place, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas                                           | 1
          /spec/trainingSpec                                       | (absent)
          /spec/trainingSpec/maxRuntime                            | 1ms
          /spec/template/terminationDelay                          | (absent)
          /spec/template/terminationDelay                          | -0s
          /spec/template/terminationDelay                          | 5m
          /spec/template/podCliqueScalingGroups/0/terminationDelay | 0s
          /spec/template/cliques/2/spec/podSpec/restartPolicy      | OnFailure
          /spec/template/cliques/2/spec/podSpec/restartPolicy      | (absent)
          /spec/template/cliques/0/spec/podSpec/initContainers/0/restartPolicy | Always
          """)
  void both_accept_a_new_training_job(String place, String value) {
    both.accept(job.with(place, value));
  }

  /** Written by coppice convert, as its own tests prove, and samples of what it converts to. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "operator/cli/src/test/resources/dev/coppice/cli/convert/placement.converted.yaml",
        "operator/cli/src/test/resources/dev/coppice/cli/convert/tpu.converted.yaml",
        "operator/cli/src/test/resources/dev/coppice/cli/convert/undivided.converted.yaml",
        "docs/samples/subgroups-gpu.yaml",
        "docs/samples/subgroups-tpu.yaml",
      })
  void both_accept_sets_of_groups(String file, TestNamespace namespace) throws IOException {
    both.accept(
        SampleSet.of(Files.readString(Path.of("../..", file)))
            .with("/metadata/namespace", namespace.name()));
  }

  @Test
  void the_default_delay_of_a_training_job_counts_as_one_of_the_set() {
    both.accept(
        job.with("/spec/template/terminationDelay", SampleSet.ABSENT)
            .with("/spec/template/podCliqueScalingGroups/0/terminationDelay", "5m"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/template/cliqueStartupType             | CliqueStartupTypeInOrder
          /spec/template/cliques/-                     | {name: spare, spec: {podSpec: {containers: [{name: c, image: i}]}}}
          /spec/template/cliques/0/name                | gateway
          /spec/template/cliques/2                     | (absent)
          /spec/template/cliques/0/spec/roleName       | front
          /spec/template/cliques/2/spec/minAvailable   | 1
          /spec/template/podCliqueScalingGroups        | (absent)
          /spec/template/podCliqueScalingGroups/-      | {name: spare, cliqueNames: []}
          /spec/template/podCliqueScalingGroups/0/name | other
          /spec/template/cliques/0/spec/subGroupPolicy | {subGroupSize: 1}
          /spec/template/podCliqueScalingGroups/0/subGroupPolicy | {subGroupSize: 2}
          """)
  void both_refuse_a_change(String place, String value) {
    both.refuse(valid, valid.with(place, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/workloadType                                  | Inference
          /spec/replicas                                      | 3
          /spec/template/cliques/0/spec/replicas              | 3
          /spec/template/podCliqueScalingGroups/0/replicas    | 1
          /spec/template/cliques/0/spec/autoScalingConfig     | {maxReplicas: 2}
          """)
  void both_refuse_a_change_of_a_training_job(String place, String value) {
    both.refuse(job, job.with(place, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(absent)",
        "{subGroupSize: 1}",
        "{subGroupPolicyType: LeaderExcluded, subGroupSize: 3}"
      })
  void both_keep_groups_divided_as_they_are(String policy) {
    String place = "/spec/template/podCliqueScalingGroups/0/subGroupPolicy";
    SampleSet divided = valid.with(place, "{subGroupSize: 2}");

    both.refuse(divided, divided.with(place, policy));
  }

  @Test
  void both_refuse_to_make_a_training_job_of_a_set() {
    SampleSet set = valid.with("/spec/replicas", "2");

    both.refuse(set, job);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/template/cliques/0/spec/roleName              | (absent)
          /spec/template/cliques/2/spec/replicas              | 5
          /spec/template/cliques/0/labels                     | {team: other}
          /spec/template/cliques/0/spec/autoScalingConfig     | (absent)
          /spec/template/cliques/0/spec/podSpec/containers/0/image | "i:2"
          /spec/template/podCliqueScalingGroups/0/replicas    | 3
          /spec/template/terminationDelay                     | (absent)
          """)
  void both_accept_a_change(String place, String value) {
    both.accept(valid, valid.with(place, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/trainingSpec                      | (absent)
          /spec/trainingSpec                      | {maxRuntime: 1h, maxRestarts: 9}
          /spec/template/terminationDelay         | 5m
          /spec/template/cliques/1/spec/replicas  | (absent)
          /spec/template/cliques/1/spec/replicas  | 0
          """)
  void both_accept_a_change_of_a_training_job(String place, String value) {
    both.accept(job, job.with(place, value));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_largest_set_is_within_what_rules_in_the_schema_may_cost(boolean training) {
    String cliques =
        IntStream.range(0, 64)
            .mapToObj(
                "{name: c%d, spec: {podSpec: {containers: [{name: c, image: i}]}}}"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));
    String groups =
        IntStream.range(0, 64)
            .mapToObj(i ->
                "{name: g%d, cliqueNames: [c%d], subGroupPolicy: {subGroupSize: 1}}"
                    .formatted(i, i))
            .collect(Collectors.joining(", ", "[", "]"));
    SampleSet set =
        (training ? job : valid)
            .with("/spec/template/cliques", cliques)
            .with("/spec/template/podCliqueScalingGroups", groups);

    both.accept(set);
    both.accept(set, set);
  }
}
