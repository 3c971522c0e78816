package dev.coppice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.audit.Writes;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SideBySide;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.plane.ControlPlane;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Rest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The number of API writes is a figure like any other. */
@OnCoppice
class RestIT {

  private static final Duration MINUTE = Duration.ofSeconds(60);

  @Test
  @SideBySide
  void writes_nothing_while_nothing_happens(
      Kubectl kubectl, ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    kubectl.apply(
        Sets.manifest("llm", 3, Sets.clique("prefill", 3, 2), Sets.clique("decode", 2, 1)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    assertThat(recorder.rest().await(AtRest.ALL_IS_TOLD, MINUTE)).isPresent();
    Instant from = Instant.now();

    await().atMost(MINUTE.plusSeconds(10)).until(() -> Instant.now().isAfter(from.plus(MINUTE)));

    assertThat(AtRest.writes(plane, namespace).between(from, Instant.now()))
        .returns(0, Writes::count);
  }

  @Test
  @SideBySide
  void makes_a_clique_of_a_hundred_pods_with_about_one_write_a_pod(
      Kubectl kubectl, ControlPlane plane, TestNamespace namespace, Recorder recorder) {
    Instant from = Instant.now();
    kubectl.apply(Sets.manifest("llm", 1, Sets.clique("worker", 100, 100)));
    kubectl.run("wait", "--for=condition=Available", "pcs/llm", "--timeout=60s");
    assertThat(recorder.rest().await(Rest.QUIET.multipliedBy(8), MINUTE)).isPresent();

    Writes writes = AtRest.writes(plane, namespace).between(from, Instant.now());

    assertThat(writes.creations("pods").count()).isEqualTo(100);
    assertThat(writes.to("pods").withVerb("create").count()).as("with a trial").isEqualTo(101);
    // Beside the pods: their Service, clique, gang and events, and a status at most every half
    // second.
    assertThat(writes.count()).as(writes.toString()).isLessThanOrEqualTo(130);
  }
}
