package dev.coppice.core.set;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangSpec;
import dev.coppice.api.gang.PodGangSpecBuilder;
import dev.coppice.api.gang.PodGroupBuilder;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.watch.Changes;
import dev.coppice.core.watch.Reports;
import dev.coppice.core.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A PodCliqueSet reads its children of every kind, but no pods. */
public final class SetWatches implements Watches<PodCliqueSet> {

  private static final Set<Class<? extends HasMetadata>> CHILDREN =
      Set.of(
          PodClique.class,
          PodCliqueScalingGroup.class,
          PodGang.class,
          HorizontalPodAutoscaler.class,
          Service.class);

  private final Set<Class<? extends HasMetadata>> kinds;

  /**
   * What sets are woken by.
   *
   * @param ofSchedulers the kinds by which schedulers are told of gangs
   */
  public SetWatches(Set<Class<? extends HasMetadata>> ofSchedulers) {
    kinds =
        Stream.concat(CHILDREN.stream(), ofSchedulers.stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<Class<? extends HasMetadata>> kinds() {
    return kinds;
  }

  @Override
  public boolean relates(PodCliqueSet primary, HasMetadata other) {
    return kinds.contains(other.getClass()) && Relatives.isPartOf(other, primary);
  }

  @Override
  public boolean changed(HasMetadata now, HasMetadata before) {
    return switch (now) {
      case PodClique clique ->
          Changes.ofRequest(now, before) || Reports.differ(clique, (PodClique) before);
      case PodCliqueScalingGroup group ->
          Changes.ofRequest(now, before) || Reports.differ(group, (PodCliqueScalingGroup) before);
      case PodGang gang -> changed(gang, (PodGang) before);
      case HorizontalPodAutoscaler autoscaler ->
          changed(autoscaler, (HorizontalPodAutoscaler) before);
      default -> true;
    };
  }

  private static boolean changed(PodGang now, PodGang before) {
    return Changes.ofIdentity(now, before)
        || !Objects.equals(
            now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
        || !now.statusOrEmpty().equals(before.statusOrEmpty())
        || !withoutReferences(now.getSpec()).equals(withoutReferences(before.getSpec()));
  }

  // Each PodClique keeps the references of its own pods.
  private static PodGangSpec withoutReferences(PodGangSpec spec) {
    return PodGangSpecBuilder.builder(spec)
        .podgroups(
            spec.podgroups().stream()
                .map(group -> PodGroupBuilder.builder(group).podReferences(List.of()).build())
                .toList())
        .build();
  }

  // Its status changes with every measurement, and it has no generation.
  private static boolean changed(HorizontalPodAutoscaler now, HorizontalPodAutoscaler before) {
    return Changes.ofIdentity(now, before) || !Objects.equals(now.getSpec(), before.getSpec());
  }
}
