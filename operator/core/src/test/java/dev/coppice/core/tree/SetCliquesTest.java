package dev.coppice.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.GroveResource;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SetCliquesTest {

  private final PodCliqueSet set = named(new PodCliqueSet(), "s", "set", null);
  private final PodCliqueSet formerSet = named(new PodCliqueSet(), "s", "former-set", null);
  private final PodCliqueScalingGroup group =
      named(new PodCliqueScalingGroup(), "s-0-g", "group", set);

  private static <T extends GroveResource<?, ?>> T named(
      T object, String name, String uid, @Nullable HasMetadata owner) {
    object.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("n")
            .withName(name)
            .withUid(uid)
            .withOwnerReferences(
                Stream.ofNullable(owner).map(Ownership::controllerReference).toList())
            .build());
    return object;
  }

  private static PodClique clique(HasMetadata owner) {
    return named(new PodClique(), "c", "clique", owner);
  }

  private boolean finds(HasMetadata... observed) {
    return new SetCliques(Snapshot.of(set, Observed.of(List.of(observed)))).find("c").isPresent();
  }

  private static <T extends HasMetadata> T terminating(T object) {
    object.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    return object;
  }

  @Test
  void finds_the_cliques_of_the_set_and_of_its_groups() {
    assertThat(finds(clique(set))).isTrue();
    assertThat(finds(group, clique(group))).isTrue();
  }

  @Test
  void finds_none_that_is_on_its_way_out() {
    assertThat(finds(terminating(clique(set)))).isFalse();
    assertThat(finds(clique(terminating(group)), group)).isFalse();
  }

  @Test
  void finds_none_of_a_set_or_group_that_bore_the_same_name() {
    PodCliqueScalingGroup formerGroup =
        named(new PodCliqueScalingGroup(), "s-0-g", "former-group", set);
    PodCliqueScalingGroup groupOfFormerSet =
        named(new PodCliqueScalingGroup(), "s-0-h", "other-group", formerSet);

    assertThat(finds(clique(formerSet))).isFalse();
    assertThat(finds(group, clique(formerGroup))).isFalse();
    assertThat(finds(groupOfFormerSet, clique(groupOfFormerSet))).isFalse();
  }

  @Test
  void finds_none_whose_group_is_not_in_view() {
    assertThat(finds(clique(group))).isFalse();
  }
}
