package dev.coppice.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows give a specification in view, the wanted one, and the operations between them. */
class ConstraintPatchTest {

  private static final String PLACE = "topologyConstraint: {packConstraint: ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {} | {} | []
          {T{required: a}}} | {T{required: a}}} | []
          {} | {T{required: a}}} | [{"op":"add","path":"/spec/topologyConstraint","value":{"packConstraint":{"required":"a"}}}]
          {T{required: a, preferred: b}}} | {T{required: c, preferred: b}}} | [{"op":"add","path":"/spec/topologyConstraint/packConstraint/required","value":"c"}]
          {T{required: a, preferred: b}}} | {T{required: a}}} | [{"op":"test","path":"/spec/topologyConstraint/packConstraint/preferred","value":"b"},{"op":"remove","path":"/spec/topologyConstraint/packConstraint/preferred"}]
          {T{required: a}}} | {} | [{"op":"test","path":"/spec/topologyConstraint","value":{"packConstraint":{"required":"a"}}},{"op":"remove","path":"/spec/topologyConstraint"}]
          {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p]}]} | {} | [{"op":"test","path":"/spec/topologyConstraintGroupConfigs","value":[{"name":"g","podGroupNames":["p"]}]},{"op":"remove","path":"/spec/topologyConstraintGroupConfigs"}]
          {} | {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p]}]} | [{"op":"add","path":"/spec/topologyConstraintGroupConfigs","value":[{"name":"g","podGroupNames":["p"]}]}]
          {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p]}]} | {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p, q]}]} | [{"op":"add","path":"/spec/topologyConstraintGroupConfigs","value":[{"name":"g","podGroupNames":["p","q"]}]}]
          {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p], T{required: a}}}]} | {topologyConstraintGroupConfigs: [{name: g, podGroupNames: [p]}]} | [{"op":"test","path":"/spec/topologyConstraintGroupConfigs/0/topologyConstraint","value":{"packConstraint":{"required":"a"}}},{"op":"remove","path":"/spec/topologyConstraintGroupConfigs/0/topologyConstraint"}]
          """)
  void of_the_whole_gang_and_of_what_groups_share(String was, String now, String operations) {
    assertThat(ConstraintPatch.of(spec(was), spec(now)).operations()).hasToString(operations);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          {podgroups: [{name: p}, {name: q}]} | {podgroups: [{name: p}, {name: q}]} | []
          {podgroups: [{name: p}, {name: q}]} | {podgroups: [{name: p}, {name: q, T{required: a}}}]} | [{"op":"add","path":"/spec/podgroups/1/topologyConstraint","value":{"packConstraint":{"required":"a"}}}]
          {podgroups: [{name: p, T{required: a}}}, {name: q}]} | {podgroups: [{name: p}, {name: q}]} | [{"op":"test","path":"/spec/podgroups/0/topologyConstraint","value":{"packConstraint":{"required":"a"}}},{"op":"remove","path":"/spec/podgroups/0/topologyConstraint"}]
          """)
  void of_groups(String was, String now, String operations) {
    assertThat(
            ConstraintPatch.ofGroups(
                    "/spec/podgroups", spec(was).podgroups(), spec(now).podgroups())
                .operations())
        .hasToString(operations);
  }

  private static PodGangSpec spec(String yaml) {
    return TestYaml.read(yaml.replace("T{", PLACE + "{"), PodGangSpec.class);
  }
}
