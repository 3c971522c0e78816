package dev.coppice.e2e;

import dev.coppice.testkit.Kubectl;
import dev.coppice.testkit.junit.TestNamespace;
import dev.coppice.testkit.nodes.SimulatedNodes;
import dev.coppice.testkit.oracle.Invariants;
import dev.coppice.testkit.recorder.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Set;

/**
 * One of Grove's workloads on nodes of its own, and what tests of updates do to it.
 *
 * @param workload which one
 */
record UpdatedWorkload(
    Workload workload,
    Kubectl kubectl,
    KubernetesClient client,
    SimulatedNodes nodes,
    TestNamespace namespace,
    Recorder recorder) {

  /** What its containers are told after a change. */
  static final String NEW = "2";

  private static final int PODS_OF_REPLICA = 10;
  private static final String[] ALL = {"pc-a", "pc-b", "pc-c"};

  /** Starts it, to be updated with RollingRecreate. */
  OnePodNodes start(int places, int replicas) {
    return start(places, replicas, "");
  }

  /** The same, with annotations that tell the nodes what to do with its pods. */
  OnePodNodes start(int places, int replicas, String annotations) {
    return start(places, replicas, annotations, "RollingRecreate");
  }

  OnePodNodes startOnDelete(int places, int replicas) {
    return start(places, replicas, "", "OnDelete");
  }

  private OnePodNodes start(int places, int replicas, String annotations, String strategy) {
    OnePodNodes room = OnePodNodes.create(client, nodes, namespace, places);
    kubectl.apply(
        workload
            .manifest(clique -> annotations, room.selector())
            .replaceFirst(
                "replicas: 1",
                "replicas: %d\n  updateStrategy: {type: %s}".formatted(replicas, strategy)));
    Teardowns.awaitReady(client, PODS_OF_REPLICA * replicas);
    return room;
  }

  String set() {
    return workload.set();
  }

  /** The name of something below it, such as {@code 0-pc-a}. */
  String name(String rest) {
    return set() + "-" + rest;
  }

  void strategy(String type) {
    kubectl.run(
        "patch",
        "pcs",
        set(),
        "--type=merge",
        "-p",
        "{\"spec\":{\"updateStrategy\":{\"type\":\"%s\"}}}".formatted(type));
  }

  /** Changes the template of all cliques. */
  void changeAll() {
    change(ALL);
  }

  void change(String... cliques) {
    Updates.change(client, set(), NEW, cliques);
  }

  void scaleSet(int replicas) {
    kubectl.run("scale", "pcs", set(), "--replicas=" + replicas);
  }

  /** Scales the groups of both replicas. */
  void scaleGroups(int replicas) {
    kubectl.run("scale", "pcsg", name("0-sg-x"), name("1-sg-x"), "--replicas=" + replicas);
  }

  /** Scales the first clique of both replicas. */
  void scaleCliques(int replicas) {
    kubectl.run("scale", "pclq", name("0-pc-a"), name("1-pc-a"), "--replicas=" + replicas);
  }

  void awaitReady(int pods) {
    Teardowns.awaitReady(client, pods);
  }

  void awaitSlot(int replica) {
    Updates.awaitSlot(client, set(), replica);
  }

  List<Integer> slots() {
    return Updates.slots(client, set());
  }

  /** Waits until the update of all cliques has ended, with so many pods. */
  void awaitAllUpdated(int pods) {
    awaitUpdated(pods, ALL);
  }

  void awaitUpdated(int pods, String... cliques) {
    Updates.awaitUpdated(client, set(), pods, NEW, cliques);
  }

  List<Pod> pods() {
    return Teardowns.pods(client);
  }

  List<Pod> podsOf(String clique) {
    return Teardowns.podsOf(pods(), name(clique));
  }

  /** UIDs of the pods that have been asked to go so far. */
  Set<String> asked() {
    return Updates.asked(recorder);
  }

  /** The rules of rolling updates hold for the whole recording. */
  void assertOneAtATime() {
    Rules.assertKept(Invariants.UPDATE, recorder.upToDate());
  }
}
