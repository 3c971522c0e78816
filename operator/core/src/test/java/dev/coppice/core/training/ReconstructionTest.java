package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetPhase;
import dev.coppice.api.set.PodCliqueSetStatus;
import dev.coppice.api.set.ReleasedPodClique;
import dev.coppice.api.set.ReplicaAttempt;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.core.training.AttemptMark.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is put right by what two PodCliques of one replica show, which may be restarted twice. */
class ReconstructionTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final Instant BEGAN = Instant.parse("2026-08-19T10:05:00Z");

  private static final String HEALTHY =
      "replicaAttempts: [{attempt: 1, podCliques: [{name: a, uid: a}, {name: b, uid: b}]}],"
          + " restartCount: 1, phase: Running, startTime: '2026-08-19T10:01:00Z'";

  private static PodCliqueSet set(String status) {
    return TestYaml.read(
        """
        metadata: {name: x, namespace: n, uid: x, creationTimestamp: '2026-08-19T10:00:00Z', generation: 1}
        spec: {replicas: 1, workloadType: Training, trainingSpec: {maxRestarts: 2}}
        status: {%s}
        """
            .formatted(status),
        PodCliqueSet.class);
  }

  private static Clique clique(String name, int attempt, Run run) {
    return new Clique(name, name, BEGAN.minusSeconds(60), attempt, run, true, true, false, true);
  }

  private record Clique(
      String name,
      String uid,
      Instant created,
      int attempt,
      Run run,
      boolean controlled,
      boolean obeyed,
      boolean succeeded,
      boolean runs) {

    AttemptFacts facts() {
      @Nullable Instant oldest = run == Run.RELEASED ? BEGAN : null;
      return new AttemptFacts(
          name,
          uid,
          created,
          controlled,
          new AttemptMark(attempt, run),
          obeyed,
          succeeded,
          runs,
          null,
          oldest);
    }

    Clique madeAt(Instant time) {
      return new Clique(
          name, name + "-next", time, attempt, run, controlled, obeyed, succeeded, runs);
    }

    Clique ofNobody() {
      return new Clique(name, uid, created, attempt, run, false, obeyed, succeeded, runs);
    }

    Clique disobeyed() {
      return new Clique(name, uid, created, attempt, run, controlled, false, succeeded, runs);
    }

    Clique done() {
      return new Clique(name, uid, created, attempt, run, controlled, obeyed, true, false);
    }

    Clique quiet() {
      return new Clique(name, uid, created, attempt, run, controlled, obeyed, succeeded, false);
    }
  }

  private static Reconstruction of(String status, Clique... cliques) {
    PodCliqueSet set = set(status);
    return Reconstruction.of(
        set,
        List.of(
            new ReplicaRecord(
                0,
                set.statusOrEmpty().replicaAttempts().stream().findFirst(),
                Set.of("a", "b"),
                Stream.of(cliques).map(Clique::facts).toList())),
        NOW);
  }

  private static ReplicaAttempt attempt(String status, Clique... cliques) {
    return of(status, cliques).status().replicaAttempts().getFirst();
  }

  private static List<String> uids(ReplicaAttempt attempt) {
    return attempt.podCliques().stream().map(ReleasedPodClique::uid).toList();
  }

  private static final Clique A = clique("a", 1, Run.RELEASED);
  private static final Clique B = clique("b", 1, Run.RELEASED);

  /** Whatever the operator does by itself: the record goes ahead of what PodCliques show. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # record, restartCount         | attempt | run
          ''                             | 0 | HELD
          attempt: 0                     | 0 | HELD
          attempt: 1                     | 0 | RELEASED
          attempt: 1                     | 0 | HELD
          attempt: 1                     | 1 | HELD
          'attempt: 1, podCliques: [{name: a, uid: a}, {name: b, uid: b}]' | 1 | HELD
          'attempt: 1, podCliques: [{name: a, uid: a}, {name: b, uid: b}]' | 1 | RELEASED
          'attempt: 1, podCliques: [{name: a, uid: gone}, {name: b, uid: b}]' | 1 | HELD
          'attempt: 1, podCliques: [{name: a, uid: a}, {name: b, uid: b}], succeeded: true' | 1 | HELD
          attempt: 2                     | 1 | RELEASED
          """)
  void what_nobody_has_touched_stays_as_it_is(String record, int shown, Run run) {
    int restarts = record.isEmpty() ? 0 : Integer.parseInt(record.substring(9, 10));
    String attempts = record.isEmpty() ? "" : "replicaAttempts: [{%s}], ".formatted(record);

    assertThat(
            of(
                    attempts + "restartCount: " + restarts,
                    clique("a", shown, run),
                    clique("b", shown, run))
                .isNeeded())
        .isFalse();
    assertThat(of(attempts + "restartCount: " + restarts).isNeeded()).isFalse();
  }

  @Test
  void an_attempt_that_is_lost_is_the_one_that_podcliques_were_told_of() {
    Reconstruction lost = of("", A, B);

    assertThat(lost.status().replicaAttempts())
        .containsExactly(
            new ReplicaAttempt(
                0,
                1,
                List.of(new ReleasedPodClique("a", "a"), new ReleasedPodClique("b", "b")),
                false));
    assertThat(lost.status().restartCount()).isEqualTo(1);
    assertThat(lost.status().startTime()).isEqualTo(BEGAN);
    assertThat(lost.message())
        .contains(
            "replica 0 is in attempt 1 with 2 PodCliques",
            "restartCount is 1 in place of 0",
            "lastFailures is lost");
  }

  @Test
  void one_that_was_about_to_begin_begins() {
    assertThat(uids(attempt("", clique("a", 1, Run.HELD), clique("b", 0, Run.RELEASED)))).isEmpty();
    assertThat(attempt("", clique("a", 1, Run.HELD), clique("b", 0, Run.RELEASED)).attempt())
        .isEqualTo(1);
    assertThat(uids(attempt("", A, clique("b", 1, Run.HELD)))).containsExactly("a", "b");
  }

  @Test
  void a_podclique_that_is_gone_or_was_made_since_is_still_one_that_was_deleted() {
    Clique next = clique("b", 1, Run.HELD).madeAt(BEGAN.plusSeconds(1));

    assertThat(uids(attempt("", A))).containsExactly("a", ReplicaRecord.UNKNOWN);
    assertThat(uids(attempt("", A, next))).containsExactly("a", ReplicaRecord.UNKNOWN);
  }

  @Test
  void one_that_nobody_controls_takes_part_beside_others_and_says_nothing_alone() {
    assertThat(uids(attempt("", A, B.ofNobody()))).containsExactly("a", "b");
    assertThat(of("", A.ofNobody(), B.ofNobody()).isNeeded()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0", "-7", "3", "1000", "2147483647"})
  void an_attempt_that_podcliques_never_heard_of_is_not_believed(int forged) {
    assertThat(attempt("replicaAttempts: [{attempt: %d}]".formatted(forged), A, B))
        .isEqualTo(attempt("", A, B));
  }

  @Test
  void a_mark_that_nobody_obeys_is_not_believed() {
    Clique forged = clique("a", 7, Run.RELEASED).disobeyed();

    assertThat(of(HEALTHY, forged, B).isNeeded()).isFalse();
    assertThat(of(HEALTHY, clique("a", 1, Run.ENDED).disobeyed(), B).isNeeded()).isFalse();
  }

  @Test
  void who_takes_part_is_who_was_told_so() {
    assertThat(
            uids(
                attempt(
                    "replicaAttempts: [{attempt: 1, podCliques: [{name: a, uid: o}, {name: z, uid: z}]}]",
                    A,
                    B)))
        .containsExactly("a", "b");
  }

  @Test
  void a_replica_has_succeeded_if_all_its_podcliques_have_and_not_while_one_runs() {
    String succeeded = HEALTHY.replace("}]}]", "}], succeeded: true}]");

    assertThat(attempt("", A.done(), B.done()).succeeded()).isTrue();
    assertThat(attempt(succeeded, A.done(), B).succeeded()).isFalse();
    assertThat(of(succeeded, A.done(), B.done()).isNeeded()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"-5,1", "0,1", "1,1", "2,1", "2147483647,1"})
  void restarts_are_as_many_as_attempts_were_begun(int forged, int right) {
    assertThat(
            of(HEALTHY.replace("restartCount: 1", "restartCount: " + forged), A, B)
                .status()
                .restartCount())
        .isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource({"-5,0", "1,1", "9,2"})
  void before_anything_is_recorded_they_are_as_many_as_there_may_be(int forged, int right) {
    assertThat(of("restartCount: " + forged).status().restartCount()).isEqualTo(right);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-19T10:01:00Z, 2026-08-19T10:01:00Z",
    "2036-01-01T00:00:00Z, 2026-08-19T10:05:00Z",
    "1970-01-01T00:00:00Z, 2026-08-19T10:05:00Z"
  })
  void a_start_that_cannot_have_been_is_that_of_the_oldest_pod(Instant forged, Instant right) {
    assertThat(
            of(HEALTHY.replace("2026-08-19T10:01:00Z", forged.toString()), A, B)
                .status()
                .startTime())
        .isEqualTo(right);
  }

  private static PodCliqueSetStatus ended(String phase, String conditions, Clique... cliques) {
    return of(
            HEALTHY.replace("phase: Running", "phase: " + phase)
                + ", completionTime: '2026-08-19T10:06:00Z', conditions: [%s]"
                    .formatted(conditions),
            cliques)
        .status();
  }

  @Test
  void an_end_is_not_believed_while_pods_run_that_nobody_told_to_end() {
    PodCliqueSetStatus status = ended("Succeeded", "{type: Complete, status: 'True'}", A.done(), B);

    assertThat(status.phase()).isEqualTo(PodCliqueSetPhase.RUNNING);
    assertThat(status.completionTime()).isNull();
    assertThat(status.conditions()).isEmpty();
    assertThat(ended("Failed", "{type: Failed, status: 'True'}", A, B).phase())
        .isEqualTo(PodCliqueSetPhase.RUNNING);
  }

  @Test
  void an_end_stands_where_no_pod_runs_or_where_it_is_accounted_for() {
    assertThat(ended("Succeeded", "", A.quiet(), B.quiet()).phase())
        .isEqualTo(PodCliqueSetPhase.SUCCEEDED);
    assertThat(ended("Failed", "", A.quiet(), B.quiet()).phase())
        .isEqualTo(PodCliqueSetPhase.FAILED);
    assertThat(ended("Failed", "{type: FailureTarget, status: 'True'}", A, B).phase())
        .isEqualTo(PodCliqueSetPhase.FAILED);
  }

  @Test
  void a_completion_belongs_to_an_end() {
    assertThat(of(HEALTHY + ", completionTime: '2026-08-19T10:06:00Z'", A, B).status())
        .returns(null, PodCliqueSetStatus::completionTime);
    assertThat(of(HEALTHY.replace("Running", "Failed"), A.quiet(), B.quiet()).status())
        .returns(NOW, PodCliqueSetStatus::completionTime);
  }

  @Test
  void a_job_whose_pods_were_told_to_end_fails_though_nobody_knows_what_for() {
    PodCliqueSetStatus status =
        of("", clique("a", 1, Run.ENDED), clique("b", 1, Run.ENDED)).status();

    assertThat(Conditions.find(status.conditions(), "FailureTarget"))
        .map(target -> target.getReason())
        .isEqualTo(Optional.of("MaxRuntimeExceeded"));
    assertThat(status.restartCount()).isEqualTo(1);
  }
}
