package dev.coppice.simulator.clique;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.clique.CliqueFamily;
import dev.coppice.core.clique.PodCliquePlanner;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodNames;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.PodState;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelNodes;
import dev.coppice.simulator.model.ModelViews;
import dev.coppice.simulator.model.ReconcileLoop;
import dev.coppice.simulator.model.Scaling;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One standalone PodClique {@code llm-0-prefill} of a set {@code llm}, in a cluster model. */
final class CliqueFixture {

  static final Instant START = Instant.parse("2026-08-19T10:00:00Z");
  static final String NAMESPACE = "ai";
  static final String NAME = "llm-0-prefill";
  private static final String SIBLING = "llm-0-decode";
  private static final String BASE_GANG = "llm-0-base";
  private static final Purpose REPORT =
      Purpose.unannounced(ErrorCodes.UPDATE_POD_CLIQUE_STATUS, "updated", "status");

  /** How the clique may see a sibling on which its pods wait. */
  enum Sibling {
    ABSENT,
    OF_DEAD_SET,
    TERMINATING,
    BELOW_MINIMUM,
    SUFFICIENT
  }

  // Parsed once: a property makes thousands of fixtures.
  private static final PodCliqueSet SET =
      TestYaml.read(
          """
          metadata: {name: llm, namespace: ai}
          spec:
            replicas: 1
            template:
              cliques:
              - {name: prefill, spec: {podSpec: {containers: [{name: main, image: vllm}]}}}
          """,
          PodCliqueSet.class);
  private static final PodClique CLIQUE =
      TestYaml.read(
          """
          metadata:
            name: llm-0-prefill
            namespace: ai
            labels:
              app.kubernetes.io/managed-by: grove-operator
              app.kubernetes.io/part-of: llm
              app.kubernetes.io/name: llm-0-prefill
              app.kubernetes.io/component: pcs-podclique
              grove.io/podcliqueset-replica-index: "0"
              grove.io/podgang: llm-0
              grove.io/pod-template-hash: v1-aaaaaaaaaa
          spec:
            roleName: prefill
            podSpec:
              containers:
              - {name: main, image: vllm}
          """,
          PodClique.class);

  final ClusterModel cluster = new ClusterModel(START);
  final ModelNodes nodes = new ModelNodes(cluster);
  final ReconcileLoop<PodClique> loop;
  private final PodCliqueSet set;

  CliqueFixture(int replicas, int minAvailable) {
    ModelViews views = new ModelViews(cluster);
    loop =
        new ReconcileLoop<>(
            cluster,
            new PodCliquePlanner(
                SchedulerBackends.standard(), PodSettings.DEFAULTS, Validity.standard()),
            memory -> views.clique(NAMESPACE, NAME, memory));
    set = cluster.create(SET);
    create(replicas, minAvailable);
  }

  /** A clique with its gang, and a Ready pod at each index. */
  static CliqueFixture running(int replicas, int minAvailable) {
    CliqueFixture fixture = new CliqueFixture(replicas, minAvailable);
    fixture.createGang();
    fixture.reconcile();
    fixture.nodes.runAll();
    fixture.reconcile();
    return fixture;
  }

  private void create(int replicas, int minAvailable) {
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder(CLIQUE.getMetadata())
            .withOwnerReferences(Ownership.controllerReference(set))
            .build());
    clique.setSpec(
        PodCliqueSpecBuilder.builder(CLIQUE.getSpec())
            .replicas(replicas)
            .minAvailable(minAvailable)
            .build());
    cluster.create(clique);
  }

  void createGang() {
    createGang(set);
  }

  void createGang(HasMetadata owner) {
    List<NamespacedName> first =
        IntStream.range(0, clique().getSpec().replicas())
            .mapToObj(index -> PodNames.firstGeneration(NAME, uid(clique()), index))
            .map(name -> new NamespacedName(NAMESPACE, name))
            .toList();
    PodGang gang = new PodGang();
    gang.setMetadata(
        new ObjectMetaBuilder()
            .withName("llm-0")
            .withNamespace(NAMESPACE)
            .withLabels(Map.of(Labels.PART_OF, "llm"))
            .withOwnerReferences(Ownership.controllerReference(owner))
            .build());
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                List.of(
                    new PodGroup("llm-0-decode", List.of(), 1, null),
                    new PodGroup(NAME, first, 1, null)))
            .build());
    cluster.create(gang);
  }

  /** Puts the clique into a scaled gang whose base is one sibling, after which it starts too. */
  void followSibling() {
    cluster.change(
        clique(),
        seen -> {
          PodClique follower = new PodClique();
          follower.setMetadata(
              new ObjectMetaBuilder(seen.getMetadata())
                  .addToLabels(Labels.BASE_POD_GANG, BASE_GANG)
                  .build());
          follower.setSpec(
              PodCliqueSpecBuilder.builder(seen.getSpec()).startsAfter(List.of(SIBLING)).build());
          return follower;
        });
    cluster.create(inSet(CliqueFamily.gang(BASE_GANG, uid(set), SIBLING)));
  }

  /** Brings the sibling into a state, whatever it was before. */
  void sibling(Sibling state) {
    cluster
        .find(PodClique.class, NAMESPACE, SIBLING)
        .ifPresent(old -> {
          cluster.change(old, seen -> copy(seen, List.of()));
          cluster.delete(old);
        });
    if (state == Sibling.ABSENT) {
      return;
    }
    String owner = state == Sibling.OF_DEAD_SET ? "uid-dead" : uid(set);
    int running = state == Sibling.BELOW_MINIMUM ? 1 : 2;
    PodClique sibling = cluster.create(inSet(CliqueFamily.standalone(SIBLING, owner)));
    PodClique reporting = copy(sibling, List.of());
    cluster.apply(
        new Action.PutStatus(CliqueFamily.reporting(reporting, running, running), false, REPORT));
    if (state == Sibling.TERMINATING) {
      cluster.change(sibling, seen -> copy(seen, List.of("example.com/hold")));
      cluster.delete(sibling);
    }
  }

  private static <T extends HasMetadata> T inSet(T object) {
    object.getMetadata().setLabels(Map.of(Labels.PART_OF, "llm", Labels.SET_REPLICA_INDEX, "0"));
    return object;
  }

  private static PodClique copy(PodClique clique, List<String> finalizers) {
    PodClique copy = new PodClique();
    copy.setMetadata(
        new ObjectMetaBuilder(clique.getMetadata()).withFinalizers(finalizers).build());
    copy.setSpec(clique.getSpec());
    return copy;
  }

  private static String uid(HasMetadata object) {
    return object.getMetadata().getUid();
  }

  PodClique clique() {
    return cluster.find(PodClique.class, NAMESPACE, NAME).orElseThrow();
  }

  PodCliqueStatus status() {
    return clique().statusOrEmpty();
  }

  PodGang gang() {
    return cluster.find(PodGang.class, NAMESPACE, "llm-0").orElseThrow();
  }

  List<String> references() {
    return gang().getSpec().podgroups().get(1).podReferences().stream()
        .map(reference -> reference.name())
        .toList();
  }

  Stream<PodState> pods() {
    return cluster.all(Pod.class).map(PodState::of);
  }

  List<Integer> liveIndices() {
    return pods().filter(PodState::live).map(PodState::index).sorted().toList();
  }

  Pod pod(int index) {
    return pods().filter(p -> p.live() && p.index() == index).findFirst().orElseThrow().pod();
  }

  void scale(int replicas) {
    Scaling.scale(cluster, clique(), replicas);
  }

  /** The owner gives the clique another template. */
  void template(String hash) {
    cluster.change(
        clique(),
        seen -> {
          PodClique changed = new PodClique();
          changed.setMetadata(
              new ObjectMetaBuilder(seen.getMetadata())
                  .addToLabels(Labels.POD_TEMPLATE_HASH, hash)
                  .build());
          changed.setSpec(seen.getSpec());
          return changed.withStatus(seen.getStatus());
        });
  }

  void schedulerName(String name) {
    cluster.change(
        clique(),
        seen -> {
          PodClique changed = new PodClique();
          changed.setMetadata(seen.getMetadata());
          changed.setSpec(
              PodCliqueSpecBuilder.builder(seen.getSpec())
                  .podSpec(seen.getSpec().podSpec().edit().withSchedulerName(name).build())
                  .build());
          return changed;
        });
  }

  /** A pod that nobody made for this clique, whatever it looks like. */
  Pod addPod(String name, int index, HasMetadata owner) {
    return cluster.create(
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName(name)
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGER)
            .addToLabels(Labels.PART_OF, "llm")
            .addToLabels(Labels.POD_CLIQUE, NAME)
            .addToLabels(Labels.POD_INDEX, Integer.toString(index))
            .addToLabels(Labels.POD_TEMPLATE_HASH, "v1-aaaaaaaaaa")
            .withOwnerReferences(Ownership.controllerReference(owner))
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .build());
  }

  /** A PodClique of the same name that is gone. */
  static PodClique deadClique() {
    PodClique dead = new PodClique();
    dead.getMetadata().setName(NAME);
    dead.getMetadata().setNamespace(NAMESPACE);
    dead.getMetadata().setUid("uid-dead");
    return dead;
  }

  Reconcile.Result<PodClique> reconcile() {
    return loop.reconcile().orElseThrow();
  }

  /** The actions so far, as {@code verb name}. */
  List<String> actions() {
    return cluster.journal().stream().map(Answer::action).map(CliqueFixture::describe).toList();
  }

  List<String> actionsSince(int earlier) {
    List<String> all = actions();
    return all.subList(earlier, all.size());
  }

  static String describe(Action action) {
    String verb =
        switch (action) {
          case Action.Create _ -> "create";
          case Action.Patch _ -> "patch";
          case Action.Delete _ -> "delete";
          case Action.PutStatus put -> put.intent() ? "record" : "report";
          case Action.Read _ -> "read";
          case Action.Try _ -> "try";
        };
    return verb + " " + action.target().kind();
  }
}
