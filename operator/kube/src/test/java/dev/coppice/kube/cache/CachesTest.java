package dev.coppice.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.state.ObjectState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CachesTest {

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final Caches caches = new Caches(registry, Set.of(PodClique.class));
  private final ObjectStore<Pod> pods = caches.of(Pod.class);

  @Test
  void shows_how_many_objects_it_holds() {
    arrives(pod("a", 1, "Running"));
    arrives(pod("b", 2, "Running"));
    arrives(pod("b", 3, "Running"));

    assertThat(registry.get("coppice.cache.objects").tags("kind", "pod").gauge().value())
        .isEqualTo(2);
  }

  @Test
  void shows_how_many_of_them_cannot_be_read() {
    Pod broken = pod("a", 1, "Running");
    new Unreadable("spec", "odd").mark(broken);
    arrives(broken);
    arrives(pod("b", 2, "Running"));
    assertThat(unreadable()).isEqualTo(1);

    arrives(pod("a", 3, "Running"));
    assertThat(unreadable()).isZero();

    Pod again = pod("b", 4, "Running");
    new Unreadable("spec", "odd").mark(again);
    arrives(again);
    assertThat(unreadable()).isEqualTo(1);
    pods.remove(pods.getKey(again));
    assertThat(unreadable()).isZero();
  }

  private double unreadable() {
    return registry.get("coppice.unreadable.objects").tags("kind", "pod").gauge().value();
  }

  @Test
  void shows_what_the_objects_take_anew_after_a_minute() {
    arrives(pod("a", 1, "Running"));
    double one = bytes();
    arrives(pod("b", 2, "Running"));
    assertThat(bytes()).isEqualTo(one).isPositive();

    clock.add(Duration.ofSeconds(61));

    assertThat(bytes()).isEqualTo(2 * one);
    assertThat(caches.largest()).contains("pod ns/a", "pod ns/b");
  }

  private double bytes() {
    return registry.get("coppice.cache.bytes").tags("kind", "pod").gauge().value();
  }

  @Test
  void counts_the_objects_of_every_state_anew_after_a_second() {
    caches.count(Pod.class, ObjectState::of, ObjectState.OF_PODS);
    arrives(pod("a", 1, "Running"));
    arrives(pod("b", 2, "Pending"));
    assertThat(counted("running")).isEqualTo(1);
    assertThat(counted("pending")).isEqualTo(1);
    assertThat(counted("ready")).isZero();
    arrives(pod("b", 3, "Running"));
    assertThat(counted("running")).isEqualTo(1);

    clock.add(Duration.ofMillis(1001));

    assertThat(counted("running")).isEqualTo(2);
    assertThat(counted("pending")).isZero();
  }

  @Test
  void measures_how_long_after_an_answer_the_watch_brings_that_version() {
    pods.take(pod("a", 5, "Pending"));
    clock.add(Duration.ofMillis(20));
    arrives(pod("b", 4, "Pending"));
    clock.add(Duration.ofMillis(20));

    arrives(pod("a", 5, "Pending"));

    assertThat(lag())
        .returns(1L, Timer::count)
        .returns(40.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  @Test
  void takes_a_later_version_for_proof_that_the_watch_has_come_as_far() {
    pods.take(pod("a", 5, "Pending"));
    clock.add(Duration.ofMillis(7));

    arrives(pod("b", 6, "Pending"));

    assertThat(lag().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(7);
  }

  @Test
  void measures_zero_where_the_watch_was_first() {
    arrives(pod("a", 5, "Pending"));
    clock.add(Duration.ofMillis(7));

    pods.take(pod("a", 5, "Pending"));

    assertThat(lag())
        .returns(1L, Timer::count)
        .returns(0.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  @Test
  void follows_one_answer_at_a_time() {
    pods.take(pod("a", 5, "Pending"));
    clock.add(Duration.ofMillis(7));
    pods.take(pod("b", 6, "Pending"));
    clock.add(Duration.ofMillis(7));

    arrives(pod("b", 6, "Pending"));

    assertThat(lag())
        .returns(1L, Timer::count)
        .returns(14.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  @Test
  void gives_up_on_an_object_that_is_gone() {
    pods.take(pod("a", 5, "Pending"));
    pods.remove("ns/a");
    clock.add(Duration.ofHours(1));

    arrives(pod("b", 6, "Pending"));

    assertThat(lag().count()).isZero();
  }

  @Test
  void tells_when_every_informer_has_listed_its_kind() {
    AtomicInteger told = new AtomicInteger();
    caches.whenFilled(() -> {
      assertThat(caches.areFilled()).isTrue();
      told.incrementAndGet();
    });
    assertThat(caches.areFilled()).isFalse();

    caches.filled();

    assertThat(told).hasValue(1);
  }

  private void arrives(Pod pod) {
    pods.put(pods.getKey(pod), pod);
  }

  private double counted(String state) {
    return registry.get("coppice.objects").tags("kind", "pod", "state", state).gauge().value();
  }

  private Timer lag() {
    return registry.get("coppice.watch.lag").timer();
  }

  private static Pod pod(String name, int version, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid("uid-" + name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
        .withResourceVersion(Integer.toString(version))
        .endMetadata()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }
}
