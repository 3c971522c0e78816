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

  /** Our own kinds. */
  public static final List<RequiredKind> ALL =
      Stream.of(
              PodCliqueSet.class,
              PodCliqueScalingGroup.class,
              PodClique.class,
              PodGang.class,
              ClusterTopologyBinding.class)
          .map(RequiredKind::of)
          .toList();

  private static RequiredKind of(Class<? extends HasMetadata> kind) {
    return new RequiredKind(
        HasMetadata.getApiVersion(kind),
        HasMetadata.getPlural(kind),
        HasMetadata.getFullResourceName(kind));
  }
}
