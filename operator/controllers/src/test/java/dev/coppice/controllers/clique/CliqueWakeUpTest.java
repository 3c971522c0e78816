package dev.coppice.controllers.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CliqueWakeUpTest {

  private static final ResourceID LEADER = new ResourceID("x-0-leader", "ns");
  private static final ResourceID WORKER = new ResourceID("x-0-worker", "ns");

  @Nested
  class Mappers {

    @Test
    void map_a_pod_to_the_clique_that_its_label_names() {
      Pod pod =
          new PodBuilder()
              .withNewMetadata()
              .withNamespace("ns")
              .withName("x-0-leader-0-abcde")
              .addToLabels(Labels.POD_CLIQUE, "x-0-leader")
              .endMetadata()
              .build();

      assertThat(new PodMapper().toPrimaryResourceIDs(pod)).containsExactly(LEADER);
    }

    @Test
    void map_a_gang_to_all_cliques_that_it_is_composed_of() {
      PodGang gang = new PodGang();
      gang.getMetadata().setNamespace("ns");
      gang.setSpec(
          PodGangSpecBuilder.builder()
              .podgroups(
                  List.of(
                      PodGroupBuilder.builder().name("x-0-leader").build(),
                      PodGroupBuilder.builder().name("x-0-worker").build()))
              .build());

      assertThat(new PodGangMapper().toPrimaryResourceIDs(gang))
          .containsExactlyInAnyOrder(LEADER, WORKER);
    }

    @Test
    void map_a_clique_to_its_gang() {
      assertThat(new PodGangMapper().toSecondaryResourceIDs(clique("x", "leader")))
          .containsExactly(new ResourceID("x-0", "ns"));
    }

    @Test
    void map_a_set_to_its_cliques_and_back() {
      PodCliqueSet set = new PodCliqueSet();
      set.getMetadata().setNamespace("ns");
      set.getMetadata().setName("x");
      PodCliqueSetMapper mapper =
          new PodCliqueSetMapper(
              new FixedCache(clique("x", "leader"), clique("x", "worker"), clique("y", "leader")));

      assertThat(mapper.toPrimaryResourceIDs(set)).containsExactlyInAnyOrder(LEADER, WORKER);
      assertThat(mapper.toSecondaryResourceIDs(clique("x", "leader")))
          .containsExactly(new ResourceID("x", "ns"));
    }
  }

  @Nested
  class SiblingsWake {

    private final List<ResourceID> woken = new ArrayList<>();

    @Test
    void a_clique_that_starts_after_the_one_that_became_ready() {
      PodClique leader = ready(clique("x", "leader"), 1);
      PodClique worker = after(clique("x", "worker"), "x-0-leader");
      PodClique router = clique("x", "router");

      source(leader, worker, router).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void a_clique_whose_base_gang_changed() {
      PodClique base = ready(clique("x", "leader"), 1);
      PodClique scaled = clique("x", "worker");
      scaled
          .getMetadata()
          .setLabels(
              Map.of(
                  Labels.PART_OF, "x",
                  Labels.SET_REPLICA_INDEX, "0",
                  Labels.POD_GANG, "x-0-g-0",
                  Labels.BASE_POD_GANG, "x-0"));

      source(base, scaled).onResourceUpdated(base, clique("x", "leader"));

      assertThat(woken).containsExactly(WORKER);
    }

    @Test
    void nobody_when_only_messages_change() {
      PodClique leader = clique("x", "leader");
      PodClique worker = after(clique("x", "worker"), "x-0-leader");

      source(leader, worker).onResourceUpdated(leader, clique("x", "leader"));

      assertThat(woken).isEmpty();
    }

    @Test
    void those_who_wait_for_a_clique_that_is_made_or_goes() {
      PodClique leader = clique("x", "leader");
      SiblingEventSource source = source(leader, after(clique("x", "worker"), "x-0-leader"));

      source.onResourceCreated(leader);
      source.onResourceDeleted(leader);

      assertThat(woken).containsExactly(WORKER, WORKER);
    }

    private SiblingEventSource source(PodClique... cliques) {
      SiblingEventSource source = new SiblingEventSource(new FixedCache(cliques));
      source.setEventHandler((Event event) -> woken.add(event.getRelatedCustomResourceID()));
      return source;
    }
  }

  @Nested
  class Filters {

    @Test
    void wake_when_a_pod_becomes_ready() {
      assertThat(CliqueUpdateFilters.pod(pod("True", "8"), pod("False", "7"))).isTrue();
    }

    @Test
    void sleep_on_when_nothing_that_is_kept_of_a_pod_changes() {
      assertThat(CliqueUpdateFilters.pod(pod("True", "8"), pod("True", "7"))).isFalse();
    }

    @Test
    void wake_when_the_set_reaches_another_generation_hash() {
      assertThat(CliqueUpdateFilters.podCliqueSet(set("v1-b", 1), set("v1-a", 1))).isTrue();
    }

    @Test
    void sleep_on_when_the_set_only_counts_differently() {
      assertThat(CliqueUpdateFilters.podCliqueSet(set("v1-a", 2), set("v1-a", 1))).isFalse();
    }

    private static Pod pod(String ready, String version) {
      return new PodBuilder()
          .withNewMetadata()
          .withName("a")
          .withResourceVersion(version)
          .endMetadata()
          .withNewStatus()
          .addNewCondition()
          .withType("Ready")
          .withStatus(ready)
          .endCondition()
          .endStatus()
          .build();
    }

    private static PodCliqueSet set(String hash, int available) {
      PodCliqueSet set = new PodCliqueSet();
      set.setStatus(
          PodCliqueSetStatusBuilder.builder()
              .currentGenerationHash(hash)
              .availableReplicas(available)
              .build());
      return set;
    }
  }

  private static PodClique clique(String set, String name) {
    PodClique clique = new PodClique();
    clique.getMetadata().setNamespace("ns");
    clique.getMetadata().setName(set + "-0-" + name);
    clique.getMetadata().setUid("uid-" + name);
    clique
        .getMetadata()
        .setLabels(
            Map.of(
                Labels.PART_OF, set, Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, set + "-0"));
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    return clique;
  }

  private static PodClique ready(PodClique clique, int pods) {
    clique.setStatus(PodCliqueStatusBuilder.builder().readyReplicas(pods).build());
    return clique;
  }

  private static PodClique after(PodClique clique, String parent) {
    clique.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).startsAfter(List.of(parent)).build());
    return clique;
  }
}
