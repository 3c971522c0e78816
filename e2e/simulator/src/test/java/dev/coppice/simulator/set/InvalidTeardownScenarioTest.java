package dev.coppice.simulator.set;

import static dev.coppice.simulator.set.TeardownScene.TWO_LEVELS;
import static dev.coppice.simulator.set.TeardownScene.deletes;
import static dev.coppice.simulator.set.TeardownScene.kill;
import static dev.coppice.simulator.set.TeardownScene.only;
import static dev.coppice.simulator.set.TeardownScene.remade;
import static dev.coppice.simulator.set.TeardownScene.running;
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

  private static void changeTemplate(SetScene scene, UnaryOperator<PodCliqueSetTemplate> change) {
    scene.changeSet(set ->
        SetScene.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .template(change.apply(set.getSpec().template()))
                .build()));
  }

  /** A label that only the operator may write: it stops no planning. */
  private static void makeInvalid(SetScene scene) {
    changeTemplate(
        scene,
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

  private static void mend(SetScene scene) {
    changeTemplate(
        scene,
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
    SetScene scene = running(TWO_LEVELS);
    NavigableMap<String, String> before = scene.cliqueUids();
    kill(scene, "s-0-a", 1);
    scene.controllersFor(Duration.ofSeconds(5));
    makeInvalid(scene);

    scene.controllersFor(Duration.ofMinutes(1));
    scene.nodes.finishTerminations();
    long podsWhileInvalid = scene.cluster.all(Pod.class).count();
    List<String> gone = remade(before, scene.cliqueUids());
    int deletes = deletes(scene).size();
    mend(scene);
    scene.settle();

    assertThat(gone).containsExactly("s-0-a", "s-0-x-0-b", "s-0-x-0-c", "s-0-x-1-b", "s-0-x-1-c");
    assertThat(podsWhileInvalid).isEqualTo(10);
    assertThat(only(scene.status().replicaDeletions()))
        .matches(record -> record.startedAt().equals(record.since().plusSeconds(10)));
    assertThat(scene.cluster.all(Pod.class)).hasSize(20);
    assertThat(deletes).isEqualTo(5);
  }

  @Test
  void a_replica_of_a_group_of_an_invalid_set_goes_in_time() {
    SetScene scene = running(TWO_LEVELS);
    NavigableMap<String, String> before = scene.cliqueUids();
    makeInvalid(scene);
    scene.controllersFor(Duration.ofSeconds(5));

    kill(scene, "s-0-x-1-b", 0);
    scene.controllersFor(Duration.ofMinutes(1));

    assertThat(remade(before, scene.cliqueUids())).containsExactly("s-0-x-1-b", "s-0-x-1-c");
    assertThat(deletes(scene)).hasSize(2);
  }

  @Test
  void a_replica_goes_in_time_while_the_number_of_replicas_has_no_bound() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-0-a", 1);
    scene.scaleSet(BOUNDLESS);

    scene.controllersFor(Duration.ofMinutes(1));
    List<String> whileBoundless = scene.names(PodClique.class);
    scene.scaleSet(2);
    scene.settle();

    assertThat(whileBoundless).hasSize(5).allMatch(name -> name.startsWith("s-1-"));
    assertThat(scene.names(PodClique.class)).hasSize(10);
    assertThat(only(scene.status().replicaDeletions()).open()).isFalse();
    assertThat(deletes(scene)).hasSize(5);
  }

  @Test
  void a_replica_of_a_group_goes_in_time_while_the_number_of_the_groups_replicas_has_no_bound() {
    SetScene scene = running(TWO_LEVELS);
    scene.scaleGroup("s-0-x", BOUNDLESS);
    scene.controllersFor(Duration.ofSeconds(5));

    kill(scene, "s-0-x-1-b", 0);
    scene.controllersFor(Duration.ofMinutes(1));

    assertThat(
            Conditions.find(
                scene.group("s-0-x").statusOrEmpty().conditions(), ConditionTypes.VALID))
        .isPresent();
    assertThat(scene.names(PodClique.class)).hasSize(8).doesNotContain("s-0-x-1-b", "s-0-x-1-c");
    assertThat(deletes(scene)).hasSize(2);
  }

  @Test
  void nothing_of_a_group_goes_whose_delay_nobody_can_read() {
    SetScene scene = running(TWO_LEVELS);
    kill(scene, "s-0-x-1-b", 0);
    scene.controllersFor(Duration.ofSeconds(5));

    changeTemplate(
        scene,
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
    scene.controllersFor(Duration.ofHours(1));

    assertThat(deletes(scene)).isEmpty();
  }
}
