package dev.coppice.core.admission.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that came when objects were stored already bind what is new. */
class RatchetedRulesTest {

  /** An object is a number for each of its parts, and none of them shall be above 10. */
  private static final RatchetedRules<Map<String, Integer>> AT_MOST_TEN =
      new RatchetedRules<>(
          List.of(object ->
              object.entrySet().stream()
                  .filter(part -> part.getValue() > 10)
                  .map(part ->
                      new Breach(
                          part.getKey(),
                          part.getValue(),
                          new Violation(
                              FieldPath.of(part.getKey()),
                              Violation.Type.INVALID,
                              part.getValue(),
                              "at most 10")))));

  private static Findings create(Map<String, Integer> object) {
    Findings.Collector found = new Findings.Collector();
    AT_MOST_TEN.onCreate(object, found);
    return found.findings();
  }

  private static Findings update(Map<String, Integer> before, Map<String, Integer> after) {
    Findings.Collector found = new Findings.Collector();
    AT_MOST_TEN.onUpdate(before, after, found);
    return found.findings();
  }

  @Test
  void refuse_what_is_created() {
    assertThat(create(Map.of("a", 10))).isEqualTo(Findings.NONE);
    RuleTable.verify(create(Map.of("a", 11)), "a: Invalid value: 11: at most 10");
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10,         ,        ",
    "10, 11,  refused,        ",
    "11, 10,         ,        ",
    "11, 11,         , warned",
    "12, 11,         , warned",
    "11, 12,  refused,        "
  })
  void refuse_what_breaks_them_anew_or_by_more_and_warn_of_the_rest(
      int before, int after, String refused, String warned) {
    Findings findings = update(Map.of("a", before), Map.of("a", after));

    RuleTable.verify(
        findings, refused == null ? null : "a: Invalid value: %d: at most 10".formatted(after));
    assertThat(findings.warnings())
        .isEqualTo(
            warned == null
                ? List.of()
                : List.of(
                    "a: Invalid value: %d: at most 10; kept only because it is stored already"
                        .formatted(after)));
  }

  @Test
  void compare_many_breaches_with_many_in_a_moment() {
    Map<String, Integer> before = parts("a");
    Map<String, Integer> after = parts("b");

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          Findings findings = update(before, after);
          assertThat(findings.violations().size() + findings.moreViolations())
              .isEqualTo(after.size());
        });
  }

  private static Map<String, Integer> parts(String prefix) {
    return IntStream.range(0, 200_000).boxed().collect(Collectors.toMap(i -> prefix + i, _ -> 11));
  }

  @Test
  void do_not_take_one_breach_for_another() {
    RuleTable.verify(update(Map.of("a", 11), Map.of("b", 11)), "b: Invalid value: 11: at most 10");
  }

  @Test
  void know_the_parts_of_a_set_wherever_they_stand() {
    RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);
    SampleSet set =
        SampleSet.of(
            """
            metadata: {name: s, namespace: n}
            spec:
              replicas: 1
              template:
                cliques:
                - {name: g-0-c, spec: {podSpec: {containers: [{name: grove-initc}, {name: main}]}}}
                - {name: c, spec: {podSpec: {}}}
                podCliqueScalingGroups: [{name: g, cliqueNames: [c]}, {name: none, cliqueNames: []}]
            """);
    SampleSet turned =
        SampleSet.of(
            """
            metadata: {name: s, namespace: n}
            spec:
              replicas: 1
              template:
                cliques:
                - {name: c, spec: {podSpec: {}}}
                - {name: g-0-c, spec: {podSpec: {containers: [{name: main}, {name: grove-initc}]}}}
                podCliqueScalingGroups: [{name: none, cliqueNames: []}, {name: g, cliqueNames: [c]}]
            """);

    Findings findings = table.update(set, turned);

    RuleTable.verify(findings, null);
    assertThat(findings.warnings())
        .extracting(warning -> warning.substring(0, warning.indexOf(": ")))
        .containsExactly(
            "spec.template.cliques[1].name",
            "spec.template.podCliqueScalingGroups[0].cliqueNames",
            "spec.template.cliques[1].spec.podSpec.containers[1].name");
  }

  @Test
  void refuse_as_new_what_comes_of_something_that_cannot_be_gone_through() {
    RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/podCliqueScalingGroups/-", "{name: none, cliqueNames: []}");

    RuleTable.verify(
        table.update(set.with("/spec/template/cliques/0/spec", SampleSet.ABSENT), set),
        "spec.template.podCliqueScalingGroups[1].cliqueNames: Required value: a scaling group"
            + " consists of at least one clique");
  }
}
