package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.core.testing.TestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacingTest {

  private static final PodClique CLIQUE =
      TestYaml.read(
          "{metadata: {name: x-0-a, uid: a}, spec: {replicas: 1, podSpec: {containers: []}}}",
          PodClique.class);

  /** A placement that was recorded before the set wanted domains is none of a leader's. */
  @ParameterizedTest
  @CsvSource({"'', true", "placementMode: Gang, true", "placementMode: LeaderFirst, false"})
  void a_gang_whose_leaders_are_placed_first_places_nobody_by_record(
      String mode, boolean isByRecord) {
    PodGang gang =
        TestYaml.read(
            """
            metadata: {name: x-0}
            spec: {podgroups: []}
            status:
              phase: Pending
              podGroups:
              - {name: x-0-p, minCount: 1, placed: false, podCliques: [{name: x-0-a, uid: a, members: 1}]}
              %s
            """
                .formatted(mode),
            PodGang.class);

    assertThat(Placing.of(gang, CLIQUE).isPresent()).isEqualTo(isByRecord);
  }
}
