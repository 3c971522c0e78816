package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.watch.Interest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SiblingEventSourceTest {

  private static final Pod ONE = pod("one", "0");
  private static final Pod TWO = pod("two", "0");
  private static final Pod BLIND = pod("blind", "0");
  private static final Pod ELSEWHERE = pod("elsewhere", "1");

  private final List<ResourceID> woken = new ArrayList<>();
  private final SiblingEventSource<Pod> source =
      new SiblingEventSource<>(
          Pod.class, new FixedCache<>(List.of(ONE, TWO, BLIND, ELSEWHERE)), new Sight());

  @BeforeEach
  void listen() {
    source.setEventHandler((Event event) -> woken.add(event.getRelatedCustomResourceID()));
  }

  @Test
  void wakes_those_of_the_same_set_replica_that_look_at_it() {
    source.onResourceUpdated(ONE, TWO);

    assertThat(woken).containsExactly(ResourceID.fromResource(TWO));
  }

  @Test
  void wakes_nobody_when_the_change_does_not_matter() {
    source.onResourceUpdated(ONE, ONE);

    assertThat(woken).isEmpty();
  }

  @Test
  void wakes_onlookers_when_one_is_made_and_when_it_goes() {
    source.onResourceCreated(ONE);
    source.onResourceDeleted(ONE);

    assertThat(woken).containsExactly(ResourceID.fromResource(TWO), ResourceID.fromResource(TWO));
  }

  private static Pod pod(String name, String setReplica) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .addToLabels(Labels.PART_OF, "x")
        .addToLabels(Labels.SET_REPLICA_INDEX, setReplica)
        .endMetadata()
        .build();
  }

  /** All but the blind read their siblings. */
  private record Sight() implements Interest<Pod> {

    @Override
    public Set<Class<? extends HasMetadata>> kinds() {
      return Set.of(Pod.class);
    }

    @Override
    public boolean covers(Pod primary, HasMetadata other) {
      return !primary.equals(BLIND) && Relatives.areSiblings(primary, other);
    }

    @Override
    public boolean matters(HasMetadata now, HasMetadata before) {
      return !now.equals(before);
    }
  }
}
