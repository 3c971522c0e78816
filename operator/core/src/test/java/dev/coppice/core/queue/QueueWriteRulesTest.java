package dev.coppice.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.testing.TestYaml;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueWriteRulesTest {

  private static QueueWriteRules rules(QueueTree others) {
    return new QueueWriteRules(others, others::has, "dev-team1"::equals, true, false);
  }

  private static Queue queue(String name, String spec) {
    return TestYaml.read("{metadata: {name: %s}, spec: {%s}}".formatted(name, spec), Queue.class);
  }

  private static Findings store(String spec) {
    return rules(Queues.T).store(queue("x", spec));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          displayName: a                                            | spec.resources: Required value: resources must be specified
          resources: {}, preemptMinRuntime: "10"                    | spec.preemptMinRuntime: Invalid value: "10": time: missing unit in duration "10"; must be a length of time in h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any time, or -1 never to evict
          resources: {}, reclaimMinRuntime: ""                      | spec.reclaimMinRuntime: Invalid value: "": time: invalid duration ""; must be a length of time in h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any time, or -1 never to evict
          resources: {}, reclaimMinRuntime: 1d                      | spec.reclaimMinRuntime: Invalid value: "1d": time: unknown unit "d" in duration "1d"; must be a length of time in h, m, s, ms, us and ns such as 10m or 1h30m, 0s to evict at any time, or -1 never to evict
          resources: {}, preemptMinRuntime: "-1"                    | spec.preemptMinRuntime: Invalid value: "-1": KAI reads the same Queues, and none at all while this is in one of them: write 876000h, which is 100 years, or have the webhook queue-defaulting-webhook registered
          resources: {}, parentQueue: x                             | spec.parentQueue: Invalid value: "x": closes a cycle: x -> x
          resources: {gpu: {quota: -1.5, limit: -2, overQuotaWeight: -3}} | [spec.resources.gpu.quota: Invalid value: -1.5: must be greater than or equal to -1, spec.resources.gpu.limit: Invalid value: -2.0: must be greater than or equal to -1, spec.resources.gpu.overQuotaWeight: Invalid value: -3.0: must be greater than or equal to -1]
          resources: {cpu: {quota: -2}, memory: {limit: -2}}        | [spec.resources.cpu.quota: Invalid value: -2.0: must be greater than or equal to -1, spec.resources.memory.limit: Invalid value: -2.0: must be greater than or equal to -1]
          """)
  void refused(String spec, String message) {
    assertThat(store(spec).message()).isEqualTo(message);
    assertThat(store(spec).warnings()).isEmpty();
  }

  @Test
  void a_text_beyond_reason_is_not_repeated() {
    assertThat(
            store("resources: {}, preemptMinRuntime: \"%s\"".formatted("9".repeat(65))).message())
        .isEqualTo("spec.preemptMinRuntime: Too long: may not be more than 64 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      emptyValue = "",
      textBlock =
          """
          resources: {}, priority: -5                            | -
          resources: {cpu: {quota: -1, limit: -1}}               | -
          resources: {}, preemptMinRuntime: 0s                   | -
          resources: {}, preemptMinRuntime: 876000h              | -
          resources: {}, parentQueue: prod                       | -
          resources: {}, parentQueue: ""                         | -
          resources: {}, parentQueue: gone                       | spec.parentQueue: there is no Queue gone; until there is one this counts as one at the top
          resources: {}, parentQueue: dev-team1                  | spec.parentQueue: gangs are in Queue dev-team1, which is not to have any when it has queues below it
          """)
  void allowed(String spec, String warning) {
    assertThat(store(spec).isAllowed()).isTrue();
    assertThat(store(spec).warnings())
        .isEqualTo(warning.equals("-") ? List.of() : List.of(warning));
  }

  @ParameterizedTest
  @CsvSource({
    "'preempt,reclaim', 'spec.reclaimMinRuntime: 876000h, which is 100 years, stands for never: KAI reads no -1'",
    "preempt,",
  })
  void where_never_was_translated_for_kai_that_is_told(String never, String warning) {
    Queue queue = queue("x", "resources: {}, preemptMinRuntime: 10m, reclaimMinRuntime: 876000h");
    queue.getMetadata().setAnnotations(Map.of("grove.io/never", never));

    assertThat(rules(Queues.T).store(queue).warnings())
        .isEqualTo(Stream.ofNullable(warning).toList());
    assertThat(rules(Queues.T).store(queue).isAllowed()).isTrue();
  }

  @Test
  void without_kai_never_is_stored_as_it_is() {
    QueueWriteRules rules = new QueueWriteRules(Queues.T, Queues.T::has, _ -> false, false, false);

    assertThat(rules.store(queue("x", "resources: {}, preemptMinRuntime: \"-1\"")))
        .isEqualTo(Findings.NONE);
    assertThat(rules.store(queue("x", "resources: {}, preemptMinRuntime: -5m")).warnings())
        .containsExactly("spec.preemptMinRuntime: -5m counts as never evictable; write -1");
  }

  @Test
  void a_cycle_of_several_is_told_with_its_members() {
    assertThat(
            rules(Queues.T)
                .store(queue("prod", "resources: {}, parentQueue: prod-team2"))
                .message())
        .isEqualTo(
            "spec.parentQueue: Invalid value: \"prod-team2\": closes a cycle: prod -> prod-team2 ->"
                + " prod");
  }

  @Test
  void thirty_two_queues_may_stand_above_one_another() {
    QueueTree chain =
        Queues.tree(
            IntStream.range(0, 31)
                .mapToObj(i -> "q%d %s -/-".formatted(i, i == 0 ? "-" : "q" + (i - 1)))
                .collect(Collectors.joining("\n")));

    assertThat(rules(chain).store(queue("x", "resources: {}, parentQueue: q30")))
        .isEqualTo(Findings.NONE);
    assertThat(
            rules(chain.with(QueueNode.of(Queues.queue("below x -/-"))))
                .store(queue("x", "resources: {}, parentQueue: q30"))
                .message())
        .isEqualTo(
            "spec.parentQueue: Invalid value: \"q30\": makes 33 queues above one another; at most"
                + " 32 are allowed");
  }

  @ParameterizedTest
  @CsvSource({
    "research-project, ''",
    "research, Queue research has 1 queue below it",
    "prod, Queue prod has 2 queues below it",
    "dev-team1, gangs are in Queue dev-team1",
  })
  void the_deletion_of_what_is_in_use(String queue, String told) {
    QueueWriteRules strict =
        new QueueWriteRules(Queues.T, Queues.T::has, "dev-team1"::equals, false, true);

    assertThat(rules(Queues.T).delete(queue).isAllowed()).isTrue();
    assertThat(String.join("", rules(Queues.T).delete(queue).warnings()))
        .isEqualTo(told.isEmpty() ? "" : "metadata.name: " + told);
    assertThat(strict.delete(queue).message())
        .isEqualTo(told.isEmpty() ? "" : "metadata.name: Forbidden: " + told);
  }

  @Test
  void what_was_made_or_deleted_a_moment_ago_is_not_told_wrong() {
    QueueWriteRules late =
        new QueueWriteRules(Queues.T, "made-just-now"::equals, _ -> false, false, true);
    Queue child =
        TestYaml.read(
            """
            metadata: {name: child}
            spec: {resources: {}, parentQueue: made-just-now}
            """,
            Queue.class);

    assertThat(late.store(child).warnings()).isEmpty();
    assertThat(late.delete("prod").isAllowed()).isTrue();
  }
}
