package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import org.junit.jupiter.api.Test;

class LabelMapperTest {

  private final LabelMapper<Pod> mapper = new LabelMapper<>("team");

  @Test
  void maps_an_object_to_what_its_label_names_whoever_owns_it() {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("a")
            .addToLabels("team", "red")
            .withOwnerReferences(new OwnerReferenceBuilder().withName("blue").build())
            .endMetadata()
            .build();

    assertThat(mapper.toPrimaryResourceIDs(pod)).containsExactly(new ResourceID("red", "ns"));
  }

  @Test
  void maps_an_object_without_labels_to_nothing() {
    Pod pod = new PodBuilder().withNewMetadata().withName("a").endMetadata().build();
    pod.getMetadata().setLabels(null);

    assertThat(mapper.toPrimaryResourceIDs(pod)).isEmpty();
  }
}
