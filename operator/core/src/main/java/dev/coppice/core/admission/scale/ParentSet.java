package dev.coppice.core.admission.scale;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the set of what is scaled, by its controller: a label is anybody's to change. Only where
 * nobody controls it the label counts, because by that its set takes it back. A name is enough, as
 * one set can have it at a time; what a dead one has left is gone with it soon.
 */
public final class ParentSet {

  private final AdmissionLookup lookup;

  /** Looks into a cluster. */
  public ParentSet(AdmissionLookup lookup) {
    this.lookup = lookup;
  }

  /** The set of a PodClique, which a group of the set may control; empty if it is gone. */
  public Optional<PodCliqueSet> of(PodClique clique) {
    return find(
        clique,
        controller ->
            isA(PodCliqueScalingGroup.class, controller)
                ? lookup
                    .podCliqueScalingGroup(namespace(clique), controller.getName())
                    .flatMap(this::of)
                : set(clique, controller));
  }

  /** The set of a scaling group; empty if it is gone. */
  public Optional<PodCliqueSet> of(PodCliqueScalingGroup group) {
    return find(group, controller -> set(group, controller));
  }

  private Optional<PodCliqueSet> find(
      HasMetadata child, Function<OwnerReference, Optional<PodCliqueSet>> controlling) {
    return Ownership.controller(child)
        .map(controlling)
        .orElseGet(() ->
            Relatives.label(child, Labels.PART_OF)
                .flatMap(name -> lookup.podCliqueSet(namespace(child), name)));
  }

  private Optional<PodCliqueSet> set(HasMetadata child, OwnerReference controller) {
    return isA(PodCliqueSet.class, controller)
        ? lookup.podCliqueSet(namespace(child), controller.getName())
        : Optional.empty();
  }

  private static boolean isA(Class<? extends HasMetadata> kind, OwnerReference reference) {
    return HasMetadata.getKind(kind).equals(reference.getKind())
        && HasMetadata.getApiVersion(kind).equals(reference.getApiVersion());
  }

  private static String namespace(HasMetadata child) {
    return child.getMetadata().getNamespace();
  }
}
