package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Mutation;
import dev.coppice.core.admission.ResolvedSet;
import dev.coppice.core.admission.SampleSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Whatever somebody writes past the webhook and even past the schema: the controllers plan, come to
 * rest, and make no pod of it.
 */
class BrokenObjectsPropertyTest {

  private static final ObjectMapper JSON = JsonMapper.builder().findAndAddModules().build();
  private static final JsonNode SET = SampleSet.valid().tree();
  private static final Validity VALIDITY = Validity.standard();

  /** Which of the objects of a running set is broken. */
  enum Victim {
    SET,
    GROUP,
    STANDALONE,
    MEMBER
  }

  @Provide
  Arbitrary<List<Mutation>> mutations() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1_000), Arbitraries.of(Mutation.Change.class))
        .as(Mutation::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  @Property(tries = 60)
  void a_new_set_that_is_broken_gets_no_pods(
      @ForAll("mutations") List<Mutation> mutations, @ForAll boolean marked) {
    Optional<PodCliqueSet> broken =
        broken(mutations, TestYaml.read(SET.toString(), PodCliqueSet.class));
    Assume.that(broken.isPresent());
    SetFixture fixture = new SetFixture(broken.get());
    fixture.cluster.enforce(policy(marked));
    Findings findings = ResolvedSet.of(fixture.set(), VALIDITY).findings();
    Statistics.collect(findings.isAllowed() ? "valid" : "invalid");

    fixture.settle();

    assertThat(message(fixture.set())).isEqualTo(findings.message());
    if (!findings.isAllowed()) {
      assertThat(fixture.names(Pod.class)).isEmpty();
    }
  }

  @Property(tries = 60)
  void a_running_set_that_is_broken_loses_pods_without_replacement(
      @ForAll Victim victim,
      @ForAll("mutations") List<Mutation> mutations,
      @ForAll boolean marked) {
    SetFixture fixture = new SetFixture(SET.toString());
    fixture.cluster.enforce(policy(marked));
    fixture.settle();
    HasMetadata object = victim(fixture, victim);
    Optional<? extends HasMetadata> broken = broken(mutations, object);
    Assume.that(broken.isPresent());
    replace(fixture, object, broken.get());
    fixture.cluster.all(Pod.class).toList().forEach(fixture.nodes::fail);
    List<String> stopped = stopped(fixture);
    Statistics.collect(victim, stopped.isEmpty() ? "goes on" : "stopped");
    int before = fixture.actions().size();

    fixture.settle();

    assertThat(createdPods(fixture.actionsSince(before)))
        .noneMatch(pod -> stopped.contains(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)));
  }

  private static UnaryOperator<HasMetadata> policy(boolean marked) {
    return marked ? Policies.marking("example.com/team", "a") : UnaryOperator.identity();
  }

  private static HasMetadata victim(SetFixture fixture, Victim victim) {
    return switch (victim) {
      case SET -> fixture.set();
      case GROUP -> fixture.group("llm-0-decode");
      case STANDALONE -> fixture.clique("llm-0-router");
      case MEMBER -> fixture.clique("llm-1-decode-0-worker");
    };
  }

  /** The object with another specification, labels and annotations; empty if it cannot be read. */
  private static <T extends HasMetadata> Optional<T> broken(List<Mutation> mutations, T object) {
    ObjectNode tree = JSON.createObjectNode();
    JsonNode whole = JSON.valueToTree(object);
    tree.set("spec", whole.path("spec"));
    tree.putObject("metadata").set("labels", whole.path("metadata").path("labels"));
    tree.withObject("/metadata").set("annotations", whole.path("metadata").path("annotations"));
    JsonNode mutated = withoutNull(Mutation.apply(mutations, tree));
    ObjectNode metadata = ((ObjectNode) whole).withObject("/metadata");
    for (String field : List.of("labels", "annotations")) {
      JsonNode value = mutated.path("metadata").path(field);
      if (value.isObject()) {
        metadata.set(field, value);
      } else {
        metadata.remove(field);
      }
    }
    ((ObjectNode) whole).set("spec", mutated.path("spec"));
    try {
      @SuppressWarnings("unchecked")
      Class<T> type = (Class<T>) object.getClass();
      return Optional.of(TestYaml.read(whole.toString(), type))
          .filter(BrokenObjectsPropertyTest::isStorable);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** As the API server does it before it stores anything. */
  private static JsonNode withoutNull(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.properties().removeIf(field -> field.getValue().isNull());
    } else if (tree instanceof ArrayNode list) {
      list.removeIf(JsonNode::isNull);
    }
    tree.forEach(BrokenObjectsPropertyTest::withoutNull);
    return tree;
  }

  /** What is below a set is made by us; nobody takes its specification away. */
  private static boolean isStorable(HasMetadata object) {
    return switch (object) {
      case PodClique clique -> clique.getSpec() != null && clique.getSpec().podSpec() != null;
      case PodCliqueScalingGroup group -> group.getSpec() != null;
      default -> true;
    };
  }

  private static <T extends HasMetadata> void replace(
      SetFixture fixture, HasMetadata object, HasMetadata broken) {
    @SuppressWarnings("unchecked")
    T before = (T) object;
    @SuppressWarnings("unchecked")
    T after = (T) broken;
    fixture.cluster.change(before, _ -> after);
  }

  /** The cliques that get no pods any more. */
  private static List<String> stopped(SetFixture fixture) {
    PodCliqueSet set = Defaults.of(fixture.set());
    boolean all = !VALIDITY.of(set).isAllowed();
    List<String> stopped = new ArrayList<>();
    for (PodClique clique : fixture.cluster.all(PodClique.class).toList()) {
      if (all || !VALIDITY.of(clique, set).isAllowed() || isInStoppedGroup(fixture, set, clique)) {
        stopped.add(clique.getMetadata().getName());
      }
    }
    return stopped;
  }

  private static boolean isInStoppedGroup(SetFixture fixture, PodCliqueSet set, PodClique clique) {
    return fixture
        .cluster
        .all(PodCliqueScalingGroup.class)
        .filter(group -> clique.getMetadata().getName().startsWith(group.getMetadata().getName()))
        .anyMatch(group -> !VALIDITY.of(group, set).isAllowed());
  }

  private static Stream<Pod> createdPods(List<Action> actions) {
    return actions.stream()
        .filter(Action.Create.class::isInstance)
        .map(action -> ((Action.Create) action).object())
        .filter(Pod.class::isInstance)
        .map(Pod.class::cast);
  }

  private static String message(PodCliqueSet set) {
    return Conditions.find(set.statusOrEmpty().conditions(), ConditionTypes.VALID)
        .map(Condition::getMessage)
        .orElse("");
  }
}
