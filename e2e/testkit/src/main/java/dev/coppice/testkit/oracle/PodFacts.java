package dev.coppice.testkit.oracle;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.SubGroupStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What can be read off an object without asking the code that is being judged. */
public final class PodFacts {

  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

  private PodFacts() {}

  /** The value of a label; empty without one. */
  public static String label(HasMetadata object, String key) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(key, "");
  }

  /** The index of a pod, as its label has it. */
  public static String index(Pod pod) {
    return label(pod, Labels.POD_INDEX);
  }

  /** The hash of the template that a pod is made from, or that a PodClique was given. */
  public static String templateHash(HasMetadata object) {
    return label(object, Labels.POD_TEMPLATE_HASH);
  }

  /** UID of the controlling owner; empty without one. */
  public static String ownerUid(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map(OwnerReference::getUid)
        .findFirst()
        .orElse("");
  }

  /** Whether somebody has asked for its deletion. */
  public static boolean isTerminating(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether it neither terminates nor has ended. */
  public static boolean isLive(Pod pod) {
    return !isTerminating(pod) && !hasEnded(pod);
  }

  /** Whether its containers have ended for good. */
  static boolean hasEnded(Pod pod) {
    return ENDED.stream().anyMatch(phase -> isInPhase(pod, phase));
  }

  static boolean isInPhase(Pod pod, String phase) {
    return pod.getStatus() != null && phase.equals(pod.getStatus().getPhase());
  }

  /** Whether a pod of a training job has exited with 0 before anybody told it to go. */
  public static boolean hasSucceeded(Pod pod) {
    return !label(pod, Labels.RESTART_ATTEMPT).isEmpty()
        && !isTerminating(pod)
        && isInPhase(pod, "Succeeded");
  }

  /** Whether a PodClique of a training job may have pods. */
  static boolean mayRun(PodClique clique) {
    Map<String, String> annotations = clique.getMetadata().getAnnotations();
    return annotations == null
        || "true".equals(annotations.getOrDefault(Annotations.ATTEMPT_RUN, "true"));
  }

  /** Whether it is live and its kubelet says that it is Ready. */
  public static boolean isReady(Pod pod) {
    return isLive(pod) && saysReady(pod);
  }

  /** Whether its kubelet has said that it is Ready, be it on its way out or not. */
  public static boolean saysReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  /** When it last became Ready, or ceased to be. */
  public static Optional<Instant> readyTransition(Pod pod) {
    return Stream.ofNullable(pod.getStatus())
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> condition.getType().equals("Ready"))
        .map(condition -> Instant.parse(condition.getLastTransitionTime()))
        .findFirst();
  }

  /** When it ceased to be Ready, be it only for being asked to go; empty while it tells neither. */
  static Optional<Instant> lostAt(Pod pod) {
    return saysReady(pod) ? askedToGo(pod) : readyTransition(pod);
  }

  // The timestamp tells when it has to be gone.
  private static Optional<Instant> askedToGo(Pod pod) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return Optional.ofNullable(pod.getMetadata().getDeletionTimestamp())
        .map(timestamp -> Instant.parse(timestamp).minusSeconds(grace == null ? 0 : grace));
  }

  /** When it was made. */
  public static Instant created(Pod pod) {
    return Instant.parse(pod.getMetadata().getCreationTimestamp());
  }

  /** When its node took it up and started its containers, by the clock of the node. */
  public static Stream<Instant> starts(Pod pod) {
    return Stream.ofNullable(pod.getStatus())
        .flatMap(status ->
            Stream.concat(
                Stream.ofNullable(status.getStartTime()),
                status.getContainerStatuses().stream()
                    .flatMap(container -> Stream.ofNullable(container.getState()))
                    .flatMap(state -> Stream.ofNullable(state.getRunning()))
                    .flatMap(running -> Stream.ofNullable(running.getStartedAt()))))
        .map(Instant::parse);
  }

  /** Whether a gate of whomever keeps it from the scheduler. */
  public static boolean isGated(Pod pod) {
    return pod.getSpec() != null && !pod.getSpec().getSchedulingGates().isEmpty();
  }

  /** Whether it waits for a gang to be placed, other gates aside. */
  public static boolean waitsForGang(Pod pod) {
    return pod.getSpec() != null
        && pod.getSpec().getSchedulingGates().stream()
            .anyMatch(gate -> gate.getName().equals(SchedulingGates.POD_GANG_PENDING_CREATION));
  }

  /** Whether a scheduler has given it a node. */
  public static boolean isBound(Pod pod) {
    return pod.getSpec() != null
        && pod.getSpec().getNodeName() != null
        && !pod.getSpec().getNodeName().isEmpty();
  }

  /** Whether its scheduler has said that it has no node for it. */
  public static boolean isUnschedulable(Pod pod) {
    return !isBound(pod)
        && pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition ->
                condition.getType().equals("PodScheduled")
                    && "Unschedulable".equals(condition.getReason()));
  }

  /** What it is told about its start; empty for a pod that is not made to wait. */
  public static Optional<String> startup(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(Annotations.STARTUP_RELEASED));
  }

  /** Whether its containers waited, or would have, and need not any more. */
  public static boolean isReleased(Pod pod) {
    return startup(pod).filter(told -> !told.isEmpty()).isPresent();
  }

  /** How many pods a PodClique is to have: whole subgroups, if it is divided. */
  public static int pods(PodClique clique) {
    int replicas = clique.getSpec().replicas();
    return SubGroupFacts.of(clique).map(facts -> facts.pods(replicas)).orElse(replicas);
  }

  /** How much a PodClique reports to have Ready where that is compared with its minimum. */
  public static int reportedReady(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    SubGroupStatus divided = status.subGroups();
    return divided == null ? status.readyReplicas() : divided.readyUnits();
  }

  /** How much a PodClique reports to have a node where that is compared with its minimum. */
  static int reportedScheduled(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    SubGroupStatus divided = status.subGroups();
    return divided == null ? status.scheduledReplicas() : divided.scheduledUnits();
  }

  /** How many pods a PodClique needs: no more than it is asked for. */
  public static int minimum(PodClique clique) {
    Integer minAvailable = clique.getSpec().minAvailable();
    int replicas = pods(clique);
    return minAvailable == null ? replicas : Math.min(minAvailable, replicas);
  }

  /** How many replicas a scaling group needs: no more than it is asked for. */
  public static int minimum(PodCliqueScalingGroup group) {
    return Math.min(group.getSpec().minAvailable(), group.getSpec().replicas());
  }
}
