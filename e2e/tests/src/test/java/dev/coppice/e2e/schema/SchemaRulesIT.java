package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.testkit.junit.EndsUnsettled;
import dev.coppice.testkit.junit.OnOwnOperators;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.junit.WithoutWebhooks;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
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

  private static final int UNPROCESSABLE = 422;

  private final RuleTable rules = new RuleTable(RuleTable.EVERYTHING_ON);
  private KubernetesClient client;
  private SampleSet valid;

  @BeforeEach
  void prepare(KubernetesClient namespaced, TestNamespace namespace) {
    client = namespaced;
    valid =
        SampleSet.valid()
            .with("/metadata/namespace", namespace.name())
            .with("/spec/replicas", "0")
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
          """)
  void both_refuse_a_new_set(String place, String value) {
    SampleSet set = valid.with(place, value);

    assertThat(rules.create(set).violations()).isNotEmpty();
    refuses(() -> create(set));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Recreate", "onDelete", ""})
  void no_other_way_to_update_is_accepted(String type) {
    assertThatThrownBy(() -> create(valid.with("/spec/updateStrategy", "{type: \"" + type + "\"}")))
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
          """)
  void both_accept_a_new_set(String place, String value) {
    SampleSet base =
        place.endsWith("/2/spec/replicas")
            ? valid.with("/spec/template/cliques/2/spec/minAvailable", "1")
            : valid;
    SampleSet set = base.with(place, value);

    assertThat(rules.create(set).violations()).isEmpty();
    assertThatCode(() -> create(set)).doesNotThrowAnyException();
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
          """)
  void both_refuse_a_change(String place, String value) {
    HasMetadata stored = object(valid.tree().toString()).create();
    SampleSet after = valid.with(place, value);

    assertThat(rules.update(valid, after).violations()).isNotEmpty();
    refuses(() -> update(stored, after));
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
    HasMetadata stored = object(valid.tree().toString()).create();
    SampleSet after = valid.with(place, value);

    assertThat(rules.update(valid, after).violations()).isEmpty();
    assertThatCode(() -> update(stored, after)).doesNotThrowAnyException();
  }

  @Test
  void the_largest_set_is_within_what_rules_in_the_schema_may_cost() {
    String cliques =
        IntStream.range(0, 64)
            .mapToObj(
                "{name: c%d, spec: {podSpec: {containers: [{name: c, image: i}]}}}"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));
    String groups =
        IntStream.range(0, 64)
            .mapToObj(i -> "{name: g%d, cliqueNames: [c%d]}".formatted(i, i))
            .collect(Collectors.joining(", ", "[", "]"));
    SampleSet set =
        valid
            .with("/spec/template/cliques", cliques)
            .with("/spec/template/podCliqueScalingGroups", groups);
    Findings findings = rules.create(set);

    HasMetadata stored = object(set.tree().toString()).create();

    assertThat(findings.violations()).isEmpty();
    assertThatCode(() -> update(stored, set)).doesNotThrowAnyException();
  }

  private void create(SampleSet set) {
    object(set.tree().toString()).dryRun(true).create();
  }

  private void update(HasMetadata stored, SampleSet after) {
    String version = "\"" + stored.getMetadata().getResourceVersion() + "\"";
    SampleSet seen = after.with("/metadata/resourceVersion", version);
    object(seen.tree().toString()).dryRun(true).update();
  }

  private Resource<GenericKubernetesResource> object(String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    return client
        .genericKubernetesResources(object.getApiVersion(), object.getKind())
        .resource(object);
  }

  private static void refuses(Runnable write) {
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(write::run)
        .satisfies(refusal -> assertThat(refusal.getCode()).isEqualTo(UNPROCESSABLE));
  }
}
