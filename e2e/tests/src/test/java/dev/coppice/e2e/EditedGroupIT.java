package dev.coppice.e2e;

import static dev.coppice.e2e.Teardowns.awaitReady;
import static dev.coppice.e2e.Teardowns.uids;
import static dev.coppice.e2e.Updates.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.OnCoppice;
import dev.coppice.testkit.junit.SharedOperator;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recorder;
import dev.coppice.testkit.recorder.Rest;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A scaling group in which somebody has changed what it consists of. */
@OnCoppice
class EditedGroupIT {

  private static final String GROUP = "workload2-0-sg-x";
  private static final int PODS = 10;
  private static final List<String> EDITS =
      List.of(
          "{\"spec\":{\"cliqueNames\":[\"pc-b\"]}}",
          "{\"spec\":{\"minAvailable\":2}}",
          "{\"spec\":{\"minAvailable\":2,\"cliqueNames\":[\"pc-c\"]}}");

  @Test
  void is_put_back_and_nothing_goes(Kubectl kubectl, KubernetesClient client, Recorder recorder) {
    kubectl.apply(Workload.WORKLOAD2.manifest());
    Set<String> pods = uids(awaitReady(client, PODS));

    for (String edit : EDITS) {
      kubectl.run("patch", "pcsg", GROUP, "--type=merge", "-p", edit);
      awaitPutBack(client, recorder);
    }

    assertThat(uids(awaitReady(client, PODS))).isEqualTo(pods);
    assertThat(gone(recorder)).isEmpty();
  }

  @Test
  void is_put_back_and_nothing_goes_whichever_level_of_a_new_operator_looks_first(
      Kubectl kubectl, KubernetesClient client, Recorder recorder, SharedOperator operator) {
    kubectl.apply(Workload.WORKLOAD2.manifest());
    Set<String> pods = uids(awaitReady(client, PODS));

    operator.process().kill();
    kubectl.run("patch", "pcsg", GROUP, "--type=merge", "-p", EDITS.getLast());
    operator.ensureRunning();
    awaitPutBack(client, recorder);

    assertThat(uids(awaitReady(client, PODS))).isEqualTo(pods);
    assertThat(gone(recorder)).isEmpty();
  }

  private static void awaitPutBack(KubernetesClient client, Recorder recorder) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    client.resources(PodCliqueScalingGroup.class).withName(GROUP).get().getSpec())
                .satisfies(spec -> {
                  assertThat(spec.cliqueNames()).containsExactly("pc-b", "pc-c");
                  assertThat(spec.minAvailable()).isEqualTo(1);
                }));
    assertThat(recorder.rest().await(Rest.QUIET.multipliedBy(4), PATIENCE)).isPresent();
  }

  private static Stream<String> gone(Recorder recorder) {
    return Stream.of("PodClique", "PodGang", "Pod")
        .flatMap(kind -> recorder.upToDate().ofKind(kind))
        .filter(event -> event.type() == ChangeType.DELETED || event.isTerminating())
        .map(RecordedEvent::name);
  }
}
