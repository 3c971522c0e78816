package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueSetUpdateProgress;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.api.set.UpdateStrategy;
import dev.coppice.api.set.UpdateStrategyType;
import dev.coppice.core.pod.PodState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set with a scaling group whose templates are changed while it runs. */
record UpdateFixture(SetFixture fixture) {

  static final String TWO_LEVELS =
      """
      metadata: {name: s}
      spec:
        replicas: 2
        template:
          cliques:
          - {name: a, spec: {replicas: 3, minAvailable: 2, POD}}
          - {name: b, spec: {replicas: 1, POD}}
          - {name: c, spec: {replicas: 2, minAvailable: 1, POD}}
          podCliqueScalingGroups:
          - {name: x, cliqueNames: [b, c], replicas: 3, minAvailable: 2}
      """
          .replace("POD", "podSpec: {containers: [{name: c, image: old}]}");

  static UpdateFixture running() {
    SetFixture fixture = new SetFixture(TWO_LEVELS);
    fixture.settle();
    return new UpdateFixture(fixture);
  }

  /** The user changes the image of some cliques. */
  void changeImage(String image, String... cliques) {
    fixture.changeSet(set -> withImage(set, image, Set.of(cliques)));
  }

  static PodCliqueSet withImage(PodCliqueSet set, String image, Set<String> names) {
    PodCliqueSetSpec spec = set.getSpec();
    List<PodCliqueTemplate> cliques =
        spec.template().cliques().stream()
            .map(clique -> names.contains(clique.name()) ? withImage(clique, image) : clique)
            .toList();
    return SetFixture.withSpec(
        set,
        PodCliqueSetSpecBuilder.builder(spec)
            .template(PodCliqueSetTemplateBuilder.builder(spec.template()).cliques(cliques).build())
            .build());
  }

  private static PodCliqueTemplate withImage(PodCliqueTemplate clique, String image) {
    return PodCliqueTemplateBuilder.builder(clique)
        .spec(
            PodCliqueSpecBuilder.builder(clique.spec())
                .podSpec(
                    new PodSpecBuilder(clique.spec().podSpec())
                        .editFirstContainer()
                        .withImage(image)
                        .endContainer()
                        .build())
                .build())
        .build();
  }

  void strategy(UpdateStrategyType type) {
    fixture.changeSet(set ->
        SetFixture.withSpec(
            set,
            PodCliqueSetSpecBuilder.builder(set.getSpec())
                .updateStrategy(new UpdateStrategy(type))
                .build()));
  }

  /** One round of all controllers, in which nodes do nothing. */
  void controllers() {
    fixture.setPass();
    fixture.groupPasses();
    fixture.cliquePasses();
    fixture.cluster.collectGarbage();
    fixture.nodes.finishTerminations();
  }

  /** Lets everything work until the update is over; after each round somebody looks. */
  void watch(Runnable look) {
    watch(look, _ -> true);
  }

  /** The same while only some pods ever run. */
  void watch(Runnable look, Predicate<Pod> runs) {
    for (int round = 0; round < 200; round++) {
      controllers();
      look.run();
      live().filter(runs).forEach(fixture.nodes::run);
      fixture.cluster.advance(Duration.ofSeconds(1));
      if (isOver()) {
        return;
      }
    }
    throw new AssertionError("the update does not end: " + fixture.status());
  }

  private boolean isOver() {
    PodCliqueSetUpdateProgress progress = fixture.status().updateProgress();
    return progress != null && progress.updateEndedAt() != null && images().equals(wantedImages());
  }

  /** Clique and image of every pod that stays. */
  Set<String> images() {
    return live()
        .map(pod -> template(pod) + "=" + pod.getSpec().getContainers().getFirst().getImage())
        .collect(Collectors.toSet());
  }

  private Set<String> wantedImages() {
    return fixture.set().getSpec().template().cliques().stream()
        .map(clique ->
            clique.name() + "=" + clique.spec().podSpec().getContainers().getFirst().getImage())
        .collect(Collectors.toSet());
  }

  /** Whether a pod of a PodClique, or of a group, has an image. */
  static boolean isMadeFrom(String image, String owner, Pod pod) {
    return pod.getMetadata().getLabels().get(Labels.POD_CLIQUE).startsWith(owner)
        && pod.getSpec().getContainers().getFirst().getImage().equals(image);
  }

  private static String template(Pod pod) {
    String clique = pod.getMetadata().getLabels().get(Labels.POD_CLIQUE);
    return clique.substring(clique.lastIndexOf('-') + 1);
  }

  Stream<Pod> live() {
    return fixture.cluster.all(Pod.class).filter(pod -> PodState.of(pod).live());
  }

  /** Names of the PodCliques outside of groups, with how many of their pods are Ready. */
  void assertReadyAtLeast(int count, String clique) {
    assertThat(
            live()
                .filter(pod ->
                    Objects.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE), clique))
                .filter(PodState::isReady))
        .as("Ready pods of " + clique)
        .hasSizeGreaterThanOrEqualTo(count);
  }

  /** How many replicas of a group have all their pods Ready. */
  long wholeReplicas(String group, int replicas) {
    return Stream.iterate(0, i -> i + 1)
        .limit(replicas)
        .filter(i ->
            fixture
                    .cluster
                    .all(PodClique.class)
                    .filter(c -> c.getMetadata().getName().startsWith(group + "-" + i + "-"))
                    .mapToLong(c -> readyPods(c.getMetadata().getName()))
                    .sum()
                == 3)
        .count();
  }

  private long readyPods(String clique) {
    return live()
        .filter(pod -> Objects.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE), clique))
        .filter(PodState::isReady)
        .count();
  }
}
