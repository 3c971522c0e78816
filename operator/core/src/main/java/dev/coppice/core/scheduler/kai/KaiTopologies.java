package dev.coppice.core.scheduler.kai;

import dev.coppice.core.scheduler.TopologyObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;

/**
 * KAI's topologies.
 *
 * @param isServed whether the cluster has their kind
 */
public record KaiTopologies(boolean isServed) implements TopologyObjects<KaiTopology> {

  @Override
  public Class<KaiTopology> kind() {
    return KaiTopology.class;
  }

  @Override
  public Optional<String> absence() {
    return isServed
        ? Optional.empty()
        : Optional.of(
            ("the API server does not serve %s in %s (CustomResourceDefinition %s): install KAI,"
                    + " then restart the operator")
                .formatted(
                    HasMetadata.getPlural(KaiTopology.class),
                    HasMetadata.getApiVersion(KaiTopology.class),
                    HasMetadata.getFullResourceName(KaiTopology.class)));
  }

  @Override
  public KaiTopology object(String name, List<String> keys) {
    KaiTopology topology = new KaiTopology();
    topology.setMetadata(new ObjectMetaBuilder().withName(name).build());
    topology.setSpec(new KaiTopologySpec(keys.stream().map(KaiTopologySpec.Level::new).toList()));
    return topology;
  }

  @Override
  public List<String> keys(KaiTopology topology) {
    return topology.getSpec() == null
        ? List.of()
        : topology.getSpec().levels().stream().map(KaiTopologySpec.Level::nodeLabel).toList();
  }
}
