package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** There is room for two pods that wait. */
class FullWakeUpsTest {

  private static final Instant SHORT = FakeCluster.NOON.plusSeconds(61);
  private static final Instant LONG = FakeCluster.NOON.plusSeconds(3_601);

  private final Scene scene = new Scene(true);
  private final List<String> nominated = new ArrayList<>();
  private final List<Instant> cancelled = new ArrayList<>();
  private final WakeUps wakeUps =
      new WakeUps(
          scene.cluster,
          (instant, _) -> () -> cancelled.add(instant),
          (pod, node) -> nominated.add(pod.uid() + " " + node),
          2);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(WakeUps.class);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
  }

  private void know(String uid) {
    var pod = FakeCluster.running(uid, "asking", "a", "none");
    pod.getSpec().setNodeName(null);
    scene.cluster.pod(pod);
  }

  private void note(String uid, String victim) {
    PendingPod pod =
        new PendingPod(
            "ns",
            "pod-" + uid,
            uid,
            Map.of(
                "app.kubernetes.io/managed-by", "grove-operator",
                "grove.io/podgang", "asking",
                "kai.scheduler/queue", "other"),
            1_000);
    NodeDecision decision =
        scene
            .extender()
            .judge(
                new ExtenderRequest(
                    pod, Map.of("n1", new Victims(List.of(new AskedPod(victim, false)), 0))));
    wakeUps.note(pod, decision);
  }

  @Test
  void the_pod_that_was_asked_for_longest_ago_gives_way() {
    List.of("a", "b", "c", "d").forEach(this::know);
    note("a", "short-1");
    note("b", "long-1");
    note("a", "short-1");
    note("c", "short-1");
    assertThat(cancelled).containsExactly(LONG);
    note("d", "short-1");

    wakeUps.queuesChanged();

    assertThat(nominated).containsExactlyInAnyOrder("c n1", "d n1");
    assertThat(lines.list).as("lines of the log").hasSize(1);
    assertThat(lines.list.getFirst().getLevel()).hasToString("WARN");
  }

  @Test
  void pods_that_are_gone_give_way_before() {
    know("a");
    know("c");
    note("a", "short-1");
    note("gone", "long-1");
    note("c", "short-1");

    assertThat(cancelled).containsExactly(LONG);
    wakeUps.queuesChanged();

    assertThat(nominated).containsExactlyInAnyOrder("a n1", "c n1");
    assertThat(lines.list).isEmpty();
  }

  @Test
  void a_pod_has_one_alarm() {
    know("a");
    note("a", "short-1");
    note("a", "short-1");
    assertThat(cancelled).isEmpty();

    note("a", "long-1");
    assertThat(cancelled).containsExactly(SHORT);

    note("a", "open-1");
    assertThat(cancelled).containsExactly(SHORT, LONG);
  }
}
