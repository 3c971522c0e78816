package dev.coppice.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.gang.GangPlacement;
import dev.coppice.api.gang.GangPlacementBuilder;
import dev.coppice.api.gang.PlacementMode;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.gang.GangShape;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.testing.TestYaml;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gang of clique a, and of a replica of a group with the cliques b and c. */
class PlacementTopologyTest {

  private static final Instant NOW = Instant.parse("2026-08-19T10:00:00Z");
  private static final Purpose READ = Purpose.unannounced("ERR_READ", "read", "nodes");
  private static final GangShape SHAPE =
      new GangShape("x-0", 0, false, List.of(List.of("a"), List.of("b", "c")));
  private static final String IN_ZONE = "topologyConstraint: {packConstraint: {required: zone}}, ";

  private Snapshot<PodCliqueSet> snapshot =
      Snapshot.of(
          TestYaml.read("metadata: {name: x, namespace: ai, uid: set-uid}", PodCliqueSet.class),
          Observed.of(List.of()));

  private static PlacedClique clique(String name, int minimum, int bound) {
    return anew(name, 1, minimum, bound);
  }

  private static PlacedClique anew(String name, int incarnation, int minimum, int bound) {
    return new PlacedClique(name, name + incarnation, null, minimum, bound, null);
  }

  private static PodGang gang(String constraint, String more, List<GangPlacement> stored) {
    PodGang gang =
        TestYaml.read(
            """
            metadata: {name: x-0, namespace: ai, uid: g}
            spec:
              {%s podgroups: [{name: a, podReferences: [], minReplicas: 2%s}, {name: b, podReferences: [], minReplicas: 1%s}, {name: c, podReferences: [], minReplicas: 1}]}
            """
                .formatted(constraint, more, more),
            PodGang.class);
    return gang.withStatus(
        PodGangStatusBuilder.builder(gang.statusOrEmpty()).podGroups(stored).build());
  }

  private GangPlacements placements(PodGang gang, PlacedClique... there) {
    return new GangPlacements(
        gang, SHAPE, Stream.of(there), Optional.of(new GangDomains(snapshot)), NOW);
  }

  private List<GangPlacement> inZone(List<GangPlacement> stored, PlacedClique... there) {
    return placements(gang(IN_ZONE, "", stored), there).next();
  }

  private static PlacedClique[] all(int ofA, int ofB, int ofC) {
    return new PlacedClique[] {clique("a", 2, ofA), clique("b", 1, ofB), clique("c", 1, ofC)};
  }

  private List<GangPlacement> begun() {
    return inZone(List.of(), all(0, 0, 0));
  }

  private List<LiveRead> unread(List<GangPlacement> stored, PlacedClique... there) {
    return placements(gang(IN_ZONE, "", stored), there).unread().toList();
  }

  private void read(List<LiveRead> queries, HasMetadata... found) {
    snapshot =
        snapshot.with(
            List.of(new Answer(new Action.Read(queries, READ), new Outcome.Found(List.of(found)))));
  }

  private static Pod pod(String uid, String node) {
    return TestYaml.read(
        """
        metadata: {name: %1$s-on-%2$s, namespace: ai, uid: p-%1$s-%2$s, labels: {grove.io/podclique: b},
          ownerReferences: [{kind: PodClique, name: b, uid: %1$s, controller: true}]}
        spec: {nodeName: %2$s}
        """
            .formatted(uid, node),
        Pod.class);
  }

  private static Node node(String name, String zone) {
    return TestYaml.read(
        "metadata: {name: %s, uid: n-%s, labels: {zone: %s}}".formatted(name, name, zone),
        Node.class);
  }

  private static LiveRead get(String node) {
    return new LiveRead.Get(new ObjectKey(Node.class, "", node));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          the gang requires a zone        | topologyConstraint: {packConstraint: {required: zone}}, | zone
          it prefers one                  | topologyConstraint: {packConstraint: {preferred: zone}}, |
          all share a constraint          | topologyConstraintGroupConfigs: [{name: s, podGroupNames: [a, b, c], topologyConstraint: {packConstraint: {required: rack}}}], | rack
          some share one                  | topologyConstraintGroupConfigs: [{name: s, podGroupNames: [b, c], topologyConstraint: {packConstraint: {required: rack}}}], |
          the gang requires, some as well | topologyConstraint: {packConstraint: {required: zone}}, topologyConstraintGroupConfigs: [{name: s, podGroupNames: [b, c], topologyConstraint: {packConstraint: {required: rack}}}], | zone
          nothing                         | "" |
          """)
  void the_key_is_that_of_the_widest_constraint_that_holds_all_pods_together(
      String name, String constraint, String key) {
    assertThat(placements(gang(constraint, "", List.of()), all(0, 0, 0)).next())
        .singleElement()
        .returns(key, GangPlacement::topologyKey)
        .returns(null, GangPlacement::domain);
  }

  @Test
  void cliques_that_require_the_same_each_for_itself_are_not_held_together() {
    String each = ", topologyConstraint: {packConstraint: {required: rack}}";

    assertThat(placements(gang("", each, List.of()), all(0, 0, 0)).next())
        .singleElement()
        .returns(null, GangPlacement::topologyKey);
  }

  @Test
  void a_scheduler_that_can_be_told_of_no_topology_is_told_of_none_and_nothing_is_read() {
    GangPlacements without =
        new GangPlacements(
            gang(IN_ZONE, "", List.of()), SHAPE, Stream.of(all(0, 0, 0)), Optional.empty(), NOW);

    assertThat(without.next()).singleElement().returns(null, GangPlacement::topologyKey);
  }

  @Test
  void it_is_placed_when_a_node_of_its_members_has_told_the_domain() {
    List<GangPlacement> begun = begun();
    assertThat(unread(begun, all(1, 1, 1))).as("while pods have no place").isEmpty();

    List<LiveRead> pods = unread(begun, all(2, 1, 1));
    assertThat(pods)
        .containsExactly(
            new LiveRead.ListOf(
                Pod.class,
                "ai",
                Map.of(
                    "app.kubernetes.io/managed-by",
                    "grove-operator",
                    "app.kubernetes.io/part-of",
                    "x",
                    "grove.io/podclique",
                    "b")));
    assertThat(inZone(begun, all(2, 1, 1))).isEqualTo(begun);
    read(pods, pod("b0", "n-0"), pod("b1", "n-1"));
    List<LiveRead> nodes = unread(begun, all(2, 1, 1));
    assertThat(nodes).containsExactly(get("n-1"));
    read(nodes, node("n-1", "west"));

    assertThat(unread(begun, all(2, 1, 1))).isEmpty();
    List<GangPlacement> placed = inZone(begun, all(2, 1, 1));
    assertThat(placed)
        .singleElement()
        .returns(true, GangPlacement::placed)
        .returns("west", GangPlacement::domain);
    assertThat(unread(placed, all(2, 1, 1))).as("never again").isEmpty();
    assertThat(inZone(placed, all(0, 0, 0))).isEqualTo(placed);
  }

  @Test
  void pods_that_are_gone_again_keep_it_from_being_placed() {
    List<GangPlacement> begun = begun();

    read(unread(begun, all(2, 1, 1)));

    assertThat(unread(begun, all(2, 1, 1))).isEmpty();
    assertThat(inZone(begun, all(2, 1, 1))).isEqualTo(begun);
  }

  @Test
  void a_node_that_is_gone_is_passed_over_and_without_any_the_domain_stays_open() {
    List<GangPlacement> begun = begun();
    read(unread(begun, all(2, 1, 1)), pod("b1", "n-1"), pod("b1", "n-2"));

    read(unread(begun, all(2, 1, 1)));
    assertThat(unread(begun, all(2, 1, 1))).containsExactly(get("n-2"));
    read(unread(begun, all(2, 1, 1)));

    assertThat(inZone(begun, all(2, 1, 1)))
        .singleElement()
        .returns(true, GangPlacement::placed)
        .returns(null, GangPlacement::domain);
  }

  private List<GangPlacement> placed() {
    List<GangPlacement> begun = begun();
    read(unread(begun, all(2, 1, 1)), pod("b1", "n-1"));
    read(unread(begun, all(2, 1, 1)), node("n-1", "west"));
    return inZone(begun, all(2, 1, 1));
  }

  @Test
  void what_is_made_anew_joins_the_others_where_they_stand() {
    PlacedClique newB = anew("b", 2, 1, 0);
    PlacedClique newC = anew("c", 2, 1, 0);

    List<GangPlacement> both = inZone(placed(), clique("a", 2, 2), newB, newC);

    assertThat(both).hasSize(2);
    assertThat(both.getLast())
        .returns(false, GangPlacement::placed)
        .returns("zone", GangPlacement::topologyKey)
        .returns("west", GangPlacement::domain);
    assertThat(unread(both, clique("a", 2, 2), anew("b", 2, 1, 1), anew("c", 2, 1, 1))).isEmpty();
    assertThat(inZone(both, clique("a", 2, 2), anew("b", 2, 1, 1), anew("c", 2, 1, 1)))
        .allMatch(GangPlacement::placed);
  }

  @Test
  void what_stands_for_another_reason_gives_no_domain() {
    List<GangPlacement> both =
        placements(
                gang("topologyConstraint: {packConstraint: {required: rack}}, ", "", placed()),
                clique("a", 2, 2),
                anew("b", 2, 1, 0),
                anew("c", 2, 1, 0))
            .next();

    assertThat(both.getLast())
        .returns("rack", GangPlacement::topologyKey)
        .returns(null, GangPlacement::domain);
  }

  @Test
  void of_two_parts_that_have_to_share_a_domain_nobody_knows_the_second_waits() {
    // The old part was placed without a topology.
    List<GangPlacement> old =
        new ArrayList<>(
            new GangPlacements(
                    gang("", "", List.of()), SHAPE, Stream.of(all(2, 1, 1)), Optional.empty(), NOW)
                .next());
    GangShape three =
        new GangShape("x-0", 0, false, List.of(List.of("a"), List.of("b"), List.of("c")));

    List<GangPlacement> next =
        new GangPlacements(
                gang(IN_ZONE, "", old),
                three,
                Stream.of(clique("a", 2, 2), anew("b", 2, 1, 0), anew("c", 2, 1, 0)),
                Optional.of(new GangDomains(snapshot)),
                NOW)
            .next();

    assertThat(next).hasSize(2);
    assertThat(next.getLast().podCliques()).singleElement().returns("b", one -> one.name());
  }

  @Test
  void a_group_that_stands_without_a_placement_is_where_its_pods_are() {
    PodGang unplaced = gang(IN_ZONE, "", List.of());
    PodGang gang = group(List.of());
    PlacedClique[] standing = all(2, 1, 0);

    assertThat(placements(gang, standing).next())
        .as("nothing is placed anew before it is known where it stands")
        .isEmpty();
    read(placements(gang, standing).unread().toList(), pod("b1", "n1"));
    assertThat(placements(gang, standing).unread()).containsExactly(get("n1"));
    read(List.of(get("n1")), node("n1", "west"));

    assertThat(placements(gang, standing).unread()).isEmpty();
    assertThat(placements(gang, standing).next())
        .first()
        .returns(true, GangPlacement::placed)
        .returns("zone", GangPlacement::topologyKey)
        .returns("west", GangPlacement::domain);
    assertThat(placements(unplaced, standing).next())
        .as("of what is no such group pods may stand anywhere")
        .first()
        .returns(true, GangPlacement::placed)
        .returns(null, GangPlacement::topologyKey);
  }

  private static PodGang group(List<GangPlacement> stored) {
    PodGang gang = gang(IN_ZONE, "", stored);
    return gang.withStatus(
        PodGangStatusBuilder.builder(gang.statusOrEmpty())
            .placementMode(PlacementMode.GANG)
            .build());
  }

  @Test
  void a_group_of_which_no_pod_is_left_is_placed_anew_and_once() {
    GangPlacement lost =
        GangPlacementBuilder.builder(begun().getFirst())
            .placed(true)
            .placedTime(NOW)
            .domain("west")
            .build();
    List<GangPlacement> next = placements(group(List.of(lost)), all(0, 0, 0)).next();

    assertThat(next)
        .singleElement()
        .returns(false, GangPlacement::placed)
        .returns("zone", GangPlacement::topologyKey)
        .returns(null, GangPlacement::domain)
        .satisfies(anew -> assertThat(anew.name()).isNotEqualTo(lost.name()));
    assertThat(placements(group(next), all(0, 0, 0)).next()).isEqualTo(next);
    assertThat(placements(group(List.of(lost)), all(0, 1, 0)).next())
        .as("who is left is followed")
        .containsExactly(lost);
    assertThat(inZone(List.of(lost), all(0, 0, 0)))
        .as("a gang that is no such group keeps its domain")
        .containsExactly(lost);
  }

  @Test
  void a_group_without_pods_is_placed_when_it_is_asked_for_some() {
    PlacedClique[] none = {clique("a", 0, 0), clique("b", 0, 0), clique("c", 0, 0)};
    List<GangPlacement> empty = placements(group(List.of()), none).next();

    assertThat(empty).singleElement().returns(true, GangPlacement::placed);
    assertThat(placements(group(empty), none).next()).isEqualTo(empty);
    assertThat(placements(group(empty), all(0, 0, 0)).next())
        .singleElement()
        .returns(false, GangPlacement::placed)
        .returns("zone", GangPlacement::topologyKey);
  }
}
