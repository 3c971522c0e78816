package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.GangPlacementBuilder;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.testing.TestYaml;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BelievedPlacementsTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00Z");
  private static final GangShape SHAPE =
      new GangShape("x-0", 0, false, List.of(List.of("x-0-a"), List.of("x-0-b")));

  private static List<GangPlacement> next(List<GangPlacement> stored, int bound) {
    PodGang gang = TestYaml.read("metadata: {name: x-0, namespace: ai, uid: g}", PodGang.class);
    return new GangPlacements(
            gang.withStatus(
                PodGangStatusBuilder.builder(gang.statusOrEmpty()).podGroups(stored).build()),
            SHAPE,
            Stream.of(
                new PlacedClique("x-0-a", "a1", null, 2, bound, null),
                new PlacedClique("x-0-b", "b1", null, 2, bound, null)),
            Optional.empty(),
            NOW)
        .next();
  }

  static Stream<UnaryOperator<GangPlacement>> forgeries() {
    return Stream.of(
        one -> GangPlacementBuilder.builder(one).name("").build(),
        one -> GangPlacementBuilder.builder(one).minCount(3).build(),
        one -> GangPlacementBuilder.builder(one).minCount(Integer.MIN_VALUE).build(),
        one -> GangPlacementBuilder.builder(one).podCliques(List.of()).build(),
        one -> first(one, new PlacementMembers("", "a1", null, 2)),
        one -> first(one, new PlacementMembers("other", "a1", null, 2)),
        one -> first(one, new PlacementMembers("x-0-a", "a1", 3, 2)),
        one -> first(one, new PlacementMembers("x-0-a", "a1", null, Integer.MAX_VALUE)),
        one ->
            GangPlacementBuilder.builder(first(one, new PlacementMembers("x-0-a", "a1", null, -1)))
                .minCount(1)
                .build());
  }

  private static GangPlacement first(GangPlacement placement, PlacementMembers members) {
    return GangPlacementBuilder.builder(placement)
        .podCliques(List.of(members, placement.podCliques().getLast()))
        .build();
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void what_waits_for_its_nodes_is_recorded_again_as_it_was(UnaryOperator<GangPlacement> forgery) {
    List<GangPlacement> begun = next(List.of(), 0);

    assertThat(next(List.of(forgery.apply(begun.getFirst())), 0)).isEqualTo(begun);
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void what_has_its_nodes_is_recorded_again_as_placed(UnaryOperator<GangPlacement> forgery) {
    List<GangPlacement> placed = next(next(List.of(), 0), 2);

    assertThat(next(List.of(forgery.apply(placed.getFirst())), 2)).isEqualTo(placed);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "2036-01-01T00:00:00Z")
  void a_time_that_is_lost_or_still_to_come_counts_as_now(Instant placedTime) {
    List<GangPlacement> placed = next(next(List.of(), 0), 2);

    assertThat(
            next(
                List.of(
                    GangPlacementBuilder.builder(placed.getFirst()).placedTime(placedTime).build()),
                2))
        .isEqualTo(placed);
  }

  @Test
  void what_was_placed_of_a_podclique_that_is_no_more_stays() {
    GangPlacement placed =
        first(next(next(List.of(), 0), 2).getFirst(), new PlacementMembers("x-0-a", "a0", null, 2));

    assertThat(next(List.of(placed), 2)).hasSize(2).contains(placed);
  }
}
