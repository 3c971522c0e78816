package dev.coppice.core.pod;

import dev.coppice.api.Annotations;
import dev.coppice.api.SchedulingGates;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.json.Pointer;
import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the pods of a clique are free to do now. New pods are born with it; older ones that still
 * wait are told by one patch. What was given is never taken back.
 *
 * @param scheduling whether a scheduler may have them
 * @param startup whether their containers may start
 * @param domain the nodes that they are kept to; empty if they may have any
 * @param asSeen whether a pod may only be told as long as it is as it was seen
 */
public record Release(
    boolean scheduling, boolean startup, Optional<NodeDomain> domain, boolean asSeen) {

  private static final String GATES = "/spec/schedulingGates/";
  private static final String STARTUP =
      Pointer.child("/metadata/annotations", Annotations.STARTUP_RELEASED);

  /** In whatever state they are by now. */
  public Release(boolean scheduling, boolean startup, Optional<NodeDomain> domain) {
    this(scheduling, startup, domain, false);
  }

  /** On whatever nodes. */
  public Release(boolean scheduling, boolean startup) {
    this(scheduling, startup, Optional.empty());
  }

  /** The same, but no scheduler may have them. */
  public Release held() {
    return new Release(false, startup, domain, asSeen);
  }

  /** The same for pods that are as they were seen. */
  public Release within(Optional<NodeDomain> nodes) {
    return new Release(scheduling, startup, nodes, true);
  }

  /** The patch that frees a pod; empty when it waits for nothing that has come about. */
  public Optional<Action> patch(PodState pod) {
    JsonPatch patch = JsonPatch.create();
    Purpose purpose = PodPurposes.RELEASE_STARTUP;
    if (startup && StartupOrder.holds(pod.pod())) {
      patch.add(STARTUP, StartupOrder.RELEASED);
    }
    Optional<Integer> gate = gatePosition(pod.pod()).filter(_ -> scheduling);
    if (gate.isPresent()) {
      if (asSeen) {
        patch.test("/metadata/resourceVersion", pod.pod().getMetadata().getResourceVersion());
      }
      // Others may have taken their gates away meanwhile.
      domain.map(nodes -> nodes.patch(pod.pod())).ifPresent(patch::and);
      patch
          .test(GATES + gate.get() + "/name", SchedulingGates.POD_GANG_PENDING_CREATION)
          .remove(GATES + gate.get());
      purpose = PodPurposes.REMOVE_GATE;
    }
    return patch.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Action.Patch(
                ObjectKey.of(pod.pod()), pod.uid(), patch.operations(), null, purpose));
  }

  private static Optional<Integer> gatePosition(Pod pod) {
    List<PodSchedulingGate> gates =
        pod.getSpec() == null ? List.of() : pod.getSpec().getSchedulingGates();
    return IntStream.range(0, gates.size())
        .boxed()
        .filter(i -> SchedulingGates.POD_GANG_PENDING_CREATION.equals(gates.get(i).getName()))
        .findFirst();
  }
}
