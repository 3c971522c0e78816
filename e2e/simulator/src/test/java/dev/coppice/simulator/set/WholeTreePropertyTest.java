package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.availability.MinAvailable;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.simulator.model.Orphaning;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random sets, and random things that users, nodes and other controllers do to them. */
class WholeTreePropertyTest {

  /** Something that happens between two reconciles of the set's controller. */
  enum Deed {
    SET_OUT,
    SET_IN,
    GROUP_OUT,
    GROUP_IN,
    CLIQUE_OUT,
    CLIQUE_IN,
    POD_DELETED,
    POD_FAILED,
    POD_STALLED,
    CLIQUE_DELETED,
    GROUP_DELETED,
    GANG_DELETED,
    SERVICE_DELETED,
    GROUPS_WORK,
    CLIQUES_WORK,
    NODES_WORK
  }

  /** What becomes of everything that is written. */
  enum Policy {
    NONE,
    MARKING,
    REWRITING;

    UnaryOperator<HasMetadata> effect() {
      return switch (this) {
        case NONE -> UnaryOperator.identity();
        case MARKING -> Policies.marking("example.com/team", "a");
        case REWRITING -> Policies.relabelling(Labels.NAME, "renamed", RENAMED);
      };
    }
  }

  private static final Set<Class<? extends HasMetadata>> RENAMED =
      Set.of(Service.class, PodClique.class, PodCliqueScalingGroup.class);

  @Property
  void comes_to_rest_with_exactly_what_is_asked_for(
      @ForAll("shapes") TreeShape shape, @ForAll("deeds") List<Deed> deeds, @ForAll Policy policy) {
    SetFixture fixture = new SetFixture(shape.yaml());
    fixture.cluster.enforce(policy.effect());
    for (Deed deed : deeds) {
      fixture.setPass();
      happen(fixture, deed);
    }

    fixture.settle();

    int replicas = fixture.set().getSpec().replicas();
    ExpectedTree expected = new ExpectedTree(fixture, shape);
    assertThat(fixture.names(Service.class)).hasSize(replicas);
    assertThat(fixture.names(PodCliqueScalingGroup.class))
        .hasSize(shape.group() == null ? 0 : replicas);
    assertThat(fixture.names(PodClique.class))
        .containsExactlyInAnyOrderElementsOf(
            expected.gangs().values().stream().flatMap(List::stream).toList());
    assertThat(expected.standingPodGroups()).isEqualTo(expected.podGroups());
    assertThat(fixture.status().availableReplicas()).isEqualTo(replicas);
    assertThat(createdInVain(fixture)).isEmpty();
    fixture
        .cluster
        .all(PodClique.class)
        .forEach(clique -> {
          assertThat(clique.statusOrEmpty().replicas()).isEqualTo(clique.getSpec().replicas());
          assertThat(clique.statusOrEmpty().readyReplicas())
              .isGreaterThanOrEqualTo(MinAvailable.of(clique));
        });
    fixture
        .cluster
        .all(PodCliqueScalingGroup.class)
        .forEach(group ->
            assertThat(group.statusOrEmpty().availableReplicas())
                .isEqualTo(group.getSpec().replicas()));
    assertThat(fixture.names(Pod.class))
        .hasSize(fixture.cluster.all(PodClique.class).mapToInt(c -> c.getSpec().replicas()).sum());
    int actions = fixture.actions().size();
    fixture.setPass();
    fixture.groupPasses();
    fixture.cliquePasses();
    assertThat(fixture.actionsSince(actions)).isEmpty();
  }

  @Property
  void takes_back_whatever_has_lost_its_owner(
      @ForAll("shapes") TreeShape shape,
      @ForAll("deeds") List<Deed> deeds,
      @ForAll("losses") List<Boolean> losses) {
    SetFixture fixture = new SetFixture(shape.yaml());
    for (Deed deed : deeds) {
      fixture.setPass();
      happen(fixture, deed);
    }
    fixture.settle();
    Map<ObjectKey, String> before = uids(fixture);
    Iterator<Boolean> loses = Stream.generate(() -> losses).flatMap(List::stream).iterator();
    fixture
        .cluster
        .all(HasMetadata.class)
        .filter(_ -> loses.next())
        .forEach(object -> Orphaning.release(fixture.cluster, object));

    fixture.settle();

    assertThat(uids(fixture)).isEqualTo(before);
    assertThat(fixture.cluster.all(HasMetadata.class))
        .filteredOn(object -> !(object instanceof PodCliqueSet))
        .allMatch(object -> Ownership.controller(object).isPresent());
  }

  private static Map<ObjectKey, String> uids(SetFixture fixture) {
    return fixture
        .cluster
        .all(HasMetadata.class)
        .collect(Collectors.toMap(ObjectKey::of, object -> object.getMetadata().getUid()));
  }

  @Provide
  Arbitrary<List<Boolean>> losses() {
    return Arbitraries.of(true, false).list().ofMinSize(1).ofMaxSize(4);
  }

  private static void happen(SetFixture fixture, Deed deed) {
    int replicas = fixture.set().getSpec().replicas();
    switch (deed) {
      case SET_OUT -> fixture.scaleSet(replicas + 1);
      case SET_IN -> fixture.scaleSet(Math.max(0, replicas - 1));
      case GROUP_OUT -> scaleFirstGroup(fixture, 2);
      case GROUP_IN -> scaleFirstGroup(fixture, -1);
      case CLIQUE_OUT -> scaleFirstClique(fixture, 2);
      case CLIQUE_IN -> scaleFirstClique(fixture, -1);
      case POD_DELETED -> first(fixture, Pod.class, fixture.cluster::delete);
      case POD_FAILED -> first(fixture, Pod.class, fixture.nodes::fail);
      case POD_STALLED -> first(fixture, Pod.class, fixture.nodes::stall);
      case CLIQUE_DELETED -> first(fixture, PodClique.class, fixture.cluster::delete);
      case GROUP_DELETED -> first(fixture, PodCliqueScalingGroup.class, fixture.cluster::delete);
      case GANG_DELETED -> first(fixture, PodGang.class, fixture.cluster::delete);
      case SERVICE_DELETED -> first(fixture, Service.class, fixture.cluster::delete);
      case GROUPS_WORK -> fixture.groupPasses();
      case CLIQUES_WORK -> fixture.cliquePasses();
      case NODES_WORK -> fixture.nodes.runAll();
    }
    fixture.cluster.collectGarbage();
  }

  private static <T extends HasMetadata> void first(
      SetFixture fixture, Class<T> type, Consumer<T> deed) {
    fixture.cluster.all(type).findFirst().ifPresent(deed);
  }

  private static void scaleFirstGroup(SetFixture fixture, int by) {
    first(
        fixture,
        PodCliqueScalingGroup.class,
        group ->
            fixture.scaleGroup(
                group.getMetadata().getName(), Math.max(0, group.getSpec().replicas() + by)));
  }

  private static void scaleFirstClique(SetFixture fixture, int by) {
    first(
        fixture,
        PodClique.class,
        clique ->
            fixture.scaleClique(
                clique.getMetadata().getName(), Math.max(0, clique.getSpec().replicas() + by)));
  }

  // Every view here is fresh, so nobody has a reason to create what is there already.
  private static List<ObjectKey> createdInVain(SetFixture fixture) {
    return fixture.cluster.journal().stream()
        .filter(answer -> answer.outcome() instanceof Outcome.AlreadyExists)
        .map(answer -> answer.action().target())
        .toList();
  }

  @Provide
  Arbitrary<TreeShape> shapes() {
    Arbitrary<Integer> replicas = Arbitraries.integers().between(1, 3);
    Arbitrary<TreeShape.Group> group =
        Combinators.combine(replicas.list().ofMinSize(1).ofMaxSize(2), replicas, replicas)
            .as((cliques, one, other) ->
                new TreeShape.Group(cliques, Math.max(one, other), Math.min(one, other)));
    Arbitrary<TreeShape> grouped =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(1, 4).list().ofMaxSize(2),
                group)
            .as(TreeShape::new);
    Arbitrary<TreeShape> plain =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(1, 4).list().ofMinSize(1).ofMaxSize(3))
            .as((set, cliques) -> new TreeShape(set, cliques, null));
    return Arbitraries.oneOf(grouped, plain);
  }

  @Provide
  Arbitrary<List<Deed>> deeds() {
    return Arbitraries.of(Deed.class).list().ofMaxSize(10);
  }
}
