package dev.coppice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class ClientsTest {

  @Test
  void reads_objects_without_the_record_of_field_ownership() {
    String json =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a",
         "managedFields":[{"manager":"kubectl","operation":"Update","fieldsV1":{"f:spec":{}}}],
         "labels":{"colour":"red"}}}\
        """;

    Pod pod = Clients.serialization().unmarshal(json, Pod.class);

    assertThat(pod.getMetadata().getManagedFields()).isEmpty();
    assertThat(pod.getMetadata().getAdditionalProperties()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).containsEntry("colour", "red");
  }
}
