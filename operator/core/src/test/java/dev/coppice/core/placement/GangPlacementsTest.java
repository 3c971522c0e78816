package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.PlacementMembers;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.testing.TestYaml;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangPlacementsTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00.7Z");
  private static final GangShape SHAPE =
      new GangShape("x-0", 0, false, List.of(List.of("x-0-a"), List.of("x-0-g-0-b", "x-0-g-0-c")));

  private final PlacedClique a = clique("x-0-a", "a1", 2, 0);
  private final PlacedClique b = clique("x-0-g-0-b", "b1", 1, 0);
  private final PlacedClique c = clique("x-0-g-0-c", "c1", 3, 0);

  private static PlacedClique clique(String name, String uid, int minimum, int bound) {
    return new PlacedClique(name, uid, null, minimum, bound, null);
  }

  private static PodGang gang(List<GangPlacement> stored) {
    PodGang gang = TestYaml.read("metadata: {name: x-0, namespace: ai, uid: g}", PodGang.class);
    return gang.withStatus(
        PodGangStatusBuilder.builder(gang.statusOrEmpty()).podGroups(stored).build());
  }

  private static List<GangPlacement> next(List<GangPlacement> stored, PlacedClique... there) {
    return new GangPlacements(gang(stored), SHAPE, Stream.of(there), Optional.empty(), NOW).next();
  }

  private List<GangPlacement> placed() {
    List<GangPlacement> begun = next(List.of(), a, b, c);
    return next(
        begun,
        clique("x-0-a", "a1", 2, 2),
        clique("x-0-g-0-b", "b1", 1, 1),
        clique("x-0-g-0-c", "c1", 3, 4));
  }

  @Test
  void a_gang_begins_with_one_placement_of_the_minimum_of_each_clique() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    assertThat(begun)
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.name()).matches("x-0-[a-z0-9]{5}");
          assertThat(placement.minCount()).isEqualTo(6);
          assertThat(placement.placed()).isFalse();
          assertThat(placement.podCliques())
              .containsExactly(
                  new PlacementMembers("x-0-a", "a1", null, 2),
                  new PlacementMembers("x-0-g-0-b", "b1", null, 1),
                  new PlacementMembers("x-0-g-0-c", "c1", null, 3));
        });
    assertThat(next(List.of(), c, b, a)).as("from the same view the same").isEqualTo(begun);
    assertThat(next(begun, a, b, c)).as("for as long as nothing changes").isEqualTo(begun);
  }

  @Test
  void nothing_begins_while_a_part_of_it_is_missing() {
    assertThat(next(List.of(), a, b)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 3, true",
    "2, 2, 3, true",
    "1, 1, 3, false",
    "2, 1, 2, false",
    "2, 0, 9, false"
  })
  void it_is_placed_when_every_clique_has_as_many_bound_pods_as_it_has_members(
      int ofA, int ofB, int ofC, boolean isPlaced) {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    List<GangPlacement> later =
        next(
            begun,
            clique("x-0-a", "a1", 2, ofA),
            clique("x-0-g-0-b", "b1", 1, ofB),
            clique("x-0-g-0-c", "c1", 3, ofC));

    assertThat(later)
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.placed()).isEqualTo(isPlaced);
          assertThat(placement.placedTime())
              .isEqualTo(isPlaced ? Instant.parse("2026-08-19T10:00:00Z") : null);
        });
  }

  @Test
  void what_was_placed_stays_so_when_its_pods_are_lost() {
    assertThat(next(placed(), a, b, c)).isEqualTo(placed());
  }

  @Test
  void a_group_replica_that_is_made_anew_is_placed_for_itself() {
    PlacedClique newB = clique("x-0-g-0-b", "b2", 1, 0);
    PlacedClique newC = clique("x-0-g-0-c", "c2", 3, 0);

    assertThat(next(placed(), a, newB)).as("not before it is whole").isEqualTo(placed());
    List<GangPlacement> both = next(placed(), a, newB, newC);

    assertThat(both).hasSize(2).startsWith(placed().getFirst());
    assertThat(both.getLast().minCount()).isEqualTo(4);
    assertThat(both.getLast().name()).isNotEqualTo(both.getFirst().name());
  }

  @Test
  void a_gang_that_is_torn_down_begins_anew_as_a_whole() {
    PlacedClique newA = clique("x-0-a", "a2", 2, 0);
    PlacedClique newB = clique("x-0-g-0-b", "b2", 1, 0);
    PlacedClique newC = clique("x-0-g-0-c", "c2", 3, 0);

    assertThat(next(placed(), newA)).isEmpty();
    assertThat(next(placed(), newA, newB, newC))
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.minCount()).isEqualTo(6);
          assertThat(placement.placed()).isFalse();
        });
  }

  @Test
  void one_that_waits_is_given_up_with_the_first_member_that_it_loses() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    List<GangPlacement> smaller = next(begun, clique("x-0-a", "a1", 1, 0), b, c);

    assertThat(smaller)
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.minCount()).isEqualTo(5);
          assertThat(placement.name()).isNotEqualTo(begun.getFirst().name());
        });
    assertThat(next(begun, b, c)).as("a clique is gone").isEmpty();
  }

  @Test
  void a_scale_out_adds_no_member_to_one_that_waits() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    assertThat(next(begun, clique("x-0-a", "a1", 3, 0), b, c)).isEqualTo(begun);
  }

  @Test
  void pods_that_are_older_than_placements_have_their_places() {
    List<GangPlacement> next = next(List.of(), clique("x-0-a", "a1", 2, 1), b, c);

    assertThat(next).extracting(GangPlacement::placed).containsExactly(true, false);
    assertThat(next.getFirst().podCliques())
        .as("no more of them than there are")
        .containsExactly(new PlacementMembers("x-0-a", "a1", null, 1));
    assertThat(next.getLast().minCount()).isEqualTo(4);
  }

  @Test
  void pods_that_waited_for_a_placement_that_was_given_up_still_wait() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    assertThat(next(begun, clique("x-0-a", "a1", 1, 0), b, c))
        .singleElement()
        .extracting(GangPlacement::placed)
        .isEqualTo(false);
  }

  /** They were placed all at once, and nobody had written it down yet. */
  @Test
  void a_clique_that_is_made_anew_is_not_placed_at_once_with_pods_that_have_nodes() {
    List<GangPlacement> begun = next(List.of(), a, b, c);
    PlacedClique newB = clique("x-0-g-0-b", "b2", 1, 0);
    PlacedClique boundA = clique("x-0-a", "a1", 2, 2);
    PlacedClique boundC = clique("x-0-g-0-c", "c1", 3, 3);

    List<GangPlacement> without = next(begun, boundA, boundC);
    assertThat(without).singleElement().extracting(GangPlacement::placed).isEqualTo(true);

    List<GangPlacement> both = next(begun, boundA, newB, boundC);
    assertThat(both).hasSize(2).startsWith(without.getFirst());
    assertThat(both.getLast().podCliques()).containsExactly(newB.members());
    assertThat(both.getLast().placed()).isFalse();
  }

  @Test
  void what_has_nodes_when_its_placement_is_given_up_is_placed_and_the_rest_begins_without_it() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    List<GangPlacement> both = next(begun, clique("x-0-a", "a1", 1, 1), b, c);

    assertThat(both).extracting(GangPlacement::placed).containsExactly(true, false);
    assertThat(both.getFirst().podCliques())
        .as("a bound pod joins no other group, and without it the group would never be whole")
        .extracting(PlacementMembers::name)
        .containsExactly("x-0-a");
  }

  private static PlacedClique boundOutside(
      String name, String uid, int minimum, int bound, List<GangPlacement> placements) {
    return new PlacedClique(name, uid, null, minimum, bound, placements.getLast().name());
  }

  @Test
  void one_that_lacks_members_for_ever_is_given_up_and_what_has_nodes_stands() {
    List<GangPlacement> begun = next(List.of(), a, b, c);
    PlacedClique boundC = boundOutside("x-0-g-0-c", "c1", 3, 2, begun);

    List<GangPlacement> next = next(begun, a, b, boundC);

    assertThat(next).extracting(GangPlacement::placed).containsExactly(true, false, false);
    assertThat(next)
        .extracting(GangPlacement::podCliques)
        .containsExactly(
            List.of(new PlacementMembers("x-0-g-0-c", "c1", null, 2)),
            List.of(a.members()),
            List.of(b.members()));
    assertThat(next(next, a, b, boundC)).as("what was given up is told no more").isEqualTo(next);
  }

  @Test
  void one_of_which_everybody_has_nodes_is_placed_however_they_got_them() {
    List<GangPlacement> begun = next(List.of(), a, b, c);

    List<GangPlacement> later =
        next(
            begun,
            boundOutside("x-0-a", "a1", 2, 2, begun),
            clique("x-0-g-0-b", "b1", 1, 1),
            clique("x-0-g-0-c", "c1", 3, 3));

    assertThat(later)
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.name()).isEqualTo(begun.getFirst().name());
          assertThat(placement.placed()).isTrue();
        });
  }

  @Test
  void each_attempt_of_a_training_job_is_placed_for_itself() {
    List<GangPlacement> first =
        next(
            List.of(), inAttempt("x-0-a", 0), inAttempt("x-0-g-0-b", 0), inAttempt("x-0-g-0-c", 0));
    List<GangPlacement> second =
        next(first, inAttempt("x-0-a", 1), inAttempt("x-0-g-0-b", 1), inAttempt("x-0-g-0-c", 1));

    assertThat(second)
        .singleElement()
        .satisfies(placement -> {
          assertThat(placement.name()).isNotEqualTo(first.getFirst().name());
          assertThat(placement.podCliques()).extracting(PlacementMembers::attempt).containsOnly(1);
        });
  }

  private static PlacedClique inAttempt(String name, int attempt) {
    return new PlacedClique(name, "u-" + name, attempt, 1, 0, null);
  }
}
