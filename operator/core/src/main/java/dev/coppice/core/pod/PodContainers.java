package dev.coppice.core.pod;

import dev.coppice.core.object.Omitted;
import dev.coppice.core.object.Ownership;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.ContainerRestartRuleOnExitCodes;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The containers of a pod as its kubelet sees them: which of them it starts again when they end,
 * and which only serve the others. What a container says of its restarts outranks what the pod
 * says.
 */
public final class PodContainers {

  private static final String ALWAYS = "Always";
  private static final String ON_FAILURE = "OnFailure";
  private static final String IN = "In";
  private static final String NOT_IN = "NotIn";
  private static final String RESTART = "Restart";
  private static final String RESTART_ALL = "RestartAllContainers";

  private final Pod pod;

  private PodContainers(Pod pod) {
    this.pod = pod;
  }

  /** The containers of a pod. */
  public static PodContainers of(Pod pod) {
    return new PodContainers(pod);
  }

  /** What is reported about its regular containers, which do the work. */
  public List<ContainerStatus> regular() {
    return statuses(PodStatus::getContainerStatuses);
  }

  /** What is reported about its init containers, native sidecars included. */
  public List<ContainerStatus> init() {
    return statuses(PodStatus::getInitContainerStatuses);
  }

  /** Whether a container is a native sidecar: it begins before the regular ones and serves them. */
  public boolean isSidecar(ContainerStatus container) {
    return containers(PodSpec::getInitContainers)
        .anyMatch(one ->
            ALWAYS.equals(one.getRestartPolicy())
                && Objects.equals(one.getName(), container.getName()));
  }

  /** Whether nothing but native sidecars keeps the pod from being Ready. */
  public boolean lackSidecarsOnly() {
    return !regular().isEmpty()
        && regular().stream().allMatch(PodContainers::isReady)
        && init().stream().anyMatch(container -> !isReady(container) && isSidecar(container));
  }

  /** Whether a container has ended and its kubelet starts it again. */
  public boolean isStartedAgain(ContainerStatus container) {
    boolean isOver = Ownership.isTerminating(pod) || PodState.phase(pod) == PodState.Phase.ENDED;
    return !isOver
        && end(container)
            .filter(end -> areAllStartedAgain() || isStartedAgain(container, end))
            .isPresent();
  }

  /** Whether a container has been started again and is not Ready again. */
  public static boolean isComingBack(ContainerStatus container) {
    return !isReady(container) && Objects.requireNonNullElse(container.getRestartCount(), 0) > 0;
  }

  /** With what a container has ended; empty while it has not. */
  public static Optional<ContainerStateTerminated> end(ContainerStatus container) {
    return Optional.ofNullable(container.getState()).map(ContainerState::getTerminated);
  }

  private static boolean isReady(ContainerStatus container) {
    return Boolean.TRUE.equals(container.getReady());
  }

  private boolean isStartedAgain(ContainerStatus container, ContainerStateTerminated end) {
    Optional<Container> own = own(container);
    return own.flatMap(one -> action(one, end)).isPresent()
        || restarts(
            own.map(Container::getRestartPolicy)
                .orElse(pod.getSpec() == null ? null : pod.getSpec().getRestartPolicy()),
            end);
  }

  private static boolean restarts(@Nullable String policy, ContainerStateTerminated end) {
    return ALWAYS.equals(policy)
        || (ON_FAILURE.equals(policy) && !Objects.equals(end.getExitCode(), 0));
  }

  // One container that ends may take all others with it, which end by its kubelet's hand.
  private boolean areAllStartedAgain() {
    return PodState.has(pod, "AllContainersRestarting")
        || Stream.concat(init().stream(), regular().stream())
            .anyMatch(container ->
                end(container)
                    .flatMap(end -> own(container).flatMap(one -> action(one, end)))
                    .filter(RESTART_ALL::equals)
                    .isPresent());
  }

  private Optional<Container> own(ContainerStatus container) {
    return Stream.of(containers(PodSpec::getContainers), containers(PodSpec::getInitContainers))
        .flatMap(Function.identity())
        .filter(one -> one.getRestartPolicy() != null)
        .filter(one -> Objects.equals(one.getName(), container.getName()))
        .findFirst();
  }

  /** What the first rule says that fits; empty if none does that starts anything again. */
  private static Optional<String> action(Container container, ContainerStateTerminated end) {
    return Omitted.orEmpty(container.getRestartPolicyRules()).stream()
        .filter(rule -> fits(rule.getExitCodes(), end.getExitCode()))
        .findFirst()
        .map(ContainerRestartRule::getAction)
        .filter(action -> RESTART.equals(action) || RESTART_ALL.equals(action));
  }

  private static boolean fits(
      @Nullable ContainerRestartRuleOnExitCodes codes, @Nullable Integer exitCode) {
    return codes != null
        && exitCode != null
        && switch (codes.getOperator()) {
          case IN -> Omitted.orEmpty(codes.getValues()).contains(exitCode);
          case NOT_IN -> !Omitted.orEmpty(codes.getValues()).contains(exitCode);
          case null, default -> false;
        };
  }

  private Stream<Container> containers(Function<PodSpec, List<Container>> which) {
    return pod.getSpec() == null
        ? Stream.empty()
        : Omitted.orEmpty(which.apply(pod.getSpec())).stream();
  }

  private List<ContainerStatus> statuses(Function<PodStatus, List<ContainerStatus>> which) {
    return pod.getStatus() == null ? List.of() : Omitted.orEmpty(which.apply(pod.getStatus()));
  }
}
