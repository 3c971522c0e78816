package dev.coppice.kube.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueueTimesTest {

  private static final Map<String, Object> CONTROLLER =
      Map.of(Constants.RESOURCE_GVK_KEY, GroupVersionKind.gvkFor(ConfigMap.class));
  private static final ResourceID ID = new ResourceID("a", "ns");

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final QueueTimes queue = new QueueTimes(registry, List.of(ConfigMap.class));

  @Test
  void measures_from_the_first_event_to_the_begin_of_the_reconcile() {
    ask();
    clock.add(Duration.ofMillis(30));
    queue.receivedEvent(new Event(ID), CONTROLLER);
    clock.add(Duration.ofMillis(12));

    queue.passed(object(), clock.monotonicTime());

    assertThat(timer())
        .returns(1L, Timer::count)
        .returns(42.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  @Test
  void measures_nothing_for_a_reconcile_that_nobody_asked_for() {
    ask();
    queue.passed(object(), clock.monotonicTime());
    clock.add(Duration.ofMillis(30));

    queue.passed(object(), clock.monotonicTime());

    assertThat(timer().count()).isEqualTo(1);
  }

  @Test
  void keeps_for_the_next_reconcile_what_asked_while_this_one_looked() {
    long begun = clock.monotonicTime();
    clock.add(Duration.ofMillis(1));
    ask();
    queue.passed(object(), begun);
    clock.add(Duration.ofMillis(5));

    queue.passed(object(), clock.monotonicTime());

    assertThat(timer())
        .returns(1L, Timer::count)
        .returns(5.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  @Test
  void forgets_an_object_that_is_gone() {
    ask();
    queue.cleanupDoneFor(ID, CONTROLLER);

    queue.passed(object(), clock.monotonicTime());

    assertThat(timer().count()).isZero();
  }

  @Test
  void holds_nothing_for_what_others_tell_of_an_object_that_is_gone() {
    tell(ResourceAction.DELETED);
    queue.cleanupDoneFor(ID, CONTROLLER);
    queue.receivedEvent(new Event(ID), CONTROLLER);
    clock.add(Duration.ofHours(1));

    ask();
    clock.add(Duration.ofMillis(5));
    queue.passed(object(), clock.monotonicTime());

    assertThat(timer())
        .returns(1L, Timer::count)
        .returns(5.0, timer -> timer.totalTime(TimeUnit.MILLISECONDS));
  }

  private void ask() {
    tell(ResourceAction.ADDED);
  }

  private void tell(ResourceAction action) {
    queue.receivedEvent(new ResourceEvent(action, ID, object()), CONTROLLER);
  }

  private Timer timer() {
    return registry.get("coppice.reconcile.queue").tag("level", "configmap").timer();
  }

  private static ConfigMap object() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("a")
        .endMetadata()
        .build();
  }
}
