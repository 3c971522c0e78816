package dev.coppice.core.binding;

import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.api.topology.SchedulerTopologyBinding;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ClusterTopologyBinding reads the objects of schedulers that have its own name, or one that it
 * lists.
 */
public final class BindingWatches implements Watches<ClusterTopologyBinding> {

  private final Set<Class<? extends HasMetadata>> kinds;

  /**
   * Says what is read.
   *
   * @param kinds the kinds by which schedulers know topologies; the cluster serves them
   */
  public BindingWatches(Set<Class<? extends HasMetadata>> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  /** The names of the objects that are compared with a binding. */
  public static Set<String> namesOf(ClusterTopologyBinding binding) {
    Stream<String> listed =
        binding.getSpec() == null
            ? Stream.empty()
            : binding.getSpec().schedulerTopologyBindings().stream()
                .map(SchedulerTopologyBinding::topologyReference);
    return Stream.concat(Stream.of(binding.getMetadata().getName()), listed)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return kinds;
  }

  @Override
  public boolean relates(ClusterTopologyBinding primary, HasMetadata other) {
    return kinds.contains(other.getClass())
        && namesOf(primary).contains(other.getMetadata().getName());
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return Changes.ofRequest(now, before);
  }

  // What one binding makes another one may list.
  @Override
  public boolean isOfOthers(HasMetadata now, @Nullable HasMetadata before) {
    return true;
  }
}
