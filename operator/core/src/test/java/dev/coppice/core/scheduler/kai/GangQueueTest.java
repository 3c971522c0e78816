package dev.coppice.core.scheduler.kai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangQueueTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels      | team-a | -      | team-a
          annotations | team-a | -      | team-a
          annotations | team-a | team-a | team-a
          labels      | -      | team-a | team-a
          labels      | -      | -      | neither the set nor a clique names a queue (kai.scheduler/queue)
          labels      | team-a | team-b | the set and its cliques name more than one queue: team-a, team-b
          annotations | team a | -      | no queue can have the name "team a" (kai.scheduler/queue)
          annotations | -team  | -team  | no queue can have the name "-team" (kai.scheduler/queue)
          annotations | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | - | no queue can have the name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" (kai.scheduler/queue)
          """)
  void what_cannot_be_a_label_is_no_queue(
      String where, String ofSet, String ofClique, String told) {
    PodCliqueSet set =
        TestYaml.read(
            """
            metadata: {name: web, %1$s: {kai.scheduler/queue: '%2$s'}}
            spec: {template: {cliques: [{name: worker, %1$s: {kai.scheduler/queue: '%3$s'}}]}}
            """
                .formatted(
                    where, ofSet.equals("-") ? "" : ofSet, ofClique.equals("-") ? "" : ofClique),
            PodCliqueSet.class);

    assertThat(
            switch (GangQueue.of(set)) {
              case GangQueue.Named(String queue) -> queue;
              case GangQueue.Unclear(String why) -> why;
            })
        .isEqualTo(told);
    assertThat(GangQueue.of(set).name().isPresent()).isEqualTo(told.equals("team-a"));
  }
}
