package dev.coppice.core.recreation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.testing.TestYaml;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminationDelaysTest {

  @ParameterizedTest(name = "set {0}, group {1}, default {2}")
  @CsvSource({
    // of the set, of the group, configured, in effect for the set, in effect for the group
    "   ,   ,   ,   ,   ",
    "90s,   ,   ,90 ,90 ",
    "90s,30s,   ,90 ,30 ",
    "90s,2m ,   ,90 ,120",
    "90s,30s,4  ,90 ,30 ",
    "   ,   ,4  ,4  ,4  ",
    // What admission should have refused tears nothing down.
    "   ,30s,   ,   ,   ",
    "0s ,   ,   ,   ,   ",
    "-1s,   ,   ,   ,   ",
    "odd,30s,   ,   ,   ",
    "odd,   ,4  ,   ,   ",
    "90s,odd,   ,90 ,   ",
    "90s,0s ,   ,90 ,   "
  })
  void the_group_before_the_set_before_the_configuration(
      String ofSet, String ofGroup, Integer configured, Integer forSet, Integer forGroup) {
    PodCliqueSet set =
        TestYaml.read(
            """
            metadata: {name: llm}
            spec:
              template:
                %s
                cliques: []
                podCliqueScalingGroups:
                - {name: decode, cliqueNames: []%s}
            """
                .formatted(
                    ofSet == null ? "" : "terminationDelay: " + ofSet,
                    ofGroup == null ? "" : ", terminationDelay: " + ofGroup),
            PodCliqueSet.class);
    PodCliqueScalingGroupConfig group =
        set.getSpec().template().podCliqueScalingGroups().getFirst();

    TerminationDelays delays =
        TerminationDelays.of(set, new TerminationSettings(seconds(configured)));

    assertThat(delays.ofSet().orElse(null)).isEqualTo(seconds(forSet));
    assertThat(delays.ofGroup(group).orElse(null)).isEqualTo(seconds(forGroup));
  }

  private static Duration seconds(Integer seconds) {
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
