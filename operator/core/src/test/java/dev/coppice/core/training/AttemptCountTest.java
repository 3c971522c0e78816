package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.core.testing.TestYaml;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptCountTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";

  private static PodClique clique(int replicas, int minAvailable) {
    return TestYaml.read(
        "{metadata: {name: c, generation: 1}, spec: {replicas: %d, minAvailable: %d, podSpec: {}}}"
            .formatted(replicas, minAvailable),
        PodClique.class);
  }

  /** Pods by index: s succeeded, f failed, r Ready, p pending, - none. */
  private static AttemptCount count(int minimum, String pods, boolean available) {
    List<JudgedPod> judged = new ArrayList<>();
    for (int index = 0; index < pods.length(); index++) {
      Trainer trainer =
          switch (pods.charAt(index)) {
            case 's' -> Trainer.ended("Succeeded", 0, "2026-08-19T10:00:20Z");
            case 'f' -> Trainer.ended("Failed", 1, "2026-08-19T10:00:20Z");
            case 'r' -> Trainer.running(READY);
            case 'p' -> new Trainer("Pending", Trainer.TRACKED, "{}", "reason: x");
            default -> null;
          };
      if (trainer != null) {
        judged.add(
            JudgedPod.of(
                trainer.state(index, "pod-" + index),
                new JudgedPod.By(available, Nodes.UNSEEN, NOW)));
      }
    }
    return AttemptCount.of(
        clique(pods.length(), minimum), IndexAccount.EMPTY.with(judged, NOW), judged, available);
  }

  @ParameterizedTest
  @CsvSource({
    // minimum, pods, was available: existing, scheduled, available, breach, reason
    "2, rr, false, 2, 2, 2, False, SufficientReadyPods",
    "2, sr, false, 2, 2, 2, False, SufficientReadyPods",
    "2, ss, true, 2, 2, 2, False, SufficientReadyPods",
    "2, rp, false, 2, 1, 1, False, NeverAvailable",
    "2, rp, true, 2, 1, 1, True, InsufficientReadyPods",
    "2, r-, true, 1, 1, 1, True, InsufficientReadyPods",
    "2, rf, false, 1, 1, 1, True, PodsFailed",
    "2, pf, false, 1, 0, 0, True, PodsFailed",
    "2, sf, true, 1, 1, 1, True, PodsFailed",
    "1, rf, true, 1, 1, 1, False, SufficientReadyPods",
    "1, pf, false, 1, 0, 0, False, NeverAvailable",
    "1, ff, false, 0, 0, 0, True, PodsFailed",
    "0, ff, false, 0, 0, 0, False, SufficientReadyPods"
  })
  void what_is_done_counts_as_if_it_were_there_and_a_failure_counts_at_once(
      int minimum,
      String pods,
      boolean wasAvailable,
      int existing,
      int scheduled,
      int available,
      String breach,
      String reason) {
    AttemptCount count = count(minimum, pods, wasAvailable);

    assertThat(count.existing()).isEqualTo(existing);
    assertThat(count.scheduled()).isEqualTo(scheduled);
    assertThat(count.available()).isEqualTo(available);
    assertThat(count.breach().getStatus()).isEqualTo(breach);
    assertThat(count.breach().getReason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"rr, false, true", "rp, false, false", "rp, true, true", "sr, false, true"})
  void what_was_available_in_the_attempt_stays_so(String pods, boolean before, boolean after) {
    assertThat(count(2, pods, before).availableInAttempt()).isEqualTo(after);
  }
}
