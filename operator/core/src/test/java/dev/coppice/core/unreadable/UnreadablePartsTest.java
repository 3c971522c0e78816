package dev.coppice.core.unreadable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who rests on an object that cannot be read, and who does not. */
class UnreadablePartsTest {

  private static <T extends HasMetadata> T object(
      Class<T> type, String name, String owner, boolean unreadable) {
    String controller =
        owner.isEmpty()
            ? ""
            : ", ownerReferences: [{kind: K, name: k, uid: %s, controller: true}]".formatted(owner);
    T object =
        TestYaml.read(
            "{metadata: {name: %s, namespace: n, uid: %s%s}}".formatted(name, name, controller),
            type);
    if (unreadable) {
      new Unreadable("spec.a", "a string, not a number").mark(object);
    }
    return object;
  }

  private static PodCliqueSet set(boolean unreadable) {
    return object(PodCliqueSet.class, "set", "", unreadable);
  }

  private static <P extends HasMetadata> List<String> parts(P primary, HasMetadata... others) {
    return of(primary, others).parts().stream().map(part -> part.getMetadata().getName()).toList();
  }

  private static <P extends HasMetadata> UnreadableParts<P> of(P primary, HasMetadata... others) {
    return UnreadableParts.of(Snapshot.of(primary, Observed.of(List.of(others))));
  }

  @Test
  void where_everything_can_be_read_the_view_stays_the_very_same() {
    Snapshot<PodCliqueSet> snapshot =
        Snapshot.of(set(false), Observed.of(List.of(object(Pod.class, "p", "set", false))));

    UnreadableParts<PodCliqueSet> unreadable = UnreadableParts.of(snapshot);

    assertThat(unreadable.isEmpty()).isTrue();
    assertThat(unreadable.rest()).isSameAs(snapshot);
  }

  @Test
  void the_primary_comes_first_and_then_the_others_by_kind_and_name() {
    assertThat(
            parts(
                set(true),
                object(PodGang.class, "a", "set", true),
                object(PodClique.class, "c", "set", true),
                object(PodClique.class, "b", "set", true),
                object(PodClique.class, "d", "set", false)))
        .containsExactly("set", "b", "c", "a");
  }

  @Test
  void a_set_rests_on_what_its_groups_control() {
    PodCliqueScalingGroup group = object(PodCliqueScalingGroup.class, "group", "set", false);

    assertThat(parts(set(false), group, object(PodClique.class, "member", "group", true)))
        .containsExactly("member");
  }

  @Test
  void a_clique_rests_on_its_pods_its_gang_its_group_its_set_and_its_siblings() {
    PodClique clique = object(PodClique.class, "member", "group", false);
    PodCliqueScalingGroup group = object(PodCliqueScalingGroup.class, "group", "set", false);

    assertThat(parts(clique, group, set(true))).containsExactly("set");
    assertThat(parts(clique, object(PodCliqueScalingGroup.class, "group", "set", true)))
        .containsExactly("group");
    assertThat(parts(clique, group, object(PodGang.class, "gang", "set", true)))
        .containsExactly("gang");
    assertThat(parts(clique, group, object(PodClique.class, "sibling", "set", true)))
        .containsExactly("sibling");
    assertThat(parts(clique, group, object(Pod.class, "pod", "member", true)))
        .containsExactly("pod");
  }

  @Test
  void a_clique_rests_on_the_set_of_a_group_that_is_not_in_view_only_as_far_as_it_is_known() {
    PodClique clique = object(PodClique.class, "member", "group", false);

    assertThat(parts(clique, set(true))).isEmpty();
    assertThat(parts(clique, object(PodClique.class, "other", "group", true)))
        .containsExactly("other");
  }

  @Test
  void what_nobody_or_somebody_else_controls_has_no_effect_and_is_out_of_view() {
    HasMetadata orphan = object(PodClique.class, "orphan", "", true);
    HasMetadata foreign = object(PodClique.class, "foreign", "somebody", true);
    HasMetadata whole = object(PodClique.class, "whole", "somebody", false);

    UnreadableParts<PodCliqueSet> unreadable = of(set(false), orphan, foreign, whole);

    assertThat(unreadable.isEmpty()).isTrue();
    assertThat(unreadable.rest().observed().all()).containsExactly(whole);
  }

  @Test
  void what_many_share_holds_nobody_up_and_stays_in_view() {
    Node node = TestYaml.read("{metadata: {name: node, uid: node}}", Node.class);
    Queue queue = TestYaml.read("{metadata: {name: queue, uid: queue}}", Queue.class);
    List.of(node, queue).forEach(object -> new Unreadable("spec", "no object").mark(object));

    UnreadableParts<PodCliqueSet> unreadable = of(set(false), node, queue);

    assertThat(unreadable.isEmpty()).isTrue();
    assertThat(unreadable.rest().observed().all()).containsExactly(node, queue);
  }

  @Test
  void owners_in_a_circle_come_to_an_end() {
    PodClique one = object(PodClique.class, "one", "other", true);
    PodClique other = object(PodClique.class, "other", "one", false);

    assertThat(parts(set(false), one, other)).isEmpty();
  }

  @Test
  void what_is_above_or_beside_is_not_its_own() {
    PodClique clique = object(PodClique.class, "clique", "set", false);

    assertThat(of(clique, set(true)).isOwn()).isFalse();
    assertThat(of(clique, object(PodGang.class, "gang", "set", true)).isOwn()).isFalse();
    assertThat(of(clique, object(Pod.class, "pod", "clique", true)).isOwn()).isTrue();
    assertThat(of(set(true)).isOwn()).isTrue();
  }
}
