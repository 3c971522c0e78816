package dev.coppice.kube.client;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every place of a schema, with what it says of it. */
record SchemaPlaces(Map<Place, JSONSchemaProps> byPlace) {

  static SchemaPlaces of(String crd) {
    JSONSchemaProps schema =
        new KubernetesSerialization()
            .unmarshal(crd, CustomResourceDefinition.class)
            .getSpec()
            .getVersions()
            .getFirst()
            .getSchema()
            .getOpenAPIV3Schema();
    SchemaPlaces places = new SchemaPlaces(new LinkedHashMap<>());
    places.go(schema, Place.ROOT);
    return places;
  }

  List<Place> places() {
    return List.copyOf(byPlace.keySet());
  }

  /** Whether something that the schema does not type is stored there as it comes. */
  boolean leavesOpen(Place place) {
    if (byPlace.containsKey(place)) {
      return false;
    }
    Place above = place;
    while (!above.steps().isEmpty() && !byPlace.containsKey(above)) {
      above = new Place(above.steps().subList(0, above.steps().size() - 1));
    }
    JSONSchemaProps typed = byPlace.get(above);
    return typed != null && Boolean.TRUE.equals(typed.getXKubernetesPreserveUnknownFields());
  }

  private void go(JSONSchemaProps schema, Place place) {
    if (!place.steps().isEmpty()) {
      byPlace.put(place, schema);
    }
    if (schema.getProperties() != null) {
      schema.getProperties().forEach((name, of) -> go(of, place.child(name)));
    }
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      go(schema.getItems().getSchema(), place.child(0));
    }
    if (schema.getAdditionalProperties() != null
        && schema.getAdditionalProperties().getSchema() != null) {
      go(schema.getAdditionalProperties().getSchema(), place.child("key"));
    }
  }
}
