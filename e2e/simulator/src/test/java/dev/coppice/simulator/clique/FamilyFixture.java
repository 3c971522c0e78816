package dev.coppice.simulator.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelViews;
import dev.coppice.simulator.model.ReconcileLoop;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The PodCliques of a set {@code llm} with a router and a group of leaders and workers, one group
 * replica more than its minimum. Leaders start after the router where they are in one gang with it,
 * workers after the leader of their group replica. A clique has two pods; the router needs one.
 */
final class FamilyFixture {

  static final String ROUTER = "llm-0-router";
  static final String BASE_LEADER = "llm-0-workers-0-leader";
  static final String BASE_WORKER = "llm-0-workers-0-worker";
  static final String SCALED_LEADER = "llm-0-workers-1-leader";
  static final String SCALED_WORKER = "llm-0-workers-1-worker";

  private static final String NAMESPACE = "ai";
  private static final String BASE_GANG = "llm-0";
  private static final String SCALED_GANG = "llm-0-workers-0";
  private static final int RECONCILES_TO_REST = 20;

  final ClusterModel cluster = new ClusterModel(Instant.parse("2026-08-19T10:00:00Z"));
  final ModelNodes nodes = new ModelNodes(cluster);
  private final ModelViews views = new ModelViews(cluster);
  private final PodCliquePlanner planner =
      new PodCliquePlanner(SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard());
  private final Map<String, ReconcileLoop<PodClique>> loops = new LinkedHashMap<>();

  FamilyFixture() {
    PodCliqueSet set =
        cluster.create(
            TestYaml.read(
                """
                metadata: {name: llm, namespace: ai}
                spec:
                  replicas: 1
                  template:
                    cliques:
                    - {name: router, spec: {replicas: 2, podSpec: {containers: [{name: main, image: i}]}}}
                    - {name: leader, spec: {replicas: 2, podSpec: {containers: [{name: main, image: i}]}}}
                    - {name: worker, spec: {replicas: 2, podSpec: {containers: [{name: main, image: i}]}}}
                    podCliqueScalingGroups:
                    - {name: workers, cliqueNames: [leader, worker]}
                """,
                PodCliqueSet.class));
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(metadata("llm-0-workers", set, Map.of()).build());
    group.setSpec(PodCliqueScalingGroupSpecBuilder.builder().replicas(2).minAvailable(1).build());
    group = cluster.create(group);
    create(ROUTER, 1, set, BASE_GANG);
    create(BASE_LEADER, 2, group, BASE_GANG, ROUTER);
    create(BASE_WORKER, 2, group, BASE_GANG, BASE_LEADER);
    create(SCALED_LEADER, 2, group, SCALED_GANG);
    create(SCALED_WORKER, 2, group, SCALED_GANG, SCALED_LEADER);
    createGang(BASE_GANG, set, ROUTER, BASE_LEADER, BASE_WORKER);
    createGang(SCALED_GANG, set, SCALED_LEADER, SCALED_WORKER);
  }

  private void create(
      String name, int minAvailable, HasMetadata owner, String gang, String... parents) {
    Map<String, String> labels = new TreeMap<>(Map.of(Labels.POD_GANG, gang));
    if (gang.equals(SCALED_GANG)) {
      labels.put(Labels.BASE_POD_GANG, BASE_GANG);
    }
    PodClique clique = new PodClique();
    clique.setMetadata(metadata(name, owner, labels).build());
    clique.setSpec(
        PodCliqueSpecBuilder.builder()
            .podSpec(new PodSpecBuilder().addNewContainer().withName("main").endContainer().build())
            .replicas(2)
            .minAvailable(minAvailable)
            .startsAfter(List.of(parents))
            .build());
    cluster.create(clique);
    loops.put(
        name,
        new ReconcileLoop<>(cluster, planner, memory -> views.clique(NAMESPACE, name, memory)));
  }

  private void createGang(String name, PodCliqueSet set, String... cliques) {
    PodGang gang = new PodGang();
    gang.setMetadata(metadata(name, set, Map.of()).build());
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(Stream.of(cliques).map(c -> new PodGroup(c, List.of(), 1, null)).toList())
            .build());
    cluster.create(gang);
  }

  private static ObjectMetaBuilder metadata(
      String name, HasMetadata owner, Map<String, String> labels) {
    return new ObjectMetaBuilder()
        .withNamespace(NAMESPACE)
        .withName(name)
        .withLabels(labels)
        .addToLabels(Labels.PART_OF, "llm")
        .addToLabels(Labels.SET_REPLICA_INDEX, "0")
        .withOwnerReferences(Ownership.controllerReference(owner));
  }

  /** Runs one reconcile for each clique. */
  void reconciles() {
    loops.values().forEach(ReconcileLoop::reconcile);
  }

  /** Runs reconciles until nothing is left to do, without any time going by. */
  void settle() {
    for (int round = 0; round < RECONCILES_TO_REST; round++) {
      int before = cluster.journal().size();
      reconciles();
      if (cluster.journal().size() == before) {
        return;
      }
    }
    throw new AssertionError("no rest");
  }

  /** Lets controllers and nodes work until every pod runs that may. */
  void run() {
    for (int generation = 0; generation < loops.size(); generation++) {
      settle();
      nodes.finishTerminations();
      nodes.runAll();
    }
    settle();
  }

  PodCliqueStatus status(String clique) {
    return cluster.find(PodClique.class, NAMESPACE, clique).orElseThrow().statusOrEmpty();
  }

  /** The live pods of a clique, by index. */
  List<Pod> pods(String clique) {
    return cluster
        .all(Pod.class)
        .filter(pod -> clique.equals(pod.getMetadata().getLabels().get(Labels.POD_CLIQUE)))
        .map(PodState::of)
        .filter(PodState::live)
        .sorted(Comparator.comparingInt(PodState::index))
        .map(PodState::pod)
        .toList();
  }

  Pod pod(String clique, int index) {
    return pods(clique).get(index);
  }
}
