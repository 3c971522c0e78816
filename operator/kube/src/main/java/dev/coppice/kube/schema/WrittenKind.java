package dev.coppice.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.schema.MissingFields;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A kind of ours that the operator writes.
 *
 * @param type the kind
 * @param parts which parts of its objects
 */
record WrittenKind(Class<? extends HasMetadata> type, List<String> parts) {

  /** All that there are. What users write of a set is theirs. */
  static final List<WrittenKind> ALL =
      List.of(
          new WrittenKind(PodCliqueSet.class, List.of("status")),
          new WrittenKind(PodCliqueScalingGroup.class, List.of("spec", "status")),
          new WrittenKind(PodClique.class, List.of("spec", "status")),
          new WrittenKind(PodGang.class, List.of("spec", "status")),
          new WrittenKind(ClusterTopologyBinding.class, List.of("status")));

  String kind() {
    return HasMetadata.getKind(type);
  }

  /** Name of its definition. */
  String definition() {
    return HasMetadata.getFullResourceName(type);
  }

  /**
   * What a served definition lacks of what is written.
   *
   * @param ours the definition of this version
   */
  List<String> missing(GenericKubernetesResource ours, GenericKubernetesResource served) {
    if (Boolean.TRUE.equals(served.get("spec", "preserveUnknownFields"))) {
      return List.of();
    }
    JsonNode wanted = schema(ours);
    JsonNode there = schema(served);
    return parts.stream()
        .flatMap(part ->
            MissingFields.of(
                part, wanted.path("properties").path(part), there.path("properties").path(part))
                .stream())
        .toList();
  }

  private JsonNode schema(GenericKubernetesResource definition) {
    JsonNode versions = ModelJson.tree(definition.get("spec", "versions"));
    return StreamSupport.stream(versions.spliterator(), false)
        .filter(version -> version.path("name").asText().equals(HasMetadata.getVersion(type)))
        .findFirst()
        .orElseGet(() -> ModelJson.tree(null))
        .at("/schema/openAPIV3Schema");
  }
}
