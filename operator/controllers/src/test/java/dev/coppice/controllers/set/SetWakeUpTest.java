package dev.coppice.controllers.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.status.LastErrorBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SetWakeUpTest {

  @Test
  void maps_an_object_to_the_set_that_its_label_names_whoever_owns_it() {
    Service service =
        new ServiceBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("x-0")
            .addToLabels(Labels.PART_OF, "x")
            .withOwnerReferences(new OwnerReferenceBuilder().withUid("dead").build())
            .endMetadata()
            .build();

    assertThat(new PartOfMapper<Service>().toPrimaryResourceIDs(service))
        .containsExactly(new ResourceID("x", "ns"));
  }

  @Test
  void maps_an_object_without_the_label_to_nothing() {
    Service service = new ServiceBuilder().withNewMetadata().withName("x").endMetadata().build();
    service.getMetadata().setLabels(null);

    assertThat(new PartOfMapper<Service>().toPrimaryResourceIDs(service)).isEmpty();
  }

  @Test
  void wakes_when_a_clique_counts_differently() {
    PodClique now = clique(status -> status.readyReplicas(1));

    assertThat(SetUpdateFilters.podClique(now, clique(status -> status))).isTrue();
  }

  @Test
  void sleeps_on_when_a_clique_only_reports_errors() {
    PodClique now =
        clique(status ->
            status.lastErrors(
                List.of(
                    LastErrorBuilder.builder()
                        .code("ERR")
                        .description("quota")
                        .observedAt(Instant.EPOCH)
                        .build())));

    assertThat(SetUpdateFilters.podClique(now, clique(status -> status))).isFalse();
  }

  @Test
  void sleeps_on_when_a_gang_only_names_other_pods() {
    assertThat(SetUpdateFilters.podGang(gang("pod-b", 1), gang("pod-a", 1))).isFalse();
  }

  @Test
  void wakes_when_a_gang_needs_another_number_of_pods() {
    assertThat(SetUpdateFilters.podGang(gang("pod-a", 2), gang("pod-a", 1))).isTrue();
  }

  private static PodClique clique(UnaryOperator<PodCliqueStatusBuilder> status) {
    PodClique clique = new PodClique();
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    clique.setStatus(status.apply(PodCliqueStatusBuilder.builder().replicas(2)).build());
    return clique;
  }

  private static PodGang gang(String pod, int minimum) {
    PodGang gang = new PodGang();
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    PodGroupBuilder.builder()
                        .name("x-0-w")
                        .minReplicas(minimum)
                        .podReferences(List.of(new NamespacedName("ns", pod)))
                        .build()))
            .build());
    return gang;
  }
}
