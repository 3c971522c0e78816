package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownFixture.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownFixture.deletes;
import static dev.coppice.simulator.set.TeardownFixture.kill;
import static dev.coppice.simulator.set.TeardownFixture.only;
import static dev.coppice.simulator.set.TeardownFixture.remade;
import static dev.coppice.simulator.set.TeardownFixture.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.core.status.Conditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is wrong with a set or a group keeps it from making pods, not from being torn down. */
@Timeout(60)
class InvalidTeardownScenarioTest {

  private static final int BOUNDLESS = 2_000_000_000;

  private static void changeTemplate(
      SetFixture fixture, UnaryOperator<PodCliqueSetTemplate> change) {
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(change.apply(set.getSpec().template()))
                .build()));
  }

  /** A label that only the operator may write: it stops no planning. */
  private static void makeInvalid(SetFixture fixture) {
    changeTemplate(
        fixture,
        template ->
            PodCliqueSetTemplateBuilder.builder(template)
                .cliques(
                    template.cliques().stream()
                        .map(clique ->
                            PodCliqueTemplateBuilder.builder(clique)
                                .labels(Map.of("grove.io/podgang", "mine"))
                                .build())
                        .toList())
                .build());
  }

  private static void mend(SetFixture fixture) {
    changeTemplate(
        fixture,
        template ->
            PodCliqueSetTemplateBuilder.builder(template)
                .cliques(
                    template.cliques().stream()
                        .map(clique ->
                            PodCliqueTemplateBuilder.builder(clique).labels(Map.of()).build())
                        .toList())
                .build());
  }

  @Test
  void a_replica_of_an_invalid_set_goes_in_time_and_its_pods_come_back_when_the_set_is_mended() {
    SetFixture fixture = running(TWO_LEVELS);
    NavigableMap<String, String> before = fixture.cliqueUids();
    kill(fixture, "s-0-a", 1);
    fixture.controllersFor(Duration.ofSeconds(5));
    makeInvalid(fixture);

    fixture.controllersFor(Duration.ofMinutes(1));
    fixture.nodes.finishTerminations();
    long podsWhileInvalid = fixture.cluster.all(Pod.class).count();
    List<String> gone = remade(before, fixture.cliqueUids());
    int deletes = deletes(fixture).size();
    mend(fixture);
    fixture.settle();

    assertThat(gone).containsExactly("s-0-a", "s-0-x-0-b", "s-0-x-0-c", "s-0-x-1-b", "s-0-x-1-c");
    assertThat(podsWhileInvalid).isEqualTo(10);
    assertThat(only(fixture.status().replicaDeletions()))
        .matches(record -> record.startedAt().equals(record.since().plusSeconds(10)));
    assertThat(fixture.cluster.all(Pod.class)).hasSize(20);
    assertThat(deletes).isEqualTo(5);
  }

  @Test
  void a_replica_of_a_group_of_an_invalid_set_goes_in_time() {
    SetFixture fixture = running(TWO_LEVELS);
    NavigableMap<String, String> before = fixture.cliqueUids();
    makeInvalid(fixture);
    fixture.controllersFor(Duration.ofSeconds(5));

    kill(fixture, "s-0-x-1-b", 0);
    fixture.controllersFor(Duration.ofMinutes(1));

    assertThat(remade(before, fixture.cliqueUids())).containsExactly("s-0-x-1-b", "s-0-x-1-c");
    assertThat(deletes(fixture)).hasSize(2);
  }

  @Test
  void a_replica_goes_in_time_while_the_number_of_replicas_has_no_bound() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-a", 1);
    fixture.scaleSet(BOUNDLESS);

    fixture.controllersFor(Duration.ofMinutes(1));
    List<String> whileBoundless = fixture.names(PodClique.class);
    fixture.scaleSet(2);
    fixture.settle();

    assertThat(whileBoundless).hasSize(5).allMatch(name -> name.startsWith("s-1-"));
    assertThat(fixture.names(PodClique.class)).hasSize(10);
    assertThat(only(fixture.status().replicaDeletions()).open()).isFalse();
    assertThat(deletes(fixture)).hasSize(5);
  }

  @Test
  void a_replica_of_a_group_goes_in_time_while_the_number_of_the_groups_replicas_has_no_bound() {
    SetFixture fixture = running(TWO_LEVELS);
    fixture.scaleGroup("s-0-x", BOUNDLESS);
    fixture.controllersFor(Duration.ofSeconds(5));

    kill(fixture, "s-0-x-1-b", 0);
    fixture.controllersFor(Duration.ofMinutes(1));

    assertThat(
            Conditions.find(
                fixture.group("s-0-x").statusOrEmpty().conditions(), ConditionTypes.VALID))
        .isPresent();
    assertThat(fixture.names(PodClique.class)).hasSize(8).doesNotContain("s-0-x-1-b", "s-0-x-1-c");
    assertThat(deletes(fixture)).hasSize(2);
  }

  @Test
  void nothing_of_a_group_goes_whose_delay_nobody_can_read() {
    SetFixture fixture = running(TWO_LEVELS);
    kill(fixture, "s-0-x-1-b", 0);
    fixture.controllersFor(Duration.ofSeconds(5));

    changeTemplate(
        fixture,
        template ->
            PodCliqueSetTemplateBuilder.builder(template)
                .podCliqueScalingGroups(
                    template.podCliqueScalingGroups().stream()
                        .map(group ->
                            PodCliqueScalingGroupConfigBuilder.builder(group)
                                .terminationDelay("soon")
                                .build())
                        .toList())
                .build());
    fixture.controllersFor(Duration.ofHours(1));

    assertThat(deletes(fixture)).isEmpty();
  }
}
