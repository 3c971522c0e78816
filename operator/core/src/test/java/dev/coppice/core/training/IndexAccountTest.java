package dev.coppice.core.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.FailedIndex;
import dev.coppice.core.testing.TestYaml;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexAccountTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:10:00Z");
  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";

  private static JudgedPod judged(Trainer pod, int index, String uid) {
    return JudgedPod.of(pod.state(index, uid), new JudgedPod.By(true, Nodes.UNSEEN, NOW));
  }

  private static JudgedPod failed(int index, String uid) {
    return judged(Trainer.ended("Failed", 1, "2026-08-19T10:00:20Z"), index, uid);
  }

  private static JudgedPod succeeded(int index, String uid) {
    return judged(Trainer.ended("Succeeded", 0, "2026-08-19T10:00:20Z"), index, uid);
  }

  private static IndexAccount with(IndexAccount before, JudgedPod... pods) {
    return before.with(List.of(pods), NOW);
  }

  private static IndexAccount account(String completed, String... failed) {
    IndexAccount account =
        new IndexAccount(new TreeSet<>(Indexes.parse(completed, 10)), new TreeMap<>());
    TreeMap<Integer, FailedIndex> indexes = new TreeMap<>();
    Stream.of(failed)
        .map(yaml -> TestYaml.read(yaml, FailedIndex.class))
        .forEach(index -> indexes.put(index.index(), index));
    return new IndexAccount(account.completed(), indexes);
  }

  @Test
  void a_pod_that_exits_with_0_makes_its_index_done_for_good() {
    IndexAccount done = with(IndexAccount.EMPTY, succeeded(2, "a"));

    assertThat(done.completed()).containsExactly(2);
    assertThat(with(done).completed()).containsExactly(2);
    assertThat(with(done, failed(2, "b")).completed()).containsExactly(2);
    assertThat(with(done, failed(2, "b")).failed()).isEmpty();
  }

  @Test
  void a_pod_that_fails_is_counted_once_with_what_is_left_to_read() {
    IndexAccount once = with(IndexAccount.EMPTY, failed(1, "a"));

    assertThat(once.failed().get(1))
        .returns(1, FailedIndex::failures)
        .returns("a", FailedIndex::podUID)
        .returns("n", FailedIndex::node)
        .returns("main", FailedIndex::container)
        .returns(1, FailedIndex::exitCode)
        .returns(Instant.parse("2026-08-19T10:00:20Z"), FailedIndex::finishedAt);
    assertThat(with(once, failed(1, "a"))).isEqualTo(once);
    assertThat(with(once, failed(1, "a"), failed(1, "b")).failed().get(1).failures()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0} of the node stands for {1}")
  @CsvSource({"10:15:00, 10:10:00", "09:55:00, 10:00:00"})
  void no_pod_has_ended_before_it_was_made_or_after_now(String told, String counted) {
    JudgedPod failed = judged(Trainer.ended("Failed", 1, "2026-08-19T%sZ".formatted(told)), 1, "a");

    assertThat(with(IndexAccount.EMPTY, failed).failed().get(1).finishedAt())
        .isEqualTo(Instant.parse("2026-08-19T%sZ".formatted(counted)));
  }

  @Test
  void a_pod_that_is_kept_no_more_was_counted_unless_it_is_alone() {
    JudgedPod untracked =
        judged(
            Trainer.ended("Failed", 1, "2026-08-19T10:00:20Z").with("annotations: {}"), 1, "old");

    assertThat(
            with(IndexAccount.EMPTY, untracked, judged(Trainer.running(READY), 1, "new")).failed())
        .isEmpty();
    assertThat(with(IndexAccount.EMPTY, untracked).failed()).containsKey(1);
  }

  @Test
  void a_pod_that_finished_only_because_it_was_told_to_go_has_failed_for_that() {
    JudgedPod drained =
        judged(Trainer.ended("Succeeded", 0, "2026-08-19T10:00:35Z").with(Trainer.DELETED), 0, "a");

    assertThat(with(IndexAccount.EMPTY, drained).failed().get(0))
        .returns(null, FailedIndex::exitCode)
        .returns("Deleted", FailedIndex::reason);
  }

  @Test
  void an_index_heals_when_its_replacement_is_ready_and_keeps_its_count() {
    IndexAccount broken =
        account(
            null, "{index: 1, failures: 2, podUID: a, pod: a, finishedAt: '2026-08-19T10:00:20Z'}");

    IndexAccount healed = with(broken, judged(Trainer.running(READY), 1, "b"));

    assertThat(healed.broken()).isEmpty();
    assertThat(healed.failed().get(1))
        .returns(true, FailedIndex::healed)
        .returns(2, FailedIndex::failures);
    assertThat(with(healed, failed(1, "b")).broken())
        .singleElement()
        .returns(3, FailedIndex::failures);
    assertThat(with(healed, succeeded(1, "b")).failed()).isEmpty();
    assertThat(with(broken, judged(Trainer.running("reason: x"), 1, "b")).broken()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 10", "3, 20", "4, 40", "7, 320", "8, 360", "60, 360"})
  void an_index_is_filled_at_once_and_then_ever_more_slowly(int failures, long seconds) {
    IndexAccount account =
        account(
            null,
            "{index: 0, failures: %d, podUID: a, pod: a, finishedAt: '2026-08-19T10:00:20Z'}"
                .formatted(failures));

    FailedIndex index = account.broken().getFirst();
    assertThat(Duration.between(index.finishedAt(), IndexAccount.refillAt(index)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void a_pod_may_go_when_its_end_is_written_down() {
    IndexAccount none = IndexAccount.EMPTY;

    assertThat(none.records(failed(1, "a"))).isFalse();
    assertThat(with(none, failed(1, "a")).records(failed(1, "a"))).isTrue();
    assertThat(with(none, failed(1, "a")).records(failed(1, "b"))).isFalse();
    assertThat(with(none, succeeded(1, "a")).records(succeeded(1, "a"))).isTrue();
    assertThat(with(none, succeeded(1, "a")).records(judged(Trainer.running(READY), 1, "b")))
        .isFalse();
  }

  @Test
  void an_index_heals_when_its_replacement_works_whatever_becomes_of_a_sidecar() {
    IndexAccount broken =
        account(
            null, "{index: 1, failures: 2, podUID: a, pod: a, finishedAt: '2026-08-19T10:00:20Z'}");
    Trainer works =
        new Trainer(
            "Running",
            Trainer.TRACKED,
            "{nodeName: n, initContainers: [{name: s, restartPolicy: Always}]}",
            "containerStatuses: [{name: m, ready: true}], "
                + "initContainerStatuses: [{name: s, ready: false, restartCount: 9}]");

    assertThat(with(broken, judged(works, 1, "b")).broken()).isEmpty();
  }
}
