package dev.coppice.core.admission.size;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long names may become, and how large sets. */
class SizeRulesTest {

  private final RuleTable table = new RuleTable(RuleTable.EVERYTHING_ON);

  private static SampleSet alone(int setName, int cliqueName, String replicas, String pods) {
    return SampleSet.of(
        """
        metadata: {name: %s, namespace: n}
        spec:
          replicas: %s
          template:
            cliques:
            - name: %s
              spec: {%s, minAvailable: 1, podSpec: {restartPolicy: Always}}
        """
            .formatted("s".repeat(setName), replicas, "c".repeat(cliqueName), pods));
  }

  // s-0-c-0-xxxxx: 11 characters beside the two names, and one more for each further digit.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          20 | 32 | 10  | 'replicas: 10'     | 0
          20 | 32 | 0   | 'replicas: 1'      | 0
          20 | 33 | 10  | 'replicas: 10'     | 64
          51 |  1 | 10  | 'replicas: 10'     | 0
          20 | 32 | 11  | 'replicas: 10'     | 64
          20 | 32 | 10  | 'replicas: 11'     | 64
          20 | 30 | 11  | 'replicas: 11'     | 0
          20 | 32 | 10  | 'replicas: 1, autoScalingConfig: {minReplicas: 1, maxReplicas: 10}'         | 0
          20 | 32 | 10  | 'replicas: 1, autoScalingConfig: {minReplicas: 1, maxReplicas: 11}'         | 64
          20 | 28 | 10  | 'replicas: 1, autoScalingConfig: {minReplicas: 1, maxReplicas: 2147483647}' | 0
          20 | 29 | 10  | 'replicas: 1, autoScalingConfig: {minReplicas: 1, maxReplicas: 2147483647}' | 64
          63 | 63 | 1   | 'replicas: 1'      | 137
          """)
  void pods_of_a_clique_that_stands_alone(
      int setName, int cliqueName, String replicas, String pods, int tooLong) {
    SampleSet set = alone(setName, cliqueName, replicas, pods);

    List<String> violations =
        table.create(set).violations().stream().map(Object::toString).toList();

    if (tooLong == 0) {
      assertThat(violations).isEmpty();
    } else {
      assertThat(violations)
          .hasSize(2)
          .allMatch(text ->
              text.endsWith(
                  "-xxxxx, has %d characters; at most 63 are possible".formatted(tooLong)));
      assertThat(violations.getFirst()).startsWith("metadata.name: Invalid value: \"ss");
      assertThat(violations.getLast())
          .startsWith("spec.template.cliques[0].name: Invalid value: \"c");
    }
  }

  @Test
  void the_message_tells_the_name_and_its_length() {
    SampleSet set =
        SampleSet.valid()
            .with(
                "/spec/template/podCliqueScalingGroups/0/name",
                "a-name-that-is-much-longer-than-need-be-for-a-group");

    table.verify(
        set,
        "metadata.name: Invalid value: \"llm\": the longest name made of it, llm-1-a-name-that-is-much-longer-than-need-be-for-a-group-2-leader-0-xxxxx, has 74 characters; at most 63 are possible"
            + " && spec.template.podCliqueScalingGroups[0].cliqueNames[0]: Invalid value: \"leader\": the longest name made of it, llm-1-a-name-that-is-much-longer-than-need-be-for-a-group-2-leader-0-xxxxx, has 74 characters; at most 63 are possible"
            + " && spec.template.podCliqueScalingGroups[0].cliqueNames[1]: Invalid value: \"worker\": the longest name made of it, llm-1-a-name-that-is-much-longer-than-need-be-for-a-group-2-worker-2-xxxxx, has 74 characters; at most 63 are possible"
            + " && spec.template.podCliqueScalingGroups[0].name: Invalid value: \"a-name-that-is-much-longer-than-need-be-for-a-group\": the longest name made of it, llm-1-a-name-that-is-much-longer-than-need-be-for-a-group-2-leader-0-xxxxx, has 74 characters; at most 63 are possible");
  }

  // llm-1-G-2-worker-2-xxxxx: 23 characters beside the group's name.
  @ParameterizedTest
  @CsvSource({"40, 2, 3, 0", "41, 2, 3, 4", "40, 2, 11, 4", "40, 11, 11, 4", "39, 11, 11, 0"})
  void pods_of_a_scaling_group(int groupName, int replicas, int most, int violations) {
    SampleSet set =
        SampleSet.valid()
            .with("/spec/template/podCliqueScalingGroups/0/name", "g".repeat(groupName))
            .with("/spec/template/podCliqueScalingGroups/0/replicas", "" + replicas)
            .with("/spec/template/podCliqueScalingGroups/0/scaleConfig/maxReplicas", "" + most);

    assertThat(table.create(set).violations()).hasSize(violations);
  }

  @Test
  void a_set_whose_own_name_is_too_long_is_told_so_once() {
    SampleSet set = SampleSet.valid().with("/metadata/name", "s".repeat(64));

    assertThat(table.create(set).violations())
        .extracting(Object::toString)
        .filteredOn(text -> text.startsWith("metadata.name:"))
        .singleElement()
        .asString()
        .endsWith("must have at most 63 characters");
  }

  @Test
  void a_generated_name_is_as_long_as_it_will_be() {
    SampleSet fits =
        SampleSet.valid().with("/metadata", "{generateName: %s}".formatted("s".repeat(32)));
    SampleSet tooLong =
        SampleSet.valid().with("/metadata", "{generateName: %s}".formatted("s".repeat(33)));

    assertThat(table.create(fits).violations()).isEmpty();
    assertThat(table.create(tooLong).message())
        .contains("sss" + "xxxxx-1-decode-2-leader-0-xxxxx, has 64");
  }

  @ParameterizedTest
  @CsvSource({"64, true", "65, false"})
  void cliques_of_a_set(int cliques, boolean accepted) {
    String list =
        IntStream.range(0, cliques)
            .mapToObj("{name: c%d, spec: {podSpec: {restartPolicy: Always}}}"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));
    SampleSet set =
        SampleSet.of("{metadata: {name: s}, spec: {template: {cliques: %s}}}".formatted(list));

    table.verify(
        set, accepted ? null : "spec.template.cliques: Too many: 65: must have at most 64 items");
  }

  @Test
  void scaling_groups_of_a_set() {
    String list =
        IntStream.range(0, 65)
            .mapToObj("{name: g%d, cliqueNames: []}"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));

    table.verify(
        SampleSet.valid().with("/spec/template/podCliqueScalingGroups", list),
        "spec.template.podCliqueScalingGroups: Too many: 65: must have at most 64 items");
  }

  // One replica of the valid set: 2 routers, and twice 1 leader and 3 workers.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          /spec/replicas | 10000      |
          /spec/replicas | 10001      | spec.replicas: Invalid value: 10001: the set would have 100010 pods; at most 100000 are allowed
          /spec/replicas | 2147483647 | spec.replicas: Invalid value: 2147483647: the set would have 21474836470 pods; at most 100000 are allowed
          """)
  void pods_of_a_set(String place, String value, String violations) {
    SampleSet set = SampleSet.valid().with("/metadata/name", "s");

    RuleTable.verify(table.create(set.with(place, value)), violations);
  }

  @Test
  void numbers_beyond_all_bounds_do_not_come_back_small() {
    PodCliqueSet set =
        SampleSet.valid()
            .with("/spec/replicas", "2147483647")
            .with("/spec/template/cliques/1/spec/replicas", "2147483647")
            .with("/spec/template/cliques/2/spec/replicas", "2147483647")
            .with("/spec/template/podCliqueScalingGroups/0/replicas", "2147483647")
            .set();

    assertThat(PodCount.of(set)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void both_caps_are_what_the_administrator_says() {
    AdmissionSettings small =
        new AdmissionSettings(
            2,
            5,
            AdmissionSettings.DEFAULT_MAX_SET_BYTES,
            List.of("default-scheduler"),
            "default-scheduler",
            false,
            Set.of(),
            false,
            false,
            false,
            false);
    SampleSet two =
        SampleSet.valid()
            .with("/spec/template/cliques/2", SampleSet.ABSENT)
            .with("/spec/template/podCliqueScalingGroups", SampleSet.ABSENT);

    RuleTable.verify(
        new RuleTable(small).create(SampleSet.valid()),
        "spec.template.cliques: Too many: 3: must have at most 2 items");
    RuleTable.verify(
        new RuleTable(small).create(two),
        "spec.replicas: Invalid value: 2: the set would have 6 pods; at most 5 are allowed");
    RuleTable.verify(new RuleTable(small).create(two.with("/spec/replicas", "1")), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4h        |
          1h1h      |
          1.5h      |
          90s       |
          1ns       |
          '"0"'     | must be greater than 0; leave it out to never terminate
          0s        | must be greater than 0; leave it out to never terminate
          -0s       | must be greater than 0; leave it out to never terminate
          -4h       | must be greater than 0; leave it out to never terminate
          9e9h      | must be a length of time such as 90s or 4h
          9999999h  | must be a length of time such as 90s or 4h
          4         | must be a length of time such as 90s or 4h
          4 h       | must be a length of time such as 90s or 4h
          '""'      | must be a length of time such as 90s or 4h
          vier      | must be a length of time such as 90s or 4h
          (absent)  |
          """)
  void the_termination_delay(String delay, String detail) {
    String value = delay.replace("\"", "");

    table.verify(
        SampleSet.valid().with("/spec/template/terminationDelay", delay),
        detail == null
            ? null
            : "spec.template.terminationDelay: Invalid value: \"%s\": %s".formatted(value, detail));
  }

  @Test
  void a_termination_delay_of_many_digits_is_not_even_read() {
    table.verify(
        SampleSet.valid().with("/spec/template/terminationDelay", "9".repeat(200_000) + "h"),
        "spec.template.terminationDelay: Too long: may not be more than 64 bytes");
  }
}
