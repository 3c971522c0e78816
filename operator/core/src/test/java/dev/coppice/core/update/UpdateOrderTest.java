package dev.coppice.core.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.api.status.ReplicaDeletionBuilder;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a PodClique whose label is not that of its template is about to be given it. */
class UpdateOrderTest {

  private final PodCliqueSet set =
      TestYaml.read(
          """
          metadata: {name: s, namespace: n}
          spec:
            replicas: 2
            updateStrategy: {type: OnDelete}
            template:
              cliques:
              - {name: a, spec: {replicas: 2, podSpec: {containers: [{name: c, image: new}]}}}
              - {name: b, spec: {replicas: 1, podSpec: {containers: [{name: c, image: new}]}}}
              podCliqueScalingGroups:
              - {name: x, cliqueNames: [b], replicas: 2}
          """,
          PodCliqueSet.class);
  private final PodCliqueScalingGroup group =
      TestYaml.read(
          "{metadata: {name: s-1-x, namespace: n}, spec: {replicas: 2, cliqueNames: [b]}}",
          PodCliqueScalingGroup.class);
  private final PodClique own = clique("s-1-a");
  private final PodClique member = clique("s-1-x-1-b");

  UpdateOrderTest() {
    label(own, Labels.PART_OF, "s");
    label(member, Labels.SCALING_GROUP, "s-1-x");
    label(member, Labels.SCALING_GROUP_REPLICA_INDEX, "1");
    label(own, Labels.POD_TEMPLATE_HASH, "v1-old");
    label(member, Labels.POD_TEMPLATE_HASH, "v1-old");
  }

  private UpdateOrder order() {
    return new UpdateOrder(ResolvedSet.of(set, Validity.standard()).complete().orElseThrow(), 1);
  }

  private boolean reachesOwn() {
    return order().isAboutToReach(own, Optional.empty());
  }

  private boolean reachesMember() {
    return order().isAboutToReach(member, Optional.of(group));
  }

  @Test
  void one_of_another_template_is() {
    assertThat(reachesOwn()).isTrue();
    assertThat(reachesMember()).isTrue();
  }

  @Test
  void one_that_carries_it_is_not() {
    String hash = TemplateHash.of(Defaults.of(set).getSpec().template().cliques().getFirst(), null);
    label(own, Labels.POD_TEMPLATE_HASH, hash);

    assertThat(reachesOwn()).isFalse();
  }

  @Test
  void one_that_has_yet_to_be_adopted_need_not_be() {
    label(own, Labels.POD_TEMPLATE_HASH, "theirs");
    label(member, Labels.POD_TEMPLATE_HASH, "theirs");

    assertThat(reachesOwn()).isFalse();
    assertThat(reachesMember()).isFalse();
  }

  @Test
  void none_of_a_set_that_is_being_deleted_is() {
    delete(set);

    assertThat(reachesOwn()).isFalse();
    assertThat(reachesMember()).isFalse();
  }

  @Test
  void none_of_a_group_that_is_being_deleted_is() {
    delete(group);

    assertThat(reachesMember()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void none_of_a_replica_of_the_set_that_is_being_torn_down_is(int replica, boolean expected) {
    set.setStatus(
        PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
            .replicaDeletions(List.of(deletion(replica)))
            .build());

    assertThat(reachesOwn()).isEqualTo(expected);
    assertThat(reachesMember()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void none_of_a_replica_of_its_group_that_is_being_torn_down_is(int replica, boolean expected) {
    group.setStatus(
        PodCliqueScalingGroupStatusBuilder.builder(group.statusOrEmpty())
            .replicaDeletions(List.of(deletion(replica)))
            .build());

    assertThat(reachesMember()).isEqualTo(expected);
  }

  private static ReplicaDeletion deletion(int replica) {
    return ReplicaDeletionBuilder.builder()
        .replicaIndex(replica)
        .cause(ReplicaDeletion.MIN_AVAILABLE_BREACHED)
        .startedAt(Instant.EPOCH)
        .build();
  }

  private static PodClique clique(String name) {
    PodClique clique = new PodClique();
    clique.getMetadata().setName(name);
    clique.getMetadata().setNamespace("n");
    return clique;
  }

  private static void label(PodClique clique, String key, String value) {
    clique.setMetadata(new ObjectMetaBuilder(clique.getMetadata()).addToLabels(key, value).build());
  }

  private static void delete(HasMetadata object) {
    object.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
  }
}
