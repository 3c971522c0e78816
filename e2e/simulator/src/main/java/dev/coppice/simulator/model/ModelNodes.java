package dev.coppice.simulator.model;

import dev.coppice.api.Annotations;
import dev.coppice.core.object.Ownership;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The scheduler and the kubelets of a {@link ClusterModel}. Nothing happens unless it is asked for.
 */
public final class ModelNodes {

  private static final String NODE = "node-0";

  private final ClusterModel cluster;

  /** Nodes for the pods of a cluster. */
  public ModelNodes(ClusterModel cluster) {
    this.cluster = cluster;
  }

  /** Binds every pod that may be bound. */
  public void bindAll() {
    cluster.all(Pod.class).forEach(this::bind);
  }

  /** Makes every pod Ready that is bound and not on its way out. */
  public void startAll() {
    cluster.all(Pod.class).filter(pod -> pod.getSpec().getNodeName() != null).forEach(this::start);
  }

  /** Binds and starts every pod. */
  public void runAll() {
    bindAll();
    startAll();
  }

  /** Binds and starts a pod. */
  public void run(Pod pod) {
    bind(pod);
    cluster
        .find(Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName())
        .filter(found -> found.getSpec().getNodeName() != null)
        .ifPresent(this::start);
  }

  /** Binds a pod to a node, unless a gate holds it back. */
  public void bind(Pod pod) {
    if (!isOver(pod)
        && pod.getSpec().getNodeName() == null
        && pod.getSpec().getSchedulingGates().isEmpty()) {
      Pod bound = new PodBuilder(pod).editSpec().withNodeName(NODE).endSpec().build();
      cluster.store(pod, report(bound, "Pending", condition("PodScheduled", true)));
    }
  }

  /** Makes a bound pod Ready, unless it waits for its parents. */
  public void start(Pod pod) {
    if (!isOver(pod) && !isHeld(pod)) {
      cluster.store(pod, report(pod, "Running", condition("Ready", true)));
    }
  }

  /** Makes a running pod not Ready. */
  public void stall(Pod pod) {
    if (!isOver(pod)) {
      cluster.store(pod, report(pod, "Running", condition("Ready", false)));
    }
  }

  /** Ends a pod's containers with a failure. */
  public void fail(Pod pod) {
    cluster.store(pod, report(pod, "Failed", condition("Ready", false)));
  }

  /** Ends a pod's containers well. */
  public void succeed(Pod pod) {
    cluster.store(pod, report(pod, "Succeeded", condition("Ready", false)));
  }

  /** Ends a pod that was asked to go. */
  public void finish(Pod pod) {
    if (Ownership.isTerminating(pod)) {
      cluster.vanishUnlessHeld(pod);
    }
  }

  /** Ends every pod that was asked to go. */
  public void finishTerminations() {
    cluster.all(Pod.class).forEach(this::finish);
  }

  private static boolean isOver(Pod pod) {
    return Ownership.isTerminating(pod) || Deletion.hasEnded(pod);
  }

  /** Whether a pod waits for its parents before its containers start. */
  public boolean isHeld(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String released = annotations == null ? null : annotations.get(Annotations.STARTUP_RELEASED);
    return (released == null || released.isEmpty())
        && pod.getSpec().getInitContainers().stream()
            .anyMatch(container -> "grove-initc".equals(container.getName()));
  }

  private PodCondition condition(String type, boolean status) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status ? "True" : "False")
        .withLastTransitionTime(ClusterModel.timestamp(cluster.clock().instant()))
        .build();
  }

  private static Pod report(Pod pod, String phase, PodCondition changed) {
    PodStatus before = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    List<PodCondition> conditions = new ArrayList<>(before.getConditions());
    boolean same =
        conditions.stream()
            .anyMatch(condition ->
                condition.getType().equals(changed.getType())
                    && condition.getStatus().equals(changed.getStatus()));
    if (!same) {
      conditions.removeIf(condition -> condition.getType().equals(changed.getType()));
      conditions.add(changed);
    }
    return new PodBuilder(pod)
        .withStatus(
            new PodStatusBuilder(before).withPhase(phase).withConditions(conditions).build())
        .build();
  }
}
