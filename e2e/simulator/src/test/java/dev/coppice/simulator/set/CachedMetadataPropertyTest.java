package dev.coppice.simulator.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.object.ReadKeys;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.reconcile.Memory;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlanYaml;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.PodCliqueSetPlanner;
import dev.coppice.core.set.SetWatches;
import dev.coppice.simulator.model.CachedMetadata;
import dev.coppice.simulator.model.ModelViews;
import dev.coppice.simulator.model.Policies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What caches drop of labels and annotations changes nothing that is decided. */
class CachedMetadataPropertyTest {

  private static final String LONG = "x".repeat(ReadKeys.LONGEST_VALUE + 1);

  private static final String SET =
      """
      metadata:
        name: s
        labels: {tier: gold}
        annotations: {owner: ann}
      spec:
        replicas: 2
        template:
          cliques:
            - name: a
              labels: {role: leader}
              annotations: {note: first, kubectl.kubernetes.io/default-container: c}
              spec:
                roleName: a
                replicas: 2
                minAvailable: 1
                podSpec: {containers: [{name: c, image: i}]}
                autoScalingConfig: {minReplicas: 1, maxReplicas: 2}
            - name: b
              spec:
                roleName: b
                replicas: 1
                minAvailable: 1
                podSpec: {containers: [{name: c, image: i}]}
          podCliqueScalingGroups:
            - name: g
              cliqueNames: [b]
              replicas: 2
              minAvailable: 1
              annotations: {zone: z}
      """;

  /**
   * Keys that somebody puts on every object.
   *
   * @param anywhere annotations that are dropped from every kind
   * @param ofChildren labels and annotations that are dropped from what stands at the edge of a
   *     tree
   */
  record Foreign(Map<String, String> anywhere, Map<String, String> ofChildren) {

    HasMetadata on(HasMetadata object) {
      HasMetadata marked = object;
      for (Map.Entry<String, String> entry : anywhere.entrySet()) {
        marked = Policies.annotated(marked, entry.getKey(), entry.getValue());
      }
      if (object instanceof Pod
          || object instanceof Service
          || object instanceof HorizontalPodAutoscaler) {
        for (Map.Entry<String, String> entry : ofChildren.entrySet()) {
          marked = Policies.marked(marked, entry.getKey(), entry.getValue());
        }
      }
      return marked;
    }
  }

  @Property(tries = 50)
  void is_planned_as_if_it_were_not_there(
      @ForAll("steps") List<Integer> steps, @ForAll("foreign") Foreign foreign) {
    SetFixture fixture = new SetFixture(SET);
    steps.forEach(step -> happen(fixture, step));

    List<String> plain = plans(fixture, CachedMetadata::of);

    assertThat(plans(fixture, object -> CachedMetadata.of(foreign.on(object)))).isEqualTo(plain);
    // Sets hand on what is not dropped, and are asked only as the caches show them.
    assertThat(
            plans(
                fixture,
                object ->
                    object instanceof PodCliqueSet
                        ? CachedMetadata.of(foreign.on(object))
                        : foreign.on(object)))
        .isEqualTo(plain);
  }

  private static void happen(SetFixture fixture, int step) {
    switch (step) {
      case 0 -> fixture.setPass();
      case 1 -> fixture.groupPasses();
      case 2 -> fixture.cliquePasses();
      case 3 -> fixture.nodes.runAll();
      case 4 -> fixture.settle();
      case 5 -> fixture.scaleSet(1);
      default ->
          fixture.changeSet(set ->
              Policies.annotated(Policies.marked(set, "tier", "silver"), "owner", "bob-" + step));
    }
  }

  private static List<String> plans(SetFixture fixture, UnaryOperator<HasMetadata> cached) {
    Instant now = fixture.cluster.clock().instant();
    Validity validity = Validity.standard();
    SchedulerBackends schedulers = SchedulerBackends.standard();
    ModelViews views = new ModelViews(fixture.cluster, new SetWatches(), cached);
    Stream<Plan> sets =
        fixture
            .cluster
            .all(PodCliqueSet.class)
            .flatMap(set ->
                views.set(SetFixture.NAMESPACE, name(set), Memory.none()).stream()
                    .map(view ->
                        new PodCliqueSetPlanner(schedulers, validity, TerminationSettings.DEFAULTS)
                            .plan(view, now)));
    Stream<Plan> groups =
        fixture
            .cluster
            .all(PodCliqueScalingGroup.class)
            .flatMap(group ->
                views.group(SetFixture.NAMESPACE, name(group), Memory.none()).stream()
                    .map(view ->
                        new PodCliqueScalingGroupPlanner(validity, TerminationSettings.DEFAULTS)
                            .plan(view, now)));
    Stream<Plan> cliques =
        fixture
            .cluster
            .all(PodClique.class)
            .flatMap(clique ->
                views.clique(SetFixture.NAMESPACE, name(clique), Memory.none()).stream()
                    .map(view ->
                        new PodCliquePlanner(schedulers, PodSettings.DEFAULTS, validity)
                            .plan(view, now)));
    return Stream.of(sets, groups, cliques).flatMap(plans -> plans).map(PlanYaml::render).toList();
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  @Provide
  Arbitrary<List<Integer>> steps() {
    return Arbitraries.integers().between(0, 7).list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<Foreign> foreign() {
    Arbitrary<Map<String, String>> tools =
        Arbitraries.maps(
                Arbitraries.of(
                    "kubectl.kubernetes.io/last-applied-configuration",
                    "kubectl.kubernetes.io/restartedAt",
                    "argocd.argoproj.io/tracking-id",
                    "meta.helm.sh/release-name",
                    "config.kubernetes.io/origin"),
                Arbitraries.of("", "a", "{\"kind\":\"PodCliqueSet\"}", LONG))
            .ofMaxSize(5);
    Arbitrary<Map<String, String>> large =
        Arbitraries.maps(
                Arbitraries.strings()
                    .alpha()
                    .ofMinLength(1)
                    .ofMaxLength(5)
                    .map("example.com/"::concat),
                Arbitraries.of(LONG))
            .ofMaxSize(3);
    Arbitrary<Map<String, String>> users =
        Arbitraries.maps(
                Arbitraries.strings()
                    .alpha()
                    .ofMinLength(1)
                    .ofMaxLength(5)
                    .map("team.example.com/"::concat),
                Arbitraries.of("", "a", "b"))
            .ofMaxSize(20);
    return Combinators.combine(tools, large, users)
        .as((some, others, ofChildren) -> {
          Map<String, String> anywhere = new TreeMap<>(some);
          anywhere.putAll(others);
          return new Foreign(anywhere, ofChildren);
        });
  }
}
