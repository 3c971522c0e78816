package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.EventReasons;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.UpdateStrategy;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Trial;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing that runs is deleted for a template that the API server does not take. */
class RefusedTemplateScenarioTest {

  private static final Trial.Refused WHY =
      new Trial.Refused(
          "Pod is invalid: spec.containers[0].volumeMounts[0].name: Not found: \"shm\"",
          List.of(
              new Trial.Cause("spec.containers[0].volumeMounts[0].name", "Not found: \"shm\"")));

  private final UpdateFixture update = UpdateFixture.running();
  private final SetFixture fixture = update.fixture();

  private Set<String> pods() {
    return fixture
        .cluster
        .all(Pod.class)
        .map(pod -> pod.getMetadata().getUid())
        .collect(Collectors.toSet());
  }

  private void refuse(String image) {
    fixture.cluster.podRule().refuse(pod -> image(pod).equals(image) ? WHY : null);
  }

  private void use(UpdateStrategyType strategy) {
    fixture.changeSet(set ->
        set.withSpec(
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .updateStrategy(new UpdateStrategy(strategy))
                .build()));
    fixture.settle();
  }

  private String valid() {
    return Conditions.find(fixture.status().conditions(), "Valid")
        .map(c -> "%s %s: %s".formatted(c.getStatus(), c.getReason(), c.getMessage()))
        .orElse("");
  }

  private long tries(int since) {
    return fixture.actionsSince(since).stream().filter(Action.Try.class::isInstance).count();
  }

  @ParameterizedTest
  @EnumSource(UpdateStrategyType.class)
  void an_update_deletes_nothing_and_tells_where_the_mistake_is(UpdateStrategyType strategy) {
    use(strategy);
    Set<String> before = pods();
    int actions = fixture.actions().size();
    refuse("bad");

    update.changeImage("bad", "a", "c");
    fixture.controllersFor(Duration.ofMinutes(2));

    assertThat(pods()).isEqualTo(before);
    assertThat(fixture.actionsSince(actions)).noneMatch(Action.Delete.class::isInstance);
    assertThat(valid())
        .isEqualTo(
            "False TemplateRefused: spec.template.cliques[0].spec.podSpec.containers[0].volumeMounts[0].name: Not found: \"shm\";"
                + " spec.template.cliques[2].spec.podSpec.containers[0].volumeMounts[0].name: Not found: \"shm\"");
    assertThat(fixture.cluster.events())
        .filteredOn(event -> event.reason().equals(EventReasons.TEMPLATE_REFUSED))
        .hasSize(1);
  }

  @Test
  void where_a_limit_is_in_the_way_of_the_operators_own_container_the_key_for_it_is_told() {
    SetFixture ordered =
        new SetFixture(
            UpdateFixture.TWO_LEVELS.replace(
                "    cliques:", "    cliqueStartupType: CliqueStartupTypeInOrder\n    cliques:"));
    ordered
        .cluster
        .podRule()
        .refuse(pod ->
            pod.getSpec().getInitContainers().isEmpty()
                ? null
                : new Trial.Refused(
                    "pods is forbidden: minimum cpu usage per Container is 100m, but request is 10m",
                    List.of()));

    ordered.controllersFor(Duration.ofSeconds(1));

    assertThat(Conditions.find(ordered.status().conditions(), "Valid"))
        .get()
        .extracting(c -> c.getMessage())
        .asString()
        .contains("see startup.resources.requests.cpu");
  }

  /** What the trial is for. */
  @Test
  void without_a_trial_an_update_learns_of_it_when_pods_have_gone() {
    SetFixture untried = SetFixture.withoutTrials(UpdateFixture.TWO_LEVELS);
    untried.settle();
    int before = untried.actions().size();
    untried.cluster.podRule().refuse(pod -> image(pod).equals("bad") ? WHY : null);

    new UpdateFixture(untried).changeImage("bad", "a", "c");
    untried.controllersFor(Duration.ofMinutes(1));

    assertThat(untried.actionsSince(before))
        .anyMatch(action -> action instanceof Action.Delete && action.target().type() == Pod.class);
  }

  private static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }

  @ParameterizedTest
  @EnumSource(UpdateStrategyType.class)
  void a_lost_pod_comes_back_from_the_template_that_its_clique_has(UpdateStrategyType strategy) {
    use(strategy);
    refuse("bad");
    update.changeImage("bad", "a", "c");
    fixture.controllersFor(Duration.ofSeconds(5));

    int before = pods().size();
    TeardownFixture.kill(fixture, "s-0-a", 0);
    TeardownFixture.kill(fixture, "s-0-x-0-c", 0);
    fixture.controllersFor(Duration.ofSeconds(30));

    assertThat(update.live().map(RefusedTemplateScenarioTest::image))
        .hasSize(before)
        .containsOnly("old");
  }

  @Test
  void what_is_taken_later_is_rolled_out_by_itself() {
    refuse("bad");
    update.changeImage("bad", "a");
    fixture.controllersFor(Duration.ofMinutes(1));
    assertThat(valid()).startsWith("False TemplateRefused: ");

    fixture.cluster.podRule().refuse(_ -> null);
    fixture.controllersFor(Duration.ofMinutes(1));
    fixture.settle();

    assertThat(valid()).isEmpty();
    assertThat(
            fixture
                .cluster
                .all(Pod.class)
                .filter(pod -> pod.getSpec().getContainers().getFirst().getImage().equals("bad"))
                .count())
        .isEqualTo(6);
  }

  @Test
  void a_changed_template_is_tried_once_and_a_new_set_once_for_each_clique() {
    assertThat(tries(0)).isEqualTo(3);
    int actions = fixture.actions().size();

    update.changeImage("new", "a", "c");
    fixture.settle();

    assertThat(tries(actions)).isEqualTo(2);
  }

  /** A policy that came later: what still runs is more than what would come back. */
  @Test
  void a_teardown_waits_until_what_would_come_back_is_taken() {
    SetFixture running = TeardownFixture.running(TeardownFixture.TWO_LEVELS);
    running.cluster.podRule().refuse(_ -> WHY);

    TeardownFixture.kill(running, "s-0-a", 0);
    TeardownFixture.kill(running, "s-1-x-0-b", 0);
    running.controllersFor(Duration.ofSeconds(60));
    assertThat(TeardownFixture.deletes(running)).isEmpty();
    assertThat(running.status().lastErrors())
        .anyMatch(error -> error.description().contains("spec.template.cliques[0].spec.podSpec"));

    running.cluster.podRule().refuse(_ -> null);
    running.settle();
    assertThat(Conditions.isTrue(running.status().conditions(), "Ready")).isTrue();
  }

  @Test
  void nothing_is_made_of_a_new_set_whose_template_is_refused() {
    SetFixture refused = new SetFixture(UpdateFixture.TWO_LEVELS);
    refused.cluster.podRule().refuse(_ -> WHY);

    refused.controllersFor(Duration.ofMinutes(1));

    assertThat(refused.actions()).noneMatch(Action.Create.class::isInstance);
    assertThat(Conditions.find(refused.status().conditions(), "Valid"))
        .hasValueSatisfying(c -> assertThat(c.getReason()).isEqualTo("TemplateRefused"));
  }
}
