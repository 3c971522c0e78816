package dev.coppice.e2e.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.coppice.api.Crds;
import dev.coppice.testkit.junit.OnControlPlane;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Types of Kubernetes are checked, completed and merged in our objects as in Kubernetes' own,
 * measured by the API server that serves them.
 */
@OnControlPlane
class EmbeddedSchemaIT {

  /** Where our definitions may differ for now, and why. Such a field is kept, but not checked. */
  private static final Map<String, String> KNOWN =
      Map.of(
          "podSpec.schedulingGroup",
          "the client's model of a PodSpec, from which ours is made, does not have it yet",
          "podSpec.volumes[].projected.sources[].podCertificate.userAnnotations",
          "the client's model of this projection does not have it yet");

  @ParameterizedTest
  @CsvSource({
    "podcliques.grove.io, spec.podSpec",
    "podcliquesets.grove.io, spec.template.cliques.spec.podSpec"
  })
  void a_pod_spec_is_that_of_a_pod(String definition, String place, KubernetesClient client)
      throws JsonProcessingException {
    OpenApi core = OpenApi.of(client, "api/v1");
    JsonNode theirs = core.type("io.k8s.api.core.v1.PodSpec");

    SchemaComparison comparison =
        SchemaComparison.of("podSpec", ours(definition, place), theirs, core);

    assertThat(comparison.differences())
        .filteredOn(difference -> !KNOWN.containsKey(difference.path()))
        .isEmpty();
    // An exception without need would hide the next mistake at its place.
    assertThat(comparison.differences())
        .extracting(Difference::path)
        .containsExactlyInAnyOrderElementsOf(KNOWN.keySet());
    assertThat(comparison.compared())
        .contains(
            "podSpec.initContainers[].ports[].protocol",
            "podSpec.ephemeralContainers[].env[].valueFrom.secretKeyRef.name",
            "podSpec.containers[].resources.limits{}",
            "podSpec.topologySpreadConstraints[].whenUnsatisfiable",
            "podSpec.volumes[].ephemeral.volumeClaimTemplate.metadata.labels{}");
  }

  @ParameterizedTest
  @CsvSource({
    "podcliques.grove.io, spec.autoScalingConfig.metrics",
    "podcliquesets.grove.io, spec.template.cliques.spec.autoScalingConfig.metrics",
    "podcliquesets.grove.io, spec.template.podCliqueScalingGroups.scaleConfig.metrics"
  })
  void metrics_are_those_of_an_autoscaler(String definition, String place, KubernetesClient client)
      throws JsonProcessingException {
    OpenApi autoscaling = OpenApi.of(client, "apis/autoscaling/v2");
    JsonNode theirs =
        autoscaling
            .type("io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec")
            .at("/properties/metrics");

    SchemaComparison comparison =
        SchemaComparison.of("metrics", ours(definition, place), theirs, autoscaling);

    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.compared())
        .contains("metrics[].external.metric.selector.matchExpressions[].values[]");
  }

  @ParameterizedTest
  @CsvSource("podcliquesets.grove.io, spec.template.resourceClaimTemplates.templateSpec")
  void a_claim_is_that_of_a_claim_template(String definition, String place, KubernetesClient client)
      throws JsonProcessingException {
    OpenApi resource = OpenApi.of(client, "apis/resource.k8s.io/v1");
    JsonNode theirs = resource.type("io.k8s.api.resource.v1.ResourceClaimTemplateSpec");

    SchemaComparison comparison =
        SchemaComparison.of("templateSpec", ours(definition, place), theirs, resource);

    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.compared())
        .contains("templateSpec.spec.devices.requests[].exactly.selectors[].cel.expression");
  }

  /** A part of a checked-in definition; lists on the way are stepped into. */
  private static JsonNode ours(String definition, String place) throws JsonProcessingException {
    JsonNode schema =
        new YAMLMapper()
            .readTree(Crds.yaml(definition))
            .at("/spec/versions/0/schema/openAPIV3Schema");
    for (String field : place.split("\\.", -1)) {
      JsonNode object = schema.has("items") ? schema.path("items") : schema;
      schema = object.path("properties").required(field);
    }
    return schema;
  }
}
