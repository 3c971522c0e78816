package dev.coppice.simulator.group;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetStatusBuilder;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.availability.Breaches;
import dev.coppice.core.group.PodCliqueScalingGroupPlanner;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.reconcile.Reconcile;
import dev.coppice.core.recreation.TerminationSettings;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.template.TemplateHash;
import dev.coppice.core.testing.TestYaml;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.ModelViews;
import dev.coppice.simulator.model.ReconcileLoop;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;

/** The scaling group {@code llm-1-decode} of a set {@code llm}, in a cluster model. */
final class GroupFixture {

  static final String NAMESPACE = "ai";
  static final String NAME = "llm-1-decode";

  private static final Purpose PURPOSE = Purpose.unannounced("ERR", "did", "thing");
  static final String SET =
      """
      metadata: {name: llm, namespace: ai}
      spec:
        replicas: 2
        template:
          cliqueStartupType: CliqueStartupTypeInOrder
          priorityClassName: high
          cliques:
          - {name: router, spec: {replicas: 1, podSpec: {containers: [{name: c, image: one}]}}}
          - name: leader
            labels: {role: leader, grove.io/podgang: mine}
            annotations: {team: a, grove.io/topology-name: t}
            spec:
              replicas: 1
              podSpec:
                initContainers: [{name: i, image: one}]
                containers:
                - {name: c, image: one, env: [{name: GROVE_PCSG_INDEX, value: own}, {name: OWN, value: x}]}
          - {name: worker, spec: {replicas: 3, minAvailable: 2, podSpec: {containers: [{name: c, image: one}]}}}
          podCliqueScalingGroups:
          - {name: decode, cliqueNames: [leader, worker], replicas: 3, minAvailable: 2}
      """;

  /** The same set, whose members take a changed template while their pods stay. */
  static final String ON_DELETE_SET =
      SET.replace("  template:\n", "  updateStrategy: {type: OnDelete}\n  template:\n");

  final ClusterModel cluster = new ClusterModel(Instant.parse("2026-01-01T00:00:00Z"));
  final ReconcileLoop<PodCliqueScalingGroup> loop;

  GroupFixture() {
    this(SET);
  }

  GroupFixture(String yaml) {
    ModelViews views = new ModelViews(cluster);
    loop =
        new ReconcileLoop<>(
            cluster,
            new PodCliqueScalingGroupPlanner(Validity.standard(), TerminationSettings.DEFAULTS),
            memory -> views.group(NAMESPACE, NAME, memory));
    PodCliqueSet set = cluster.create(TestYaml.read(yaml, PodCliqueSet.class));
    PodCliqueScalingGroup group =
        TestYaml.read(
            """
            metadata:
              name: llm-1-decode
              namespace: ai
              labels: {app.kubernetes.io/part-of: llm, grove.io/podcliqueset-replica-index: "1"}
            spec: {replicas: 3, minAvailable: 2, cliqueNames: [leader, worker]}
            """,
            PodCliqueScalingGroup.class);
    group.setMetadata(
        new ObjectMetaBuilder(group.getMetadata())
            .withOwnerReferences(Ownership.controllerReference(set))
            .build());
    cluster.create(group);
    recordGenerationHash();
  }

  Reconcile.Result<PodCliqueScalingGroup> reconcile() {
    return loop.reconcile().orElseThrow();
  }

  PodCliqueSet set() {
    return cluster.find(PodCliqueSet.class, NAMESPACE, "llm").orElseThrow();
  }

  /** What a live read of the set answers. */
  Answer liveSet() {
    return new Answer(
        new Action.Read(List.of(new LiveRead.Get(ObjectKey.of(set()))), PURPOSE),
        new Outcome.Found(List.of(set())));
  }

  PodCliqueScalingGroup group() {
    return cluster.find(PodCliqueScalingGroup.class, NAMESPACE, NAME).orElseThrow();
  }

  PodCliqueScalingGroupStatus status() {
    return group().statusOrEmpty();
  }

  PodClique clique(String suffix) {
    return cluster.find(PodClique.class, NAMESPACE, NAME + "-" + suffix).orElseThrow();
  }

  List<String> cliques() {
    return cluster
        .all(PodClique.class)
        .map(clique -> clique.getMetadata().getName().substring(NAME.length() + 1))
        .sorted()
        .toList();
  }

  String generationHash() {
    return TemplateHash.generation(Defaults.of(set()));
  }

  int writes() {
    return cluster.journal().size();
  }

  List<Action> writesSince(int count) {
    return cluster.journal().stream().skip(count).map(Answer::action).toList();
  }

  /** The set's controller has seen the template. */
  void recordGenerationHash() {
    PodCliqueSet set = set();
    PodCliqueSet written =
        set.withStatus(
            PodCliqueSetStatusBuilder.builder(set.statusOrEmpty())
                .currentGenerationHash(generationHash())
                .build());
    put(written);
  }

  /** The user changes the template. */
  void changeTemplate(String yaml) {
    PodCliqueSet other = TestYaml.read(yaml, PodCliqueSet.class);
    cluster.change(
        set(),
        set -> {
          return set.withSpec(other.getSpec());
        });
  }

  void scale(int replicas) {
    change(PodCliqueScalingGroupSpecBuilder.builder(group().getSpec()).replicas(replicas));
  }

  void change(PodCliqueScalingGroupSpecBuilder spec) {
    cluster.change(
        group(),
        group -> {
          return group.withSpec(spec.build());
        });
  }

  /** All members report that all their pods, of their own template, are bound and Ready. */
  void everythingRuns() {
    cliques().forEach(clique -> report(clique, 9, 9));
  }

  /** A member reports so many of its pods bound and Ready, but no more than it has. */
  void report(String suffix, int scheduled, int ready) {
    PodClique clique = clique(suffix);
    int replicas = clique.getSpec().replicas();
    PodClique written =
        clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                .observedGeneration(clique.getMetadata().getGeneration())
                .replicas(replicas)
                .updatedReplicas(replicas)
                .scheduledReplicas(Math.min(scheduled, replicas))
                .readyReplicas(Math.min(ready, replicas))
                .currentPodTemplateHash(
                    clique.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH))
                .build());
    put(written);
  }

  /** A member reports that all its pods run, none of them from the template that it carries. */
  void reportAhead(String suffix) {
    report(suffix, 9, 9);
    PodClique clique = clique(suffix);
    PodClique written =
        clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty()).updatedReplicas(0).build());
    put(written);
  }

  /** A member reports since when it has had too few Ready pods. */
  void breach(String suffix, Instant since) {
    PodClique clique = clique(suffix);
    PodClique written =
        clique.withStatus(
            PodCliqueStatusBuilder.builder(clique.statusOrEmpty())
                .wasAvailable(true)
                .conditions(
                    Breaches.set(
                        clique.statusOrEmpty().conditions(),
                        Conditions.of(ConditionTypes.MIN_AVAILABLE_BREACHED, true, "r", "m"),
                        since))
                .build());
    put(written);
  }

  private void put(HasMetadata written) {
    cluster.apply(new Action.PutStatus(written, false, PURPOSE));
  }
}
