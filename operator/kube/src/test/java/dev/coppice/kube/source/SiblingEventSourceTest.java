package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
          Pod.class,
          new Fixed(List.of(ONE, TWO, BLIND, ELSEWHERE)),
          (onlooker, _) -> !onlooker.equals(BLIND),
          (now, before) -> !now.equals(before));

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

  private record Fixed(List<Pod> pods) implements IndexerResourceCache<Pod> {

    @Override
    public Stream<Pod> list(String namespace, Predicate<Pod> predicate) {
      return list(predicate);
    }

    @Override
    public Stream<Pod> list(Predicate<Pod> predicate) {
      return pods.stream().filter(predicate);
    }

    @Override
    public Optional<Pod> get(ResourceID id) {
      return pods.stream().filter(id::isSameResource).findFirst();
    }

    @Override
    public Stream<ResourceID> keys() {
      return pods.stream().map(ResourceID::fromResource);
    }

    @Override
    public List<Pod> byIndex(String index, String key) {
      throw new UnsupportedOperationException("not by index");
    }

    @Override
    public void addIndexers(Map<String, Function<Pod, List<String>>> indexers) {
      throw new UnsupportedOperationException("not by index");
    }
  }
}
