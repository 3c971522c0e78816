package dev.coppice.kube.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlarmEventSourceTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final AlarmEventSource<Pod> alarms = new AlarmEventSource<>(Pod.class, timer);
  private final List<ResourceID> woken = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    timer.setRemoveOnCancelPolicy(true);
    alarms.setEventHandler((Event event) -> woken.add(event.getRelatedCustomResourceID()));
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @Test
  void wakes_the_primary_and_keeps_nothing_of_it() {
    alarms.set(pod("a"), Duration.ofMillis(1));

    await().until(() -> woken.equals(List.of(new ResourceID("a", "default"))));
    assertThat(timer.getQueue()).isEmpty();
  }

  @Test
  void another_alarm_takes_the_place_of_the_one_before() {
    alarms.set(pod("a"), LONG);
    alarms.set(pod("b"), LONG);
    alarms.set(pod("a"), LONG);

    assertThat(timer.getQueue()).hasSize(2);
  }

  @Test
  void an_alarm_after_centuries_is_one_after_a_month() {
    alarms.set(pod("a"), Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(timer.getQueue())
        .singleElement(InstanceOfAssertFactories.type(Delayed.class))
        .satisfies(alarm -> assertThat(alarm.getDelay(TimeUnit.DAYS)).isBetween(29L, 30L));
  }

  @Test
  void an_object_that_is_gone_is_woken_no_more() {
    alarms.set(pod("a"), LONG);

    alarms.onResourceDeleted(pod("a"));

    assertThat(timer.getQueue()).isEmpty();
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .build();
  }
}
