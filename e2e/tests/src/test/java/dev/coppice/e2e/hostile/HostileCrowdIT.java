package dev.coppice.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.e2e.hostile.Tenant.Answer;
import dev.coppice.testkit.junit.OnCoppice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One tenant has thousands of pods made, and another ten. {@code COPPICE_CROWD_PODS} asks for other
 * than the thousand that run by default, at most {@code admission.maxPods}, and for the bound in
 * seconds: that one can only be kept by a machine that does nothing else meanwhile.
 */
@OnCoppice
class HostileCrowdIT extends HostileScene {

  private static final Optional<Integer> LONG_CROWD =
      Optional.ofNullable(System.getenv("COPPICE_CROWD_PODS")).map(Integer::parseInt);
  private static final int PODS = LONG_CROWD.orElse(1_000);
  private static final int PODS_OF_A_CLIQUE = 4;
  private static final int TRIES = LONG_CROWD.isPresent() ? 6 : 1;
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);

  @Test
  void a_set_of_thousands_delays_nobody_else() {
    List<Duration> alone = Stream.generate(others::create).limit(TRIES).toList();
    String clique =
        HostileSet.clique("worker", HostileSet.container(",\"nodeSelector\":{\"nobody\":\"here\"}"))
            .replace("\"replicas\":1", "\"replicas\":" + PODS_OF_A_CLIQUE);
    assertThat(tenant.create(HostileSet.whole(PODS / PODS_OF_A_CLIQUE, "", clique)))
        .matches(Answer::isSuccess, "is stored");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> tenant.countPods() > 0);

    List<Duration> beside = Stream.generate(others::create).limit(TRIES).toList();

    assertThat(tenant.countPods()).as("pods of the thousands by then").isLessThan(PODS);
    System.out.printf("ten pods: %s alone, %s beside %d pods%n", alone, beside, PODS);
    if (LONG_CROWD.isPresent()) {
      assertThat(median(beside).minus(median(alone))).isLessThanOrEqualTo(LONGEST_DELAY);
    }
    others.assertAnswering();
    tenant.deleteAll();
  }

  private static Duration median(List<Duration> durations) {
    return durations.stream().sorted().toList().get(durations.size() / 2);
  }
}
