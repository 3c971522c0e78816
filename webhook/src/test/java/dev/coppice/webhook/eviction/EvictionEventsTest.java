package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.core.queue.victim.NodeDecision;
import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvictionEventsTest {

  private static final Instant START = FakeCluster.NOON;

  private final Scene scene = new Scene(true);
  private int told;
  private final EvictionEvents events =
      new EvictionEvents(scene.cluster, (_, planned) -> told += planned.size());
  private final NodeDecision decision =
      scene
          .extender()
          .judge(
              new ExtenderRequest(
                  new PendingPod("ns", "p", "uid", Map.of("kai.scheduler/queue", "other"), 0),
                  Map.of("n1", new Victims(List.of(new AskedPod("long-1", false)), 0))));

  /** Each is of one pair, as the gang is told of it and the pod has no UID. */
  private void tell(int pods, Instant now) {
    for (int i = 0; i < pods; i++) {
      events.tell(new PendingPod("ns", "p" + i, "", Map.of(), 0), decision, now);
    }
  }

  @Test
  void a_load_of_more_pairs_than_are_kept_goes_on_being_limited() {
    tell(10_500, START);
    assertThat(told).isEqualTo(10_000);

    tell(10_500, START.plusSeconds(1));
    tell(10_500, START.plusSeconds(59));
    assertThat(told).isEqualTo(10_000);

    tell(10_500, START.plusSeconds(60));
    assertThat(told).isEqualTo(20_000);
  }

  @Test
  void room_comes_free_pair_by_pair() {
    tell(1, START);
    tell(10_000, START.plusSeconds(30));
    assertThat(told).isEqualTo(10_000);

    tell(10_000, START.plusSeconds(60));

    assertThat(told).isEqualTo(10_001);
  }

  @Test
  void a_gang_is_told_once_of_all_pods_of_another() {
    Map<String, String> gang =
        Map.of("app.kubernetes.io/managed-by", "grove-operator", "grove.io/podgang", "asking");

    events.tell(new PendingPod("ns", "p0", "", gang, 0), decision, START);
    events.tell(new PendingPod("ns", "p1", "", gang, 0), decision, START);
    assertThat(told).isEqualTo(1);

    events.tell(new PendingPod("other", "p0", "", gang, 0), decision, START);
    assertThat(told).isEqualTo(2);
  }
}
