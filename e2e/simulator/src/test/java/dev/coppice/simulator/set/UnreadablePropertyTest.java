package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.GroveResource;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.json.ModelJson;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/**
 * While an object cannot be read, whoever rests on it does nothing but tell; when it can be read
 * again, everything goes on as if nothing had been.
 */
class UnreadablePropertyTest {

  private static final Unreadable WHY = new Unreadable("spec.boom", "a string, not a number");

  /** What goes on while somebody makes an object unreadable. */
  enum Deed {
    NOTHING,
    PODS_LOST,
    PODS_FAILED,
    SET_OUT,
    SET_IN,
    TEMPLATE_CHANGED
  }

  @Property(tries = 50)
  void who_rests_on_it_does_nothing_but_tell_until_it_can_be_read_again(
      @ForAll("shapes") TreeShape shape,
      @ForAll @IntRange(max = 200) int which,
      @ForAll Deed deed,
      @ForAll @IntRange(max = 4) int passes,
      @ForAll boolean before) {
    SetFixture fixture = new SetFixture(shape.yaml());
    SetFixture other = new SetFixture(shape.yaml());
    for (SetFixture each : List.of(fixture, other)) {
      each.settle();
    }
    List<HasMetadata> all = fixture.cluster.all(HasMetadata.class).toList();
    HasMetadata victim = all.get(which % all.size());
    Statistics.collect(victim.getKind());
    happen(other, deed);
    if (before) {
      happen(fixture, deed);
    }
    for (int pass = 0; pass < passes; pass++) {
      work(fixture);
    }
    fixture.cluster.unreadable().add(ObjectKey.of(victim), WHY);
    if (!before) {
      happen(fixture, deed);
    }
    Optional<JsonNode> recorded = recorded(fixture, victim);

    for (int round = 0; round < 6; round++) {
      watch(fixture, victim);
      fixture.cluster.advance(Duration.ofSeconds(11));
    }

    if (stands(fixture, victim)) {
      assertThat(recorded(fixture, victim)).isEqualTo(recorded);
    }
    fixture.cluster.unreadable().clear();
    fixture.settle();
    other.settle();
    assertThat(state(fixture)).isEqualTo(state(other));
  }

  @Property(tries = 15)
  void it_is_told_once_and_told_no_more_when_it_can_be_read(
      @ForAll("shapes") TreeShape shape, @ForAll @IntRange(max = 200) int which) {
    SetFixture fixture = new SetFixture(shape.yaml());
    fixture.settle();
    Map<ObjectKey, Map<String, String>> before = conditions(fixture);
    List<HasMetadata> all = fixture.cluster.all(HasMetadata.class).toList();
    HasMetadata victim = all.get(which % all.size());
    fixture.cluster.unreadable().add(ObjectKey.of(victim), WHY);

    fixture.settle();

    if (victim instanceof GroveResource<?, ?>) {
      assertThat(ready(fixture, victim))
          .hasValueSatisfying(ready -> {
            assertThat(ready.getStatus()).isEqualTo("False");
            assertThat(ready.getReason()).isEqualTo(ConditionReasons.UNREADABLE);
            assertThat(ready.getMessage())
                .isEqualTo("cannot be read: spec.boom: a string, not a number");
          });
    }
    if (!(victim instanceof Pod)) {
      assertThat(ready(fixture, fixture.set()).orElseThrow().getReason())
          .isEqualTo(ConditionReasons.UNREADABLE);
    }
    assertThat(
            fixture.cluster.events().stream()
                .filter(event -> event.reason().equals(EventReasons.UNREADABLE))
                .filter(event -> event.message().contains(victim.getMetadata().getName())))
        .hasSizeBetween(1, 3);
    int events = fixture.cluster.events().size();
    int actions = fixture.actions().size();
    work(fixture);
    assertThat(fixture.actionsSince(actions)).isEmpty();
    assertThat(fixture.cluster.events()).hasSize(events);

    fixture.cluster.unreadable().clear();
    fixture.settle();

    assertThat(conditions(fixture)).isEqualTo(before);
  }

  private static void happen(SetFixture fixture, Deed deed) {
    int replicas = fixture.set().getSpec().replicas();
    switch (deed) {
      case NOTHING -> {}
      case PODS_LOST -> firstPods(fixture).forEach(fixture.cluster::delete);
      case PODS_FAILED -> firstPods(fixture).forEach(fixture.nodes::fail);
      case SET_OUT -> fixture.scaleSet(replicas + 1);
      case SET_IN -> fixture.scaleSet(Math.max(0, replicas - 1));
      case TEMPLATE_CHANGED ->
          fixture.changeSet(set ->
              UpdateFixture.withImage(
                  set,
                  "next",
                  set.getSpec().template().cliques().stream()
                      .map(PodCliqueTemplate::name)
                      .collect(Collectors.toSet())));
    }
  }

  private static List<Pod> firstPods(SetFixture fixture) {
    return fixture
        .cluster
        .all(Pod.class)
        .filter(pod -> "0".equals(pod.getMetadata().getLabels().get(Labels.POD_INDEX)))
        .toList();
  }

  private static void work(SetFixture fixture) {
    fixture.setPass();
    fixture.groupPasses();
    fixture.cliquePasses();
    fixture.nodes.finishTerminations();
    fixture.nodes.runAll();
  }

  /** The same, with a look at whoever rests on the victim. */
  private static void watch(SetFixture fixture, HasMetadata victim) {
    int actions = fixture.actions().size();
    fixture.setPass();
    if (!(victim instanceof Pod) && stands(fixture, victim)) {
      assertOnlyTells(fixture, actions);
    }
    for (PodCliqueScalingGroup group : fixture.cluster.all(PodCliqueScalingGroup.class).toList()) {
      int before = fixture.actions().size();
      fixture.groupPass(group.getMetadata().getName());
      if (restsOn(group, victim) && stands(fixture, victim)) {
        assertOnlyTells(fixture, before);
      }
    }
    for (PodClique clique : fixture.cluster.all(PodClique.class).toList()) {
      boolean rests = restsOn(clique, victim) && stands(fixture, victim);
      int before = fixture.actions().size();
      fixture.cliquePass(clique.getMetadata().getName());
      if (rests) {
        assertOnlyTells(fixture, before);
      }
    }
    fixture.nodes.finishTerminations();
    fixture.nodes.runAll();
  }

  // What is being deleted goes, readable or not.
  private static boolean stands(SetFixture fixture, HasMetadata victim) {
    return fixture
        .cluster
        .find(ObjectKey.of(victim))
        .filter(object -> object.getMetadata().getUid().equals(victim.getMetadata().getUid()))
        .isPresent();
  }

  private static boolean restsOn(HasMetadata object, HasMetadata victim) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return victim instanceof PodCliqueSet
        || ObjectKey.of(object).equals(ObjectKey.of(victim))
        || Ownership.isControlledBy(victim, object)
        || Ownership.isControlledBy(object, victim)
        || (victim instanceof PodGang
            && victim.getMetadata().getName().equals(labels.get(Labels.POD_GANG)));
  }

  private static void assertOnlyTells(SetFixture fixture, int since) {
    assertThat(fixture.actionsSince(since))
        .allSatisfy(action -> {
          assertThat(action).isInstanceOf(Action.Patch.class);
          Action.Patch patch = (Action.Patch) action;
          assertThat(patch.subresource()).isEqualTo("status");
          assertThat(
                  StreamSupport.stream(patch.operations().spliterator(), false)
                      .filter(operation -> !operation.path("op").asText().equals("test"))
                      .map(operation -> operation.path("path").asText()))
              .isSubsetOf("/status", "/status/conditions", "/status/observedGeneration");
        });
  }

  /** What is recorded of the victim, without its conditions. */
  private static Optional<JsonNode> recorded(SetFixture fixture, HasMetadata victim) {
    return fixture
        .cluster
        .find(ObjectKey.of(victim))
        .filter(GroveResource.class::isInstance)
        .<JsonNode>map(object -> ModelJson.tree(object).path("status").deepCopy())
        .map(status -> {
          if (status instanceof ObjectNode fields) {
            fields.remove(List.of("conditions", "observedGeneration"));
          }
          return status;
        });
  }

  private static Optional<Condition> ready(SetFixture fixture, HasMetadata object) {
    return Conditions.find(
        conditions(fixture.cluster.find(ObjectKey.of(object)).orElseThrow()), ConditionTypes.READY);
  }

  private static List<Condition> conditions(HasMetadata object) {
    return switch (object) {
      case PodCliqueSet set -> set.statusOrEmpty().conditions();
      case PodCliqueScalingGroup group -> group.statusOrEmpty().conditions();
      case PodClique clique -> clique.statusOrEmpty().conditions();
      case PodGang gang -> gang.statusOrEmpty().conditions();
      default -> List.of();
    };
  }

  private static Map<ObjectKey, Map<String, String>> conditions(SetFixture fixture) {
    return fixture
        .cluster
        .all(HasMetadata.class)
        .filter(GroveResource.class::isInstance)
        .collect(
            Collectors.toMap(
                ObjectKey::of,
                object ->
                    conditions(object).stream()
                        .collect(
                            Collectors.toMap(
                                Condition::getType,
                                condition -> condition.getStatus() + " " + condition.getReason(),
                                (one, _) -> one,
                                TreeMap::new))));
  }

  /**
   * What stands at the end: names and specifications, numbers, and how many pods each clique has.
   */
  private static Map<String, String> state(SetFixture fixture) {
    Map<String, String> state = new TreeMap<>();
    fixture
        .cluster
        .all(HasMetadata.class)
        .filter(object -> !(object instanceof Pod))
        .forEach(object ->
            state.put(
                ObjectKey.of(object).toString(),
                object instanceof PodGang ? "" : ModelJson.tree(object).path("spec").toString()));
    fixture
        .cluster
        .all(PodClique.class)
        .forEach(clique ->
            state.put(
                "pods of " + clique.getMetadata().getName(),
                "%d ready, %d updated"
                    .formatted(
                        clique.statusOrEmpty().readyReplicas(),
                        clique.statusOrEmpty().updatedReplicas())));
    state.put(
        "set",
        PodCliqueSetStatusBuilder.builder(fixture.status())
            .conditions(List.of())
            .podGangStatuses(List.of())
            .updateProgress(null)
            .lastErrors(List.of())
            .build()
            .toString());
    return state;
  }

  @Provide
  Arbitrary<TreeShape> shapes() {
    Arbitrary<Integer> replicas = Arbitraries.integers().between(1, 2);
    Arbitrary<TreeShape.Group> group =
        Combinators.combine(replicas.list().ofMinSize(1).ofMaxSize(2), replicas, replicas)
            .as((cliques, one, other) ->
                new TreeShape.Group(cliques, Math.max(one, other), Math.min(one, other)));
    return Combinators.combine(
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(1, 3).list().ofMinSize(1).ofMaxSize(2),
            group.injectNull(0.3))
        .as(TreeShape::new);
  }
}
