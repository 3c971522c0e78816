package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.core.object.ReadKeys;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerSpec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is left of what is made beside pods, and of what belongs to somebody else. */
class OwnedObjectsTrimTest {

  @Test
  void keeps_of_a_service_and_an_autoscaler_what_is_compared() {
    Service service =
        new ServiceBuilder()
            .withMetadata(ofOurs())
            .withNewSpec()
            .withClusterIP("None")
            .addToSelector("grove.io/podclique", "c")
            .addToSelector("others", "x")
            .addNewPort()
            .withPort(80)
            .endPort()
            .endSpec()
            .build();
    HorizontalPodAutoscaler autoscaler =
        new HorizontalPodAutoscalerBuilder()
            .withMetadata(ofOurs())
            .withNewSpec()
            .withMaxReplicas(4)
            .addNewMetric()
            .withType("Resource")
            .endMetric()
            .withNewBehavior()
            .endBehavior()
            .endSpec()
            .withNewStatus()
            .withCurrentReplicas(2)
            .endStatus()
            .build();

    CacheTransform.apply(service, false);
    CacheTransform.apply(autoscaler, false);

    assertThat(service.getSpec())
        .isEqualTo(
            new ServiceSpecBuilder()
                .withClusterIP("None")
                .addToSelector("grove.io/podclique", "c")
                .build());
    assertThat(service.getMetadata().getAnnotations()).containsOnlyKeys(ReadKeys.OTHERS);
    assertThat(autoscaler.getSpec().getMaxReplicas()).isEqualTo(4);
    assertThat(autoscaler.getSpec().getMetrics()).hasSize(1);
    assertThat(autoscaler.getSpec().getBehavior()).isNull();
    assertThat(autoscaler.getStatus()).isNull();
  }

  @Test
  void keeps_the_metadata_alone_of_what_belongs_to_others() {
    Pod pod =
        new PodBuilder()
            .withMetadata(ofOthers())
            .withNewSpec()
            .withNodeName("node-1")
            .endSpec()
            .withNewStatus()
            .withPhase("Running")
            .endStatus()
            .build();
    Service service =
        new ServiceBuilder()
            .withMetadata(ofOthers())
            .withNewSpec()
            .addToSelector("grove.io/podclique", "c")
            .endSpec()
            .build();
    HorizontalPodAutoscaler autoscaler =
        new HorizontalPodAutoscalerBuilder()
            .withMetadata(ofOthers())
            .withNewSpec()
            .withMaxReplicas(4)
            .endSpec()
            .build();
    PodGang gang = new PodGang();
    gang.setMetadata(ofOthers());
    gang.setSpec(PodGangSpecBuilder.builder().priorityClassName("high").build());

    Stream.of(pod, service, autoscaler, gang)
        .forEach(object -> CacheTransform.apply(object, false));

    assertThat(pod.getSpec()).isEqualTo(new PodSpec());
    assertThat(pod.getStatus()).isEqualTo(new PodStatus());
    assertThat(service.getSpec()).isEqualTo(new ServiceSpec());
    assertThat(autoscaler.getSpec()).isEqualTo(new HorizontalPodAutoscalerSpec());
    assertThat(gang.getSpec()).isEqualTo(PodGangSpecBuilder.builder().build());
    assertThat(Stream.of(pod, service, autoscaler, gang))
        .allSatisfy(object ->
            assertThat(object.getMetadata().getLabels())
                .containsOnlyKeys(Labels.MANAGED_BY, Labels.PART_OF));
  }

  @Test
  void keeps_of_an_autoscaler_without_an_owner_that_it_is_there() {
    HorizontalPodAutoscaler orphan =
        new HorizontalPodAutoscalerBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .withMaxReplicas(4)
            .endSpec()
            .build();

    CacheTransform.apply(orphan, false);

    assertThat(orphan.getSpec()).isEqualTo(new HorizontalPodAutoscalerSpec());
  }

  @Test
  void keeps_the_controller_of_what_has_one_and_all_owners_of_what_has_none() {
    OwnerReference other =
        new OwnerReferenceBuilder().withKind("ConfigMap").withUid("uid-c").build();
    Service owned =
        new ServiceBuilder()
            .withMetadata(new ObjectMetaBuilder(ofOurs()).addToOwnerReferences(0, other).build())
            .build();
    Service orphan =
        new ServiceBuilder()
            .withNewMetadata()
            .addToOwnerReferences(other, new OwnerReferenceBuilder(other).withUid("d").build())
            .endMetadata()
            .build();

    CacheTransform.apply(owned, false);
    CacheTransform.apply(orphan, false);

    assertThat(owned.getMetadata().getOwnerReferences())
        .extracting(OwnerReference::getUid)
        .containsExactly("uid-s");
    assertThat(orphan.getMetadata().getOwnerReferences()).hasSize(2);
  }

  private static ObjectMeta ofOurs() {
    return metadata("grove.io/v1alpha1", "PodCliqueSet");
  }

  private static ObjectMeta ofOthers() {
    return metadata("apps/v1", "ReplicaSet");
  }

  private static ObjectMeta metadata(String apiVersion, String kind) {
    return new ObjectMetaBuilder()
        .withNamespace("ns")
        .withName("a")
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.PART_OF, "s")
        .addToLabels("many", "more")
        .addToAnnotations("example.com/note", "long")
        .addNewOwnerReference()
        .withApiVersion(apiVersion)
        .withKind(kind)
        .withName("s")
        .withUid("uid-s")
        .withController(true)
        .endOwnerReference()
        .build();
  }
}
