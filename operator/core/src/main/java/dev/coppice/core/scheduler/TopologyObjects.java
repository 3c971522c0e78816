package dev.coppice.core.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * The objects by which a scheduler knows topologies of nodes, one for each, in no namespace. The
 * levels of one that is there never change: one with other levels takes its place.
 *
 * @param <T> their kind
 */
public interface TopologyObjects<T extends HasMetadata> {

  /** Their kind. */
  Class<T> kind();

  /** Why there are none in this cluster, for people; empty where their kind is served. */
  Optional<String> absence();

  /**
   * An object without an owner.
   *
   * @param name its name
   * @param keys keys of node labels, from the broadest level to the narrowest
   */
  T object(String name, List<String> keys);

  /** The keys of node labels that an object has, from the broadest level to the narrowest. */
  List<String> keys(T object);
}
