package dev.coppice.core.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The schedulers that the configuration enables.
 *
 * @param enabled the back-ends, in the order of their profiles
 * @param fallback the one for pods that name no scheduler; one of the enabled ones
 */
public record SchedulerBackends(List<SchedulerBackend> enabled, SchedulerBackend fallback) {

  public SchedulerBackends {
    enabled = List.copyOf(enabled);
    if (!enabled.contains(fallback)) {
      throw new IllegalArgumentException(
          "the default scheduler " + fallback.name() + " is not among the enabled ones");
    }
  }

  /** Only the scheduler that every cluster has. */
  public static SchedulerBackends standard() {
    SchedulerBackend standard = new DefaultScheduler();
    return new SchedulerBackends(List.of(standard), standard);
  }

  /** The back-end for a pod's {@code schedulerName}; empty when that scheduler is not enabled. */
  public Optional<SchedulerBackend> find(@Nullable String schedulerName) {
    if (schedulerName == null || schedulerName.isEmpty()) {
      return Optional.of(fallback);
    }
    return enabled.stream().filter(backend -> backend.name().equals(schedulerName)).findFirst();
  }

  /** The kinds by which the enabled schedulers are told of gangs. */
  public Set<Class<? extends HasMetadata>> kinds() {
    return enabled.stream()
        .flatMap(backend -> backend.kinds().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a change is worth a look to the scheduler that is told of gangs by its object. */
  public boolean isWorthALook(HasMetadata now, HasMetadata before) {
    return enabled.stream()
        .filter(backend -> backend.kinds().contains(now.getClass()))
        .allMatch(backend -> backend.isWorthALook(now, before));
  }

  /**
   * The kinds by which the enabled schedulers know topologies, of those that the cluster serves.
   */
  public Set<Class<? extends HasMetadata>> topologyKinds() {
    return enabled.stream()
        .flatMap(backend -> backend.topologyObjects().stream())
        .filter(objects -> objects.absence().isEmpty())
        .<Class<? extends HasMetadata>>map(TopologyObjects::kind)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The names of those that know topologies. */
  public Set<String> topologyAware() {
    return enabled.stream()
        .filter(backend -> backend.topologyObjects().isPresent())
        .map(SchedulerBackend::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The names of the enabled schedulers. */
  public List<String> names() {
    return enabled.stream().map(SchedulerBackend::name).toList();
  }
}
