package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.SchedulingGates;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.template.Adoption;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What decisions read from a pod.
 *
 * @param pod the pod as it was seen
 * @param index its pod index, by its label or else by its host name, which nobody can change;
 *     {@link #NO_INDEX} when neither holds one
 * @param phase where it is in its life
 * @param terminating whether it is being deleted
 * @param assigned whether it has a node
 * @param scheduled whether it has a place: a node, or its scheduler's word for it
 * @param gated whether a scheduling gate holds it back
 * @param ready whether it is Ready
 * @param templateHash hash of the template it was made from; null when it carries none
 * @param created when it was created; far in the future when nobody said
 */
public record PodState(
    Pod pod,
    int index,
    Phase phase,
    boolean terminating,
    boolean assigned,
    boolean scheduled,
    boolean gated,
    boolean ready,
    @Nullable String templateHash,
    Instant created) {

  /** Index of a pod that others made, or whose label was spoilt. */
  public static final int NO_INDEX = -1;

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  /** Order from the youngest pod to the oldest. */
  public static final Comparator<PodState> YOUNGEST_FIRST =
      Comparator.comparing(PodState::created).thenComparing(PodState::uid).reversed();

  /** Where a pod is in its life, in the order in which pods are given up. */
  public enum Phase {
    /** Not running yet, whatever the reason. */
    PENDING,
    /** Its node does not answer. */
    UNKNOWN,
    /** Running. */
    RUNNING,
    /** Failed or succeeded: it never runs again. */
    ENDED
  }

  /** Reads a pod. */
  public static PodState of(Pod pod) {
    ObjectMeta metadata = pod.getMetadata();
    Map<String, String> labels = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
    return new PodState(
        pod,
        index(pod, labels),
        phase(pod),
        Ownership.isTerminating(pod),
        isAssigned(pod),
        isScheduled(pod),
        isGated(pod),
        isReady(pod),
        labels.get(Labels.POD_TEMPLATE_HASH),
        metadata.getCreationTimestamp() == null
            ? Instant.MAX
            : Instant.parse(metadata.getCreationTimestamp()));
  }

  /** The same pod, with the hash of its PodClique if that has adopted the one it carries. */
  public PodState adoptedBy(PodClique clique) {
    Map<String, String> labels = clique.getMetadata().getLabels();
    return templateHash == null
            || labels == null
            || Adoption.adoptedHash(clique).filter(templateHash::equals).isEmpty()
        ? this
        : new PodState(
            pod,
            index,
            phase,
            terminating,
            assigned,
            scheduled,
            gated,
            ready,
            labels.get(Labels.POD_TEMPLATE_HASH),
            created);
  }

  /** Whether the pod still carries the hash that its PodClique has adopted. */
  public boolean isToBeRelabelled() {
    return templateHash != null
        && !templateHash.equals(pod.getMetadata().getLabels().get(Labels.POD_TEMPLATE_HASH));
  }

  /** The indices of those of several pods that are like that. */
  public static Set<Integer> indices(Collection<PodState> pods, Predicate<PodState> which) {
    return pods.stream().filter(which).map(PodState::index).collect(Collectors.toSet());
  }

  /** metadata.name. */
  public String name() {
    return pod.getMetadata().getName();
  }

  /** metadata.uid. */
  public String uid() {
    return pod.getMetadata().getUid();
  }

  /** Whether its containers have come to their end, so that it never runs again. */
  public boolean ended() {
    return phase == Phase.ENDED;
  }

  /** Whether it counts: neither terminating nor ended. */
  public boolean live() {
    return !terminating && !ended();
  }

  /** Since when it is Ready, by the clock of its node; empty when it is not, or nobody said. */
  public Optional<Instant> readySince() {
    return since(pod, "Ready");
  }

  /** Reads what its node wrote. */
  public NodeClock nodeClock() {
    return NodeClock.of(pod);
  }

  /** Since when it has its node, as the API server says; empty if nobody said. */
  public Optional<Instant> scheduledSince() {
    return bound(pod);
  }

  static Optional<Instant> bound(Pod pod) {
    return since(pod, "PodScheduled");
  }

  private static Optional<Instant> since(Pod pod, String type) {
    return condition(pod, type).map(PodCondition::getLastTransitionTime).map(Instant::parse);
  }

  /**
   * Since when the first of its containers runs, at the latest, however wrong the clock of its node
   * is; empty if it is not Running, or nobody said.
   */
  public Optional<Instant> runningSince() {
    return phase != Phase.RUNNING
        ? Optional.empty()
        : pod.getStatus().getContainerStatuses().stream()
            .map(ContainerStatus::getState)
            .filter(Objects::nonNull)
            .map(ContainerState::getRunning)
            .filter(Objects::nonNull)
            .map(ContainerStateRunning::getStartedAt)
            .filter(Objects::nonNull)
            .map(Instant::parse)
            .min(Comparator.naturalOrder())
            .map(nodeClock()::latest);
  }

  /** Since when somebody who evicts it wants it gone, and not its owner. */
  public Optional<Instant> disruptedSince() {
    return since(pod, "DisruptionTarget");
  }

  /** Whether its regular containers work, whatever becomes of native sidecars beside them. */
  public boolean works() {
    return ready || PodContainers.of(pod).lackSidecarsOnly();
  }

  /** Whether its own containers wait until it is released. */
  public boolean held() {
    return StartupOrder.holds(pod);
  }

  /** Whether a pod has a node. */
  public static boolean isAssigned(Pod pod) {
    return spec(pod).map(PodSpec::getNodeName).filter(node -> !node.isEmpty()).isPresent();
  }

  /**
   * Whether a pod has a place. The node counts more than the condition: a scheduler that lost the
   * answer to its binding calls the pod unschedulable, and never comes back to it.
   */
  public static boolean isScheduled(Pod pod) {
    return isAssigned(pod) || has(pod, "PodScheduled");
  }

  /** Whether a scheduling gate holds a pod back. */
  public static boolean isGated(Pod pod) {
    return spec(pod).filter(spec -> !spec.getSchedulingGates().isEmpty()).isPresent()
        && !isScheduled(pod);
  }

  /** Whether a pod is Ready. */
  public static boolean isReady(Pod pod) {
    return has(pod, "Ready");
  }

  /** Whether a condition of a pod is True. */
  static boolean has(Pod pod, String type) {
    return condition(pod, type).isPresent();
  }

  private static Optional<PodSpec> spec(Pod pod) {
    return Optional.ofNullable(pod.getSpec());
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return Optional.ofNullable(pod.getStatus()).map(PodStatus::getConditions).stream()
        .flatMap(conditions -> conditions.stream())
        .filter(condition -> type.equals(condition.getType()))
        .filter(condition -> "True".equals(condition.getStatus()))
        .findFirst();
  }

  /** Whether the gate of its gang holds it back, which the operator takes away. */
  public boolean awaitsGang() {
    return gates().anyMatch(SchedulingGates.POD_GANG_PENDING_CREATION::equals);
  }

  /** The first gate that holds it back once its gang does not; empty if there is none. */
  public Optional<String> foreignGate() {
    return awaitsGang() ? Optional.empty() : gates().findFirst();
  }

  private Stream<String> gates() {
    return gated
        ? pod.getSpec().getSchedulingGates().stream().map(PodSchedulingGate::getName)
        : Stream.empty();
  }

  /** Where a pod is in its life. */
  public static Phase phase(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return switch (phase) {
      case "Running" -> Phase.RUNNING;
      case "Unknown" -> Phase.UNKNOWN;
      case "Failed", "Succeeded" -> Phase.ENDED;
      case null, default -> Phase.PENDING;
    };
  }

  private static int index(Pod pod, Map<String, String> labels) {
    int labelled = index(labels.get(Labels.POD_INDEX));
    return labelled == NO_INDEX
        ? spec(pod)
            .map(PodSpec::getHostname)
            .map(hostname -> index(hostname.substring(hostname.lastIndexOf('-') + 1)))
            .orElse(NO_INDEX)
        : labelled;
  }

  private static int index(@Nullable String digits) {
    return digits != null && INDEX.matcher(digits).matches() ? Integer.parseInt(digits) : NO_INDEX;
  }
}
