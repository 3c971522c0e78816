package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.e2e.hostile.Tenant.Answer;
import dev.coppice.testkit.junit.OnCoppice;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * One tenant has thousands of pods made, and another ten. {@code COPPICE_CROWD_PODS} asks for other
 * than the thousand that run by default; at most {@code admission.maxPods}.
 */
@OnCoppice
class HostileCrowdIT extends HostileScene {

  private static final int PODS =
      Optional.ofNullable(System.getenv("COPPICE_CROWD_PODS")).map(Integer::parseInt).orElse(1_000);
  private static final int PODS_OF_A_CLIQUE = 500;
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);

  /** Other tests beside this one keep everybody waiting now and then; a crowd does each time. */
  private static final int MOST_TRIES = 6;

  @Test
  void a_set_of_thousands_delays_nobody_else() {
    Duration alone = others.create();
    for (int tries = 1; tries < MOST_TRIES; tries++) {
      alone = shorter(alone, others.create());
    }
    String clique =
        HostileSet.clique("worker", HostileSet.container(",\"nodeSelector\":{\"nobody\":\"here\"}"))
            .replace("\"replicas\":1", "\"replicas\":" + PODS_OF_A_CLIQUE);
    assertThat(tenant.create(HostileSet.whole(PODS / PODS_OF_A_CLIQUE, "", clique)))
        .matches(Answer::isSuccess, "is stored");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> tenant.countPods() > 0);

    Duration beside = Duration.ofHours(1);
    int tries = 0;
    while (tries < MOST_TRIES && beside.minus(alone).compareTo(LONGEST_DELAY) > 0) {
      Duration taken = others.create();
      // Afterwards it was beside nobody.
      if (tenant.countPods() == PODS) {
        break;
      }
      beside = shorter(beside, taken);
      tries++;
    }

    System.out.printf(
        "ten pods: %d ms alone, %d ms beside %d pods, at try %d%n",
        alone.toMillis(), beside.toMillis(), PODS, tries);
    assertThat(beside.minus(alone)).isLessThanOrEqualTo(LONGEST_DELAY);
    others.assertAnswering();
    tenant.deleteAll();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
