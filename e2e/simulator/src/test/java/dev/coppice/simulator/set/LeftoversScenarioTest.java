package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an earlier set of the same name has left, while garbage collection is late or down. */
class LeftoversScenarioTest {

  private static final List<Class<? extends HasMetadata>> CHILDREN =
      List.of(
          PodClique.class,
          PodCliqueScalingGroup.class,
          PodGang.class,
          Service.class,
          HorizontalPodAutoscaler.class,
          Pod.class);

  private final SetFixture fixture = new SetFixture(OrphansScenarioTest.YAML);

  @Test
  void a_set_that_is_made_again_ends_all_that_the_earlier_one_left_and_becomes_whole() {
    fixture.settle();
    Set<String> before = uids();
    makeAgainWithoutGarbageCollection(OrphansScenarioTest.YAML);

    fixture.settle();

    assertThat(uids()).doesNotContainAnyElementsOf(before).hasSameSizeAs(before);
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.REPLICA_TORN_DOWN))
        .isEmpty();
  }

  @Test
  void a_look_at_the_set_comes_before_the_first_of_them_goes_and_events_tell_of_them() {
    fixture.settle();
    makeAgainWithoutGarbageCollection(OrphansScenarioTest.YAML);
    int earlier = fixture.actions().size();

    fixture.setPass();

    List<Action> actions = fixture.actionsSince(earlier);
    assertThat(actions.getFirst()).isInstanceOf(Action.Read.class);
    assertThat(actions)
        .filteredOn(Action.Delete.class::isInstance)
        .isNotEmpty()
        .allSatisfy(delete -> {
          assertThat(delete.purpose().successReason()).isEqualTo(EventReasons.LEFTOVER_DELETED);
          assertThat(delete.purpose().verb())
              .isEqualTo("deleted what an earlier PodCliqueSet s left:");
          assertThat(((Action.Delete) delete).resourceVersion()).isNotNull();
        });
  }

  @Test
  void what_the_new_set_does_not_ask_for_goes_as_well() {
    fixture.settle();
    makeAgainWithoutGarbageCollection(
        OrphansScenarioTest.YAML.replace("replicas: 2\n  template", "replicas: 1\n  template"));

    fixture.settle();

    assertThat(fixture.names(PodClique.class)).doesNotContain("s-1-a");
    assertThat(fixture.names(PodCliqueScalingGroup.class)).containsExactly("s-0-x");
    // Below a group that is gone the collector finds what is left, whatever it missed before.
    fixture.cluster.collectGarbage();
    fixture.settle();
    assertThat(fixture.names(PodClique.class)).noneMatch(name -> name.startsWith("s-1-"));
    assertThat(fixture.cluster.all(PodClique.class))
        .allMatch(clique -> isControlledByAnyOwner(clique));
  }

  @Test
  void the_members_of_a_group_that_was_deleted_alone_go_for_those_of_the_next() {
    fixture.settle();
    Set<String> before = uids();
    fixture.cluster.leaveGarbage();
    fixture.cluster.delete(fixture.group("s-0-x"));

    fixture.settle();

    assertThat(uids()).hasSameSizeAs(before);
    assertThat(fixture.cluster.all(PodClique.class)).allMatch(this::isControlledByAnyOwner);
    assertThat(fixture.status().availableReplicas()).isEqualTo(2);
  }

  @Test
  void the_message_names_what_is_in_the_way_while_it_cannot_be_deleted() {
    fixture.settle();
    makeAgainWithoutGarbageCollection(OrphansScenarioTest.YAML);
    fixture.cluster.refuse(action -> action instanceof Action.Delete, 500, "no");

    fixture.setPass();

    assertThat(Conditions.find(fixture.status().conditions(), ConditionTypes.READY).orElseThrow())
        .satisfies(ready ->
            assertThat(ready.getMessage())
                .contains(
                    "PodClique s-0-a of an earlier PodCliqueSet s still exists; deleting it"));
  }

  private void makeAgainWithoutGarbageCollection(String yaml) {
    fixture.cluster.leaveGarbage();
    fixture.cluster.delete(fixture.set());
    PodCliqueSet set = TestYaml.read(yaml, PodCliqueSet.class);
    set.setMetadata(
        new ObjectMetaBuilder(set.getMetadata()).withNamespace(SetFixture.NAMESPACE).build());
    fixture.cluster.create(set);
  }

  private boolean isControlledByAnyOwner(PodClique clique) {
    return Stream.<HasMetadata>concat(
            Stream.of(fixture.set()), fixture.cluster.all(PodCliqueScalingGroup.class))
        .anyMatch(owner -> Ownership.isControlledBy(clique, owner));
  }

  private Set<String> uids() {
    return CHILDREN.stream()
        .flatMap(type -> fixture.cluster.all(type))
        .map(object -> object.getMetadata().getUid())
        .collect(Collectors.toSet());
  }
}
