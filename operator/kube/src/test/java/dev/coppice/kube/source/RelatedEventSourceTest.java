package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.watch.Watches;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.ObjectStore;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.RelatedObjects;
import dev.coppice.kube.cache.Relation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelatedEventSourceTest {

  private static final Pod ONE = pod("one", "0");
  private static final Pod TWO = pod("two", "0");
  private static final Pod BLIND = pod("blind", "0");
  private static final Pod ELSEWHERE = pod("elsewhere", "1");

  private final List<ResourceID> woken = new ArrayList<>();
  private final Caches caches = new Caches(new SimpleMeterRegistry(), Set.of());
  private final OwnWrites ownWrites = new OwnWrites(Set.of(Pod.class, Service.class), caches);
  private final ObjectStore<Service> services = caches.of(Service.class);
  private final RelatedEventSource<Pod> source =
      new RelatedEventSource<>(
              new RelatedObjects<>(
                  Pod.class,
                  new Sight(),
                  Map.of(Pod.class, Relation.siblings(), Service.class, Relation.naming("of-pod")),
                  caches),
              ownWrites,
              caches)
          .listening();

  @BeforeEach
  void listen() {
    source.setEventHandler((Event event) -> woken.add(event.getRelatedCustomResourceID()));
    ObjectStore<Pod> pods = caches.of(Pod.class);
    List.of(ONE, TWO, BLIND, ELSEWHERE).forEach(pod -> pods.put(pods.getKey(pod), pod));
  }

  @Test
  void wakes_those_of_the_same_set_replica_that_look_at_it() {
    source.onResourceUpdated(ONE, TWO);

    assertThat(woken).containsOnly(ResourceID.fromResource(TWO), ResourceID.fromResource(ONE));
    woken.clear();

    source.onResourceUpdated(pod("one", "0", 2), ONE);

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

  @Test
  void wakes_onlookers_of_what_a_reconcile_over_another_object_wrote() {
    ownWrites.take(pod("one", "0", 2));

    source.onResourceUpdated(pod("one", "0", 2), ONE);

    assertThat(woken).containsExactly(ResourceID.fromResource(TWO));
  }

  @Test
  void wakes_the_reader_of_another_kind() {
    services.notifyListeners(null, service("one", 1));
    services.notifyListeners(service("one", 1), service("one", 2));
    services.notifyListeners(service("one", 2), null);

    assertThat(woken).hasSize(3).containsOnly(ResourceID.fromResource(ONE));
  }

  @Test
  void wakes_nobody_for_another_kind_in_the_versions_that_its_reconciles_know() {
    services.put("ns/s", service("one", 1));
    ownWrites.take(service("one", 3));

    services.notifyListeners(service("one", 1), service("one", 2));
    services.notifyListeners(service("one", 2), service("one", 3));
    assertThat(woken).isEmpty();

    services.notifyListeners(service("one", 3), service("one", 4));
    assertThat(woken).containsExactly(ResourceID.fromResource(ONE));
  }

  @Test
  void wakes_the_reader_of_what_only_others_change_whatever_its_reconciles_know() {
    ownWrites.take(service("one", 3));

    services.notifyListeners(service("one", 1), ofOthers(2));
    services.notifyListeners(ofOthers(2), ofOthers(3));

    assertThat(woken).containsExactly(ResourceID.fromResource(ONE));
  }

  private static Service ofOthers(int version) {
    return new ServiceBuilder(service("one", version))
        .editMetadata()
        .addToAnnotations("of-others", "yes")
        .endMetadata()
        .build();
  }

  @Test
  void wakes_the_reader_of_what_its_own_reconciles_deleted() {
    services.put("ns/s", service("one", 1));
    ownWrites.take(service("one", 2));

    services.notifyListeners(service("one", 2), null);

    assertThat(woken).containsExactly(ResourceID.fromResource(ONE));
  }

  @Test
  void wakes_everybody_when_the_caches_are_filled() {
    caches.filled();

    assertThat(woken).hasSize(4);
  }

  @Test
  void wakes_nobody_that_is_not_there() {
    services.notifyListeners(null, service("three", 1));

    assertThat(woken).isEmpty();
  }

  private static Pod pod(String name, String setReplica) {
    return pod(name, setReplica, 1);
  }

  private static Pod pod(String name, String setReplica, int version) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid(name)
        .withResourceVersion(Integer.toString(version))
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels(Labels.PART_OF, "x")
        .addToLabels(Labels.SET_REPLICA_INDEX, setReplica)
        .endMetadata()
        .build();
  }

  private static Service service(String ofPod, int version) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("s")
        .withUid("s")
        .withResourceVersion(Integer.toString(version))
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .addToLabels("of-pod", ofPod)
        .endMetadata()
        .build();
  }

  /** All but the blind read their siblings, and the services that name them. */
  private record Sight() implements Watches<Pod> {

    @Override
    public Set<Class<? extends HasMetadata>> kinds() {
      return Set.of(Pod.class, Service.class);
    }

    @Override
    public boolean relates(Pod primary, HasMetadata other) {
      return !primary.getMetadata().getName().equals("blind")
          && (other instanceof Pod
              ? Relatives.areSiblings(primary, other)
              : Relatives.names(other, "of-pod", primary));
    }

    @Override
    public boolean changed(HasMetadata now, HasMetadata before) {
      return !now.equals(before);
    }

    @Override
    public boolean isOfOthers(HasMetadata now, @Nullable HasMetadata before) {
      return before != null
          && !now.getMetadata().getAnnotations().equals(before.getMetadata().getAnnotations());
    }
  }
}
