package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.clique.PodCliqueInterest;
import dev.coppice.core.group.PodCliqueScalingGroupInterest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterestMapperTest {

  private static final Map<String, String> STANDALONE =
      Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, "x-0");
  private static final Map<String, String> SCALED =
      Map.of(
          Labels.PART_OF,
          "x",
          Labels.SET_REPLICA_INDEX,
          "0",
          Labels.SCALING_GROUP,
          "x-0-g",
          Labels.POD_GANG,
          "x-0-g-0",
          Labels.BASE_POD_GANG,
          "x-0");
  private static final Map<String, String> OF_ANOTHER_SET =
      Map.of(Labels.PART_OF, "y", Labels.SET_REPLICA_INDEX, "0", Labels.POD_GANG, "y-0");

  private static final PodClique LEADER = clique("x-0-leader", STANDALONE);
  private static final PodClique WORKER = clique("x-0-g-1-worker", SCALED);

  private final FixedCache<PodClique> cliques =
      new FixedCache<>(List.of(LEADER, WORKER, clique("y-0-leader", OF_ANOTHER_SET)));

  @Test
  void maps_a_gang_to_the_cliques_in_it_and_to_those_that_wait_for_it() {
    assertThat(gangs().toPrimaryResourceIDs(object(new PodGang(), "ns", "x-0", Map.of())))
        .containsExactlyInAnyOrder(
            ResourceID.fromResource(LEADER), ResourceID.fromResource(WORKER));
  }

  @Test
  void maps_a_clique_to_its_gang_and_to_the_base_gang() {
    assertThat(gangs().toSecondaryResourceIDs(WORKER))
        .containsExactlyInAnyOrder(new ResourceID("x-0-g-0", "ns"), new ResourceID("x-0", "ns"));
  }

  @Test
  void maps_a_group_to_all_cliques_of_its_replica_of_the_set() {
    PodCliqueScalingGroup group =
        object(
            new PodCliqueScalingGroup(),
            "ns",
            "x-0-g",
            Map.of(Labels.PART_OF, "x", Labels.SET_REPLICA_INDEX, "0"));

    assertThat(groups().toPrimaryResourceIDs(group))
        .containsExactlyInAnyOrder(
            ResourceID.fromResource(LEADER), ResourceID.fromResource(WORKER));
  }

  @Test
  void maps_a_member_to_its_group_and_any_other_clique_to_none() {
    assertThat(groups().toSecondaryResourceIDs(WORKER))
        .containsExactly(new ResourceID("x-0-g", "ns"));
    assertThat(groups().toSecondaryResourceIDs(LEADER)).isEmpty();
  }

  @Test
  void maps_a_set_to_its_cliques_and_back() {
    InterestMapper<PodCliqueSet, PodClique> sets =
        new InterestMapper<>(cliques, new PodCliqueInterest(), Labels.PART_OF);

    assertThat(sets.toPrimaryResourceIDs(object(new PodCliqueSet(), "ns", "x", Map.of())))
        .containsExactlyInAnyOrder(
            ResourceID.fromResource(LEADER), ResourceID.fromResource(WORKER));
    assertThat(sets.toSecondaryResourceIDs(LEADER)).containsExactly(new ResourceID("x", "ns"));
  }

  @Test
  void maps_a_set_to_its_groups_and_back() {
    PodCliqueScalingGroup group = group("ns", "x");
    PodCliqueScalingGroup another = group("ns", "y");
    InterestMapper<PodCliqueSet, PodCliqueScalingGroup> sets =
        new InterestMapper<>(
            new FixedCache<>(List.of(group, another, group("other", "x"))),
            new PodCliqueScalingGroupInterest(),
            Labels.PART_OF);

    assertThat(sets.toPrimaryResourceIDs(object(new PodCliqueSet(), "ns", "x", Map.of())))
        .containsExactly(ResourceID.fromResource(group));
    assertThat(sets.toSecondaryResourceIDs(another)).containsExactly(new ResourceID("y", "ns"));
  }

  private InterestMapper<PodGang, PodClique> gangs() {
    return new InterestMapper<>(
        cliques, new PodCliqueInterest(), Labels.POD_GANG, Labels.BASE_POD_GANG);
  }

  private InterestMapper<PodCliqueScalingGroup, PodClique> groups() {
    return new InterestMapper<>(cliques, new PodCliqueInterest(), Labels.SCALING_GROUP);
  }

  private static PodClique clique(String name, Map<String, String> labels) {
    PodClique clique = object(new PodClique(), "ns", name, labels);
    clique.setSpec(PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).build());
    return clique;
  }

  private static PodCliqueScalingGroup group(String namespace, String set) {
    return object(
        new PodCliqueScalingGroup(), namespace, set + "-0-g", Map.of(Labels.PART_OF, set));
  }

  private static <T extends HasMetadata> T object(
      T object, String namespace, String name, Map<String, String> labels) {
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).withLabels(labels).build());
    return object;
  }
}
