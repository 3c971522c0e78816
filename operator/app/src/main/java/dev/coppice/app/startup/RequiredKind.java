package dev.coppice.app.startup;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind that controllers cannot do without.
 *
 * @param groupVersion as discovery lists it
 * @param plural its resource name
 * @param definitionName name of its CustomResourceDefinition
 */
public record RequiredKind(String groupVersion, String plural, String definitionName) {

  /** What topologies are named by. */
  public static final RequiredKind TOPOLOGIES = of(ClusterTopologyBinding.class);

  /**
   * Our own kinds.
   *
   * @param topologies whether anything that is enabled needs topologies
   */
  public static List<RequiredKind> of(boolean topologies) {
    Stream<RequiredKind> always =
        Stream.of(PodCliqueSet.class, PodCliqueScalingGroup.class, PodClique.class, PodGang.class)
            .map(RequiredKind::of);
    return Stream.concat(always, topologies ? Stream.of(TOPOLOGIES) : Stream.empty()).toList();
  }

  private static RequiredKind of(Class<? extends HasMetadata> kind) {
    return new RequiredKind(
        HasMetadata.getApiVersion(kind),
        HasMetadata.getPlural(kind),
        HasMetadata.getFullResourceName(kind));
  }
}
