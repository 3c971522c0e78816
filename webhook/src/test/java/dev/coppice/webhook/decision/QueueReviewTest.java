package dev.coppice.webhook.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.webhook.review.ReviewFormat;
import dev.coppice.webhook.review.Reviewer;
import dev.coppice.webhook.review.Reviews;
import dev.coppice.webhook.review.Verdict;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueReviewTest {

  private static final QueueTree TREE =
      QueueTree.of(
          List.of(
              new QueueNode("top", Optional.empty(), Optional.empty(), Optional.empty()),
              new QueueNode("web", Optional.of("top"), Optional.empty(), Optional.empty()),
              new QueueNode("full", Optional.empty(), Optional.empty(), Optional.empty())));

  private static Reviewer reviewer(boolean sharedWithKai, boolean protectsDeletion) {
    return new QueueReview(() -> TREE, TREE::has, "full"::equals, sharedWithKai, protectsDeletion);
  }

  private static String text(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(var warnings, _) -> "allowed " + String.join("; ", warnings);
      case Verdict.Denied(var status, _) -> status.getCode() + " " + status.getMessage();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          spec: {resources: {}}                            | allowed
          spec: {resources: {}, reclaimMinRuntime: 10m}    | allowed
          spec: {}                                         | 422 Queue.scheduling.run.ai "web" is invalid: spec.resources: Required value: resources must be specified
          spec: {resources: {}, parentQueue: web}          | 422 Queue.scheduling.run.ai "web" is invalid: spec.parentQueue: Invalid value: "web": closes a cycle: web -> web
          spec: {resources: {}, parentQueue: nowhere}      | allowed spec.parentQueue: there is no Queue nowhere; until there is one this counts as one at the top
          spec: {resources: {}, parentQueue: full}         | allowed spec.parentQueue: gangs are in Queue full, which is not to have any when it has queues below it
          """)
  void a_queue_is_judged_when_it_is_made_and_when_it_changes(String object, String answer) {
    String queue = "{metadata: {name: web}, %s}".formatted(object);

    assertThat(
            text(
                reviewer(false, false)
                    .review(Reviews.of("CREATE", Queue.class).object(queue).request())))
        .startsWith(answer);
    assertThat(
            text(
                reviewer(false, false)
                    .review(
                        Reviews.of("UPDATE", Queue.class)
                            .oldObject("{metadata: {name: web}}")
                            .object(queue)
                            .request())))
        .startsWith(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          web  | false | allowed
          top  | false | allowed metadata.name: Queue top has 1 queue below it
          top  | true  | 422 Queue.scheduling.run.ai "top" is invalid: metadata.name: Forbidden: Queue top has 1 queue below it
          full | true  | 422 Queue.scheduling.run.ai "full" is invalid: metadata.name: Forbidden: gangs are in Queue full
          """)
  void a_queue_in_use_is_deleted_with_a_warning_or_not_at_all(
      String name, boolean protects, String answer) {
    Reviews delete =
        Reviews.of("DELETE", Queue.class)
            .with("name", ReviewFormat.mapper().valueToTree(name))
            .oldObject("{metadata: {name: %s}}".formatted(name));

    assertThat(text(reviewer(false, protects).review(delete.request())).strip()).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          spec: {reclaimMinRuntime: 10m}                              | {reclaimMinRuntime: 10m}                               | -
          spec: {reclaimMinRuntime: "-1"}                             | {reclaimMinRuntime: 876000h}                           | reclaim
          spec: {reclaimMinRuntime: "-5s", preemptMinRuntime: "-1"}   | {reclaimMinRuntime: 876000h, preemptMinRuntime: 876000h} | preempt,reclaim
          spec: {reclaimMinRuntime: "abc"}                            | {reclaimMinRuntime: abc}                               | -
          """)
  void where_kai_reads_it_never_is_written_as_a_hundred_years(
      String object, String spec, String annotation) throws Exception {
    Verdict.Allowed verdict =
        (Verdict.Allowed)
            new QueueDefaulting()
                .review(
                    Reviews.of("CREATE", Queue.class)
                        .object("{metadata: {name: web}, %s}".formatted(object))
                        .request());
    var before = Reviews.tree("{metadata: {name: web}, %s}".formatted(object));
    var after = verdict.patch() == null ? before : JsonPatch.apply(verdict.patch(), before);

    assertThat(after.path("spec")).isEqualTo(Reviews.tree(spec));
    assertThat(after.at("/metadata/annotations/grove.io~1never").textValue()).isEqualTo(annotation);
  }

  @Test
  void what_was_never_stays_so_until_it_is_changed() {
    String stored =
        "{metadata: {name: web, annotations: {grove.io/never: \"preempt,reclaim\"}}, spec: {preemptMinRuntime: %s, reclaimMinRuntime: 876000h}}";

    assertThat(
            new QueueDefaulting()
                .review(
                    Reviews.of("UPDATE", Queue.class)
                        .object(stored.formatted("876000h"))
                        .request()))
        .isEqualTo(Verdict.allow());
    assertThat(
            ((Verdict.Allowed)
                    new QueueDefaulting()
                        .review(
                            Reviews.of("UPDATE", Queue.class)
                                .object(stored.formatted("10m"))
                                .request()))
                .patch())
        .hasToString(
            "[{\"op\":\"add\",\"path\":\"/metadata/annotations/grove.io~1never\",\"value\":\"reclaim\"}]");
  }
}
