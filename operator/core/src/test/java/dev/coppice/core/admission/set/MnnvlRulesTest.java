package dev.coppice.core.admission.set;

import dev.coppice.core.admission.RuleTable;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.rule.AdmissionSettings;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MnnvlRulesTest {

  private static final List<String> LEVELS =
      List.of("/metadata", "/spec/template/cliques/0", "/spec/template/podCliqueScalingGroups/0");

  private static SampleSet annotated(String level, String group) {
    return group.equals(SampleSet.ABSENT)
        ? SampleSet.valid().with(level + "/annotations", SampleSet.ABSENT)
        : SampleSet.valid()
            .with(level + "/annotations", "{grove.io/mnnvl-group: %s}".formatted(group));
  }

  private static String path(String level) {
    return level.substring(1).replaceAll("/0", "[0]").replace("/", ".")
        + ".annotations[grove.io/mnnvl-group]";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          true  | none     |
          true  | (absent) |
          true  | training |
          true  | ""       | : Invalid value: "": must consist of lower-case letters, digits and '-', and begin and end with a letter or digit
          true  | Training | : Invalid value: "Training": must consist of lower-case letters, digits and '-', and begin and end with a letter or digit
          true  | a-name-of-58-characters-with-which-llm-0-is-not-yet-64-long | : Invalid value: "a-name-of-58-characters-with-which-llm-0-is-not-yet-64-long": the longest name made of it, llm-1-a-name-of-58-characters-with-which-llm-0-is-not-yet-64-long, has 65 characters; at most 63 are possible
          false | none     |
          false | (absent) |
          false | training | : Invalid value: "training": MNNVL is not enabled in the operator's configuration
          """)
  void the_group_of_a_new_set(boolean enabled, String group, String violation) {
    RuleTable table =
        new RuleTable(enabled ? RuleTable.EVERYTHING_ON : AdmissionSettings.standard());

    for (String level : LEVELS) {
      RuleTable.verify(
          table.create(annotated(level, group)),
          violation == null ? null : path(level) + violation);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      textBlock =
          """
          a        | a        |
          (absent) | (absent) |
          (absent) | a        | : Forbidden: cannot be added: the annotation is immutable
          a        | (absent) | : Forbidden: cannot be removed: the annotation is immutable
          a        | b        | : Invalid value: "b": the annotation is immutable
          a        | none     | : Invalid value: "none": the annotation is immutable
          """)
  void the_group_stays(String before, String after, String violation) {
    RuleTable off = new RuleTable(AdmissionSettings.standard());

    for (String level : LEVELS) {
      RuleTable.verify(
          off.update(annotated(level, before), annotated(level, after)),
          violation == null ? null : path(level) + violation);
    }
  }
}
