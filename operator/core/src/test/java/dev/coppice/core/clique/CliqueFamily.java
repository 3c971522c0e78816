package dev.coppice.core.clique;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatusBuilder;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupSpecBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.ResolvedSets;
import dev.coppice.core.admission.Validity;
import dev.coppice.core.pod.TestPod;
import dev.coppice.core.reconcile.Observed;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects around a PodClique, in the words of a test table. */
public final class CliqueFamily {

  static final String SET = "set-uid";
  static final String GROUP = "group-uid";
  static final String DEAD = "dead-uid";

  private CliqueFamily() {}

  static PodCliqueSet set() {
    PodCliqueSet set = new PodCliqueSet();
    set.setMetadata(
        new ObjectMetaBuilder().withNamespace("ai").withName("llm").withUid(SET).build());
    return set;
  }

  static PodCliqueScalingGroup group(String setUid) {
    PodCliqueScalingGroup group = new PodCliqueScalingGroup();
    group.setMetadata(metadata("llm-0-workers", GROUP, "PodCliqueSet", setUid));
    group.setSpec(
        PodCliqueScalingGroupSpecBuilder.builder()
            .replicas(2)
            .minAvailable(1)
            .cliqueNames(List.of("worker"))
            .build());
    return group;
  }

  /** A PodClique of two pods, both of which it needs. */
  public static PodClique standalone(String name, String setUid) {
    return clique(metadata(name, name + "-uid", "PodCliqueSet", setUid));
  }

  /** Such a PodClique in a scaling group. */
  static PodClique member(String name, String groupUid) {
    return clique(metadata(name, name + "-uid", "PodCliqueScalingGroup", groupUid));
  }

  private static PodClique clique(ObjectMeta metadata) {
    PodClique clique = new PodClique();
    clique.setMetadata(metadata);
    clique.setSpec(
        PodCliqueSpecBuilder.builder().podSpec(new PodSpec()).replicas(2).minAvailable(2).build());
    return clique;
  }

  static PodClique inScaledGang(PodClique clique, String gang, String baseGang) {
    clique.getMetadata().setLabels(Map.of(Labels.POD_GANG, gang, Labels.BASE_POD_GANG, baseGang));
    return clique;
  }

  public static PodClique startingAfter(PodClique clique, String... parents) {
    clique.setSpec(
        PodCliqueSpecBuilder.builder(clique.getSpec()).startsAfter(List.of(parents)).build());
    return clique;
  }

  static PodClique scaledTo(int replicas, PodClique clique) {
    clique.setSpec(PodCliqueSpecBuilder.builder(clique.getSpec()).replicas(replicas).build());
    return clique;
  }

  public static PodClique reporting(PodClique clique, int scheduled, int ready) {
    clique.setStatus(
        PodCliqueStatusBuilder.builder().scheduledReplicas(scheduled).readyReplicas(ready).build());
    return clique;
  }

  public static PodGang gang(String name, String setUid, String... cliques) {
    PodGang gang = new PodGang();
    gang.setMetadata(metadata(name, name + "-uid", "PodCliqueSet", setUid));
    gang.setSpec(
        PodGangSpecBuilder.builder()
            .podgroups(
                Stream.of(cliques).map(clique -> new PodGroup(clique, List.of(), 1, null)).toList())
            .build());
    return gang;
  }

  static <T extends HasMetadata> T terminating(T object) {
    object.getMetadata().setDeletionTimestamp(TestPod.EPOCH.toString());
    return object;
  }

  static CliqueView view(PodClique clique, List<HasMetadata> observed) {
    return CliqueView.of(
        Snapshot.of(clique, Observed.of(observed)),
        new ResolvedSets(Validity.standard()),
        TestPod.EPOCH);
  }

  private static ObjectMeta metadata(String name, String uid, String ownerKind, String ownerUid) {
    return new ObjectMetaBuilder()
        .withNamespace("ai")
        .withName(name)
        .withUid(uid)
        .addNewOwnerReference()
        .withKind(ownerKind)
        .withName("llm")
        .withUid(ownerUid)
        .withController(true)
        .endOwnerReference()
        .build();
  }
}
