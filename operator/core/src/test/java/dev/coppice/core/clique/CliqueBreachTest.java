package dev.coppice.core.clique;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Failures;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order in which a clique is judged, and what it remembers of it. */
class CliqueBreachTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00.300Z");

  private static PodClique clique(int replicas, int minAvailable, PodCliqueStatus status) {
    PodClique clique =
        TestYaml.read(
            """
            metadata: {name: llm-0-prefill, namespace: ai, uid: clique-uid, generation: 7}
            spec: {replicas: %d, minAvailable: %d, podSpec: {}}
            """
                .formatted(replicas, minAvailable),
            PodClique.class);
    clique.setStatus(status);
    return clique;
  }

  private static PodCliqueStatus status(PodClique clique, int ready, HasMetadata... others) {
    return status(clique, ready, NOW, others);
  }

  private static PodCliqueStatus status(
      PodClique clique, int ready, Instant now, HasMetadata... others) {
    List<HasMetadata> observed = new ArrayList<>(List.of(others));
    IntStream.range(0, ready)
        .mapToObj(index ->
            new PodBuilder(TestPod.ready(index).state().pod())
                .editMetadata()
                .withOwnerReferences(Ownership.controllerReference(clique))
                .endMetadata()
                .build())
        .forEach(observed::add);
    Snapshot<PodClique> snapshot = Snapshot.of(clique, Observed.of(observed));
    CliqueView view = CliqueView.of(snapshot, new ResolvedSets(Validity.standard()), now);
    CliqueUpdate update = new CliqueUpdate(view);
    return CliqueStatus.of(view, update, update.advanced(), Failures.none());
  }

  private static Condition breached(PodCliqueStatus status) {
    return Conditions.find(status.conditions(), ConditionTypes.MIN_AVAILABLE_BREACHED)
        .orElseThrow();
  }

  private static PodCliqueUpdateProgress progress(String end) {
    return new PodCliqueUpdateProgress(
        NOW,
        end == null ? null : NOW,
        "v1-new",
        "v1-new",
        null,
        List.of(),
        List.of(),
        null,
        0,
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # replicas | min | ready | was available | met | update  | condition | reason                | then was | then met | message
          3          | 2   | 0     | false         |     |         | False     | NeverAvailable        | false    |          | 0 of 3 pods are ready, 2 must be; so many have not been ready yet
          3          | 2   | 1     | false         |     |         | False     | NeverAvailable        | false    |          | 1 of 3 pods are ready, 2 must be; so many have not been ready yet
          3          | 2   | 2     | false         |     |         | False     | SufficientReadyPods   | true     | 2        | 2 of 3 pods are ready
          3          | 2   | 3     | true          | 2   |         | False     | SufficientReadyPods   | true     | 2        | 3 of 3 pods are ready
          3          | 2   | 1     | true          | 2   |         | True      | InsufficientReadyPods | true     | 2        | 1 of 3 pods are ready, 2 must be
          3          | 2   | 0     | true          | 2   |         | True      | InsufficientReadyPods | true     | 2        | 0 of 3 pods are ready, 2 must be
          3          | 2   | 1     | true          |     |         | True      | InsufficientReadyPods | true     |          | 1 of 3 pods are ready, 2 must be
          # an update, its own or that of the group, that runs
          3          | 2   | 1     | true          | 2   | own     | Unknown   | UpdateInProgress      | true     | 2        | 1 of 3 pods are ready, 2 must be when the update is done
          3          | 2   | 1     | true          | 2   | group's | Unknown   | UpdateInProgress      | true     | 2        | 1 of 3 pods are ready, 2 must be when the update is done
          3          | 2   | 1     | true          | 2   | ended   | True      | InsufficientReadyPods | true     | 2        | 1 of 3 pods are ready, 2 must be
          3          | 2   | 1     | false         |     | own     | False     | NeverAvailable        | false    |          | 1 of 3 pods are ready, 2 must be; so many have not been ready yet
          3          | 2   | 2     | false         |     | own     | False     | SufficientReadyPods   | false    |          | 2 of 3 pods are ready
          3          | 2   | 2     | true          | 1   | group's | False     | SufficientReadyPods   | true     | 1        | 2 of 3 pods are ready
          # asked for more than it has met, which is no breach; asked for less
          2          | 2   | 1     | true          | 1   |         | False     | SufficientReadyPods   | true     | 1        | 1 of 2 pods are ready; its minimum of 2 has not been ready since it was scaled out, so none counts as lost
          2          | 2   | 0     | true          | 1   |         | True      | InsufficientReadyPods | true     | 1        | 0 of 2 pods are ready, 1 must be
          1          | 2   | 1     | true          | 2   |         | False     | SufficientReadyPods   | true     | 1        | 1 of 1 pods are ready
          1          | 2   | 0     | true          | 2   |         | True      | InsufficientReadyPods | true     | 1        | 0 of 1 pods are ready, 1 must be
          1          | 2   | 0     | true          | 2   | own     | Unknown   | UpdateInProgress      | true     | 1        | 0 of 1 pods are ready, 1 must be when the update is done
          # nothing asked for is always there, and proves nothing
          0          | 2   | 0     | false         |     |         | False     | Idle                  | false    | 0        | 0 of 0 pods are ready
          0          | 2   | 0     | true          | 2   |         | False     | Idle                  | true     | 0        | 0 of 0 pods are ready
          1          | 2   | 0     | true          | 0   |         | False     | SufficientReadyPods   | true     | 0        | 0 of 1 pods are ready; its minimum of 1 has not been ready since it was scaled out, so none counts as lost
          """)
  void judges_in_the_order_of_the_rules(
      int replicas,
      int minAvailable,
      int ready,
      boolean wasAvailable,
      Integer metMinimum,
      String update,
      String condition,
      String reason,
      boolean thenAvailable,
      Integer thenMet,
      String message) {
    PodClique clique =
        clique(
            replicas,
            minAvailable,
            PodCliqueStatusBuilder.builder()
                .wasAvailable(wasAvailable)
                .metMinimum(metMinimum)
                .updateProgress(
                    switch (update) {
                      case "own" -> progress(null);
                      case "ended" -> progress("ended");
                      case null, default -> null;
                    })
                .build());
    PodCliqueScalingGroup group = group("group's".equals(update));
    if ("group's".equals(update)) {
      own(clique, group);
    }

    PodCliqueStatus status = status(clique, ready, group);

    assertThat(breached(status))
        .returns(condition, Condition::getStatus)
        .returns(reason, Condition::getReason)
        .returns(message, Condition::getMessage)
        .returns(7L, Condition::getObservedGeneration);
    assertThat(status)
        .returns(thenAvailable, PodCliqueStatus::wasAvailable)
        .returns(thenMet, PodCliqueStatus::metMinimum);
  }

  private static PodCliqueScalingGroup group(boolean updating) {
    return TestYaml.read(
        """
        metadata: {name: llm-0-model, namespace: ai, uid: group-uid}
        spec: {replicas: 1, minAvailable: 1}
        status: {updateProgress: {podCliqueSetGenerationHash: v1-new%s}}
        """
            .formatted(updating ? "" : ", updateEndedAt: \"2026-08-19T09:00:00Z\""),
        PodCliqueScalingGroup.class);
  }

  private static void own(PodClique clique, PodCliqueScalingGroup group) {
    clique.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata())
            .withOwnerReferences(Ownership.controllerReference(group))
            .build());
  }

  @Test
  void rounds_the_start_of_a_breach_up_so_that_no_delay_is_shortened() {
    PodCliqueStatus before = status(clique(2, 2, null), 2, NOW.minusSeconds(60));

    PodCliqueStatus after = status(clique(2, 2, before), 1);

    assertThat(breached(before).getLastTransitionTime()).isEqualTo("2026-08-19T09:59:00Z");
    assertThat(breached(after).getLastTransitionTime()).isEqualTo("2026-08-19T10:00:01Z");
  }

  @Test
  void counts_a_breach_from_its_start_however_many_pods_follow() {
    PodCliqueStatus whole = status(clique(2, 2, null), 2, NOW.minusSeconds(60));
    PodCliqueStatus breached = status(clique(2, 2, whole), 1, NOW.minusSeconds(30));

    PodCliqueStatus worse = status(clique(2, 2, breached), 0);

    assertThat(breached(worse).getLastTransitionTime()).isEqualTo("2026-08-19T09:59:31Z");
  }

  @Test
  void reports_the_end_of_a_breach_at_the_second_in_which_it_ended() {
    PodCliqueStatus whole = status(clique(1, 1, null), 1, NOW.minusSeconds(60));
    PodCliqueStatus breached = status(clique(1, 1, whole), 0, NOW.minusSeconds(30));

    PodCliqueStatus healed = status(clique(1, 1, breached), 1);

    assertThat(breached(healed))
        .returns("False", Condition::getStatus)
        .returns("2026-08-19T10:00:00Z", Condition::getLastTransitionTime);
  }
}
