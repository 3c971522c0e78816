package dev.coppice.core.admission;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.rule.AdmissionLookup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A cluster that holds what a test puts into it. */
public final class KnownObjects implements AdmissionLookup {

  private final List<HasMetadata> objects = new ArrayList<>();
  private boolean failing;

  public KnownObjects add(HasMetadata object) {
    objects.add(object);
    return this;
  }

  /** From now on no answer can be had. */
  public void fail() {
    failing = true;
  }

  @Override
  public Optional<ClusterTopologyBinding> topologyBinding(String name) {
    return find(ClusterTopologyBinding.class, null, name);
  }

  @Override
  public List<ClusterTopologyBinding> topologyBindings() {
    return objects.stream()
        .filter(ClusterTopologyBinding.class::isInstance)
        .map(ClusterTopologyBinding.class::cast)
        .toList();
  }

  @Override
  public Optional<PodCliqueSet> podCliqueSet(String namespace, String name) {
    return find(PodCliqueSet.class, namespace, name);
  }

  @Override
  public Optional<PodCliqueScalingGroup> podCliqueScalingGroup(String namespace, String name) {
    return find(PodCliqueScalingGroup.class, namespace, name);
  }

  @Override
  public Optional<PodClique> podClique(String namespace, String name) {
    return find(PodClique.class, namespace, name);
  }

  private <T extends HasMetadata> Optional<T> find(Class<T> kind, String namespace, String name) {
    if (failing) {
      throw new IllegalStateException("the cluster does not answer");
    }
    return objects.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(object -> object.getMetadata().getName().equals(name))
        .filter(
            object -> namespace == null || namespace.equals(object.getMetadata().getNamespace()))
        .findFirst();
  }
}
