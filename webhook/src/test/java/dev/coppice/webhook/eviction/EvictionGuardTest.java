package dev.coppice.webhook.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.webhook.eviction.ExtenderRequest.AskedPod;
import dev.coppice.webhook.eviction.ExtenderRequest.Victims;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionGuardTest {

  private final Scene asked = new Scene(true);
  private final Scene alone = new Scene(false);

  private static Pod preempted(String uid, String gang) {
    return new PodBuilder(FakeCluster.running(uid, gang, "a", "n1"))
        .editStatus()
        .addNewCondition()
        .withType("DisruptionTarget")
        .withStatus("True")
        .withReason("PreemptionByScheduler")
        .endCondition()
        .endStatus()
        .build();
  }

  private static Reviews delete(Pod pod) {
    return Reviews.of("DELETE", Pod.class)
        .by(Scene.SCHEDULER)
        .oldObject(ReviewFormat.mapper().valueToTree(pod).toString());
  }

  private static Verdict review(Scene scene, Reviews review) {
    return scene.evictions.guard().review(review.request());
  }

  private static String answer(Scene scene, Reviews review) {
    return switch (review(scene, review)) {
      case Verdict.Allowed _ -> "allowed";
      case Verdict.Denied(var status, _) -> "%d %s".formatted(status.getCode(), status.getReason());
    };
  }

  private static void ask(Scene scene, String queue, String... uids) {
    scene
        .extender()
        .judge(
            new ExtenderRequest(
                new PendingPod("ns", "w", "uid-w", Map.of("kai.scheduler/queue", queue), 1_000),
                Map.of(
                    "n1",
                    new Victims(
                        Arrays.stream(uids).map(uid -> new AskedPod(uid, false)).toList(), 0))));
  }

  /**
   * Ten seconds after its start short has 5 s behind it within its queue, and a minute before it.
   */
  @ParameterizedTest
  @CsvSource({
    "long-1,    long,  403 Forbidden, 403 Forbidden",
    "short-1,   short, allowed,       403 Forbidden",
    "open-1,    open,  allowed,       allowed",
  })
  void of_whom_nobody_asked_about_what_nobody_may_have_stays_and_alone_what_somebody_may_not(
      String uid, String gang, String behindTheQuestion, String inItsPlace) {
    assertThat(answer(asked, delete(preempted(uid, gang)))).isEqualTo(behindTheQuestion);
    assertThat(answer(alone, delete(preempted(uid, gang)))).isEqualTo(inItsPlace);
  }

  @Test
  void a_denial_says_why_and_what_is_left_behind() {
    Verdict.Denied denied = (Verdict.Denied) review(asked, delete(preempted("long-1", "long")));

    assertThat(denied.status().getMessage())
        .isEqualTo(
            "gang ns/long is protected by minRuntime 1h (queue hour, preemptMinRuntime) until"
                + " 2026-01-02T13:00:00Z; the pod stays, and its condition DisruptionTarget goes by"
                + " itself within two minutes");
    assertThat(asked.events)
        .containsExactly(
            "PodGang long EvictionRefused: a pod is not evicted by system:kube-scheduler: gang"
                + " ns/long is protected by minRuntime 1h (queue hour, preemptMinRuntime) until"
                + " 2026-01-02T13:00:00Z");
    assertThat(asked.count("evictions.denied", "path", "webhook")).isEqualTo(1);
  }

  @Test
  void a_scheduler_may_be_told_that_the_pod_is_gone() {
    assertThat(answer(new Scene(true, 404), delete(preempted("long-1", "long"))))
        .isEqualTo("404 NotFound");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jane",
        "system:serviceaccount:kube-system:generic-garbage-collector",
        "system:serviceaccount:kube-system:namespace-controller",
        "system:serviceaccount:grove-system:grove-operator",
        "system:node:n1",
        "system:kube-controller-manager"
      })
  void nobody_but_schedulers_is_in_its_way(String user) {
    assertThat(answer(alone, delete(preempted("long-1", "long")).by(user))).isEqualTo("allowed");
    assertThat(
            answer(
                alone,
                Reviews.ofEviction()
                    .by(user)
                    .with("name", ReviewFormat.mapper().valueToTree("pod-long-1"))))
        .isEqualTo("allowed");
    assertThat(alone.cluster.asked).isEmpty();
  }

  @Test
  void what_a_scheduler_deletes_without_saying_that_it_preempts_goes() {
    assertThat(answer(alone, delete(FakeCluster.running("long-1", "long", "a", "n1"))))
        .isEqualTo("allowed");
    Pod reset = preempted("long-1", "long");
    reset.getStatus().getConditions().getFirst().setStatus("False");
    assertThat(answer(alone, delete(reset))).isEqualTo("allowed");
  }

  @Test
  void pods_of_others_go() {
    Pod foreign = preempted("x", "long");
    foreign.getMetadata().setLabels(Map.of("grove.io/podgang", "long"));

    assertThat(answer(alone, delete(foreign))).isEqualTo("allowed");
  }

  @Test
  void what_ends_already_goes() {
    Pod terminating = preempted("long-1", "long");
    terminating.getMetadata().setDeletionTimestamp("2026-01-02T12:00:08Z");

    assertThat(answer(alone, delete(terminating))).isEqualTo("allowed");
  }

  @Test
  void an_answer_of_a_moment_ago_holds() {
    ask(asked, "minute", "short-1");
    ask(asked, "other", "open-1");
    assertThat(answer(asked, delete(preempted("short-1", "short")))).isEqualTo("allowed");
    assertThat(answer(asked, delete(preempted("open-1", "open")))).isEqualTo("allowed");
    assertThat(asked.count("evictions.bypassed")).isZero();

    Scene refusing = new Scene(true);
    ask(refusing, "other", "short-1");
    assertThat(answer(refusing, delete(preempted("short-1", "short")))).isEqualTo("403 Forbidden");
    assertThat(refusing.cluster.asked).containsExactly("nominated to n1");
    refusing.now.set(FakeCluster.NOON.plusSeconds(61));
    assertThat(answer(refusing, delete(preempted("short-1", "short")))).isEqualTo("allowed");
  }

  @Test
  void what_was_not_the_reason_of_a_refusal_is_not_held_against_it() {
    ask(asked, "other", "short-1", "open-1");
    assertThat(answer(asked, delete(preempted("open-1", "open")))).isEqualTo("allowed");
    assertThat(answer(asked, delete(preempted("short-1", "short")))).isEqualTo("403 Forbidden");

    Scene unknown = new Scene(true);
    ask(unknown, "other", "short-1", "nobodys");
    assertThat(answer(unknown, delete(preempted("short-1", "short")))).isEqualTo("allowed");
  }

  @Test
  void what_one_replica_refused_to_somebody_another_may_give_to_somebody_else() {
    Scene other = new Scene(true);
    ask(asked, "other", "short-1");
    ask(other, "minute", "short-1");
    assertThat(answer(other, delete(preempted("short-1", "short")))).isEqualTo("allowed");

    asked.cluster.live(FakeCluster.pending("w", "minute", 1_000));

    assertThat(answer(asked, delete(preempted("short-1", "short")))).isEqualTo("allowed");
  }

  @Test
  void what_was_refused_stays_refused_to_whom_room_was_promised_without_a_right_to_it() {
    ask(asked, "other", "short-1");
    asked.cluster.live(FakeCluster.pending("w", "other", 1_000));

    assertThat(answer(asked, delete(preempted("short-1", "short")))).isEqualTo("403 Forbidden");
  }

  @Test
  void what_passes_without_a_question_is_counted_where_questions_are_asked() {
    answer(asked, delete(preempted("open-1", "open")));
    answer(alone, delete(preempted("open-1", "open")));

    assertThat(asked.count("evictions.bypassed")).isEqualTo(1);
    assertThat(alone.count("evictions.bypassed")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "minute, 0,          short, short-1, allowed",
    "other,  0,          short, short-1, 403 Forbidden",
    "other,  0,          long,  long-1,  403 Forbidden",
    "other,  2000000000, long,  long-1,  allowed",
  })
  void before_a_denial_who_was_promised_the_room_is_looked_for(
      String queue, int priority, String gang, String uid, String expected) {
    alone.cluster.live(FakeCluster.pending("p", queue, priority));

    assertThat(answer(alone, delete(preempted(uid, gang)))).isEqualTo(expected);
    assertThat(alone.cluster.asked).containsExactly("nominated to n1");
  }

  @Test
  void a_scheduler_that_comes_back_at_once_costs_a_call_a_second() {
    for (int i = 0; i < 20; i++) {
      assertThat(answer(alone, delete(preempted("short-1", "short")))).isEqualTo("403 Forbidden");
    }
    assertThat(alone.cluster.asked).containsExactly("nominated to n1");

    alone.cluster.live(FakeCluster.pending("p", "minute", 0));
    alone.now.set(alone.now.get().plusSeconds(1));

    assertThat(answer(alone, delete(preempted("short-1", "short")))).isEqualTo("allowed");
  }

  @Test
  void without_an_answer_the_doubt_decides() {
    alone.cluster.answers = false;

    assertThat(answer(alone, delete(preempted("short-1", "short")))).isEqualTo("403 Forbidden");
  }

  @Test
  void an_eviction_is_judged_by_the_pod_that_it_names_and_may_be_repeated() {
    alone.cluster.live(FakeCluster.running("long-1", "long", "a", "n1"));
    Reviews eviction =
        Reviews.ofEviction()
            .by(Scene.SCHEDULER)
            .with("name", ReviewFormat.mapper().valueToTree("pod-long-1"));

    assertThat(answer(alone, eviction)).isEqualTo("429 TooManyRequests");
  }

  @Test
  void an_eviction_of_nothing_is_for_others_to_refuse() {
    assertThat(answer(alone, Reviews.ofEviction().by(Scene.SCHEDULER))).isEqualTo("allowed");
  }

  @Test
  void without_the_object_the_pod_is_asked_for() {
    alone.cluster.live(preempted("long-1", "long"));
    Reviews delete =
        Reviews.of("DELETE", Pod.class)
            .by(Scene.SCHEDULER)
            .with("name", ReviewFormat.mapper().valueToTree("pod-long-1"));

    assertThat(answer(alone, delete)).isEqualTo("403 Forbidden");
  }

  @Test
  void a_rehearsal_is_answered_and_told_to_nobody() {
    Reviews rehearsal =
        delete(preempted("long-1", "long")).with("dryRun", ReviewFormat.mapper().valueToTree(true));

    assertThat(answer(asked, rehearsal)).isEqualTo("403 Forbidden");
    assertThat(asked.events).isEmpty();
    assertThat(asked.count("evictions.denied", "path", "webhook")).isZero();
  }

  @Test
  void until_the_caches_are_filled_only_who_asks_before_passes() {
    asked.unfilled();
    alone.unfilled();

    assertThat(answer(asked, delete(preempted("long-1", "long")))).isEqualTo("allowed");
    assertThat(answer(alone, delete(preempted("long-1", "long"))))
        .isEqualTo("503 ServiceUnavailable");
  }

  @Test
  void without_questions_there_is_nobody_to_answer_them() {
    assertThat(alone.evictions.extender()).isEmpty();
    assertThat(alone.meters.find("coppice.minruntime.extender.last.call.timestamp").gauge())
        .isNull();
  }
}
