package dev.coppice.core.trial;

import dev.coppice.api.ErrorCodes;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.pod.PodFactory;
import dev.coppice.core.pod.PodSettings;
import dev.coppice.core.pod.Release;
import dev.coppice.core.pod.StartupRefusal;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Purpose;
import dev.coppice.core.scheduler.SchedulerBackend;
import dev.coppice.core.scheduler.SchedulerBackends;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Makes the pods with which templates are tried, as their PodCliques would make them. */
public final class TrialPods {

  /** Tries nothing. */
  public static final TrialPods NONE = new TrialPods(Optional.empty(), PodSettings.DEFAULTS);

  private static final Purpose TRY =
      Purpose.unannounced(ErrorCodes.TRY_TEMPLATE, "tried", "pod template");
  private static final Release FREE = new Release(true, true);

  private final Optional<SchedulerBackends> schedulers;
  private final PodSettings settings;

  /**
   * Makes pods.
   *
   * @param schedulers the enabled scheduler back-ends
   * @param settings what is configured about pods
   */
  public TrialPods(SchedulerBackends schedulers, PodSettings settings) {
    this(Optional.of(schedulers), settings);
  }

  private TrialPods(Optional<SchedulerBackends> schedulers, PodSettings settings) {
    this.schedulers = schedulers;
    this.settings = settings;
  }

  /**
   * What tries the template of a PodClique; empty if its scheduler is not enabled, which is told
   * elsewhere.
   *
   * @param clique as its owner would make it
   * @param owner who is there already
   * @param template what it is made from
   */
  public Optional<Action.Try> of(
      PodClique clique, HasMetadata owner, PodCliqueTemplate template, PodCliqueSet set) {
    return schedulers
        .flatMap(all -> all.find(clique.getSpec().podSpec().getSchedulerName()))
        .map(scheduler ->
            new Action.Try(pod(clique, owner, scheduler, set), place(template, set), TRY));
  }

  /** The words in which a pod was refused, with where the operator's own part is configured. */
  String explained(String refusal, Action.Try trial) {
    return trial.object() instanceof Pod pod
        ? StartupRefusal.explained(refusal, pod, settings.startup())
        : refusal;
  }

  private Pod pod(
      PodClique clique, HasMetadata owner, SchedulerBackend scheduler, PodCliqueSet set) {
    OptionalInt attempt = set.getSpec().trains() ? OptionalInt.of(0) : OptionalInt.empty();
    // The name is free: it has letters that those of pods do not have after their index.
    Pod pod =
        new PodFactory(clique, scheduler, settings, FREE, attempt, Optional.empty())
            .pod(0, clique.getMetadata().getName() + "-0-trial");
    // The PodClique may not be there yet, and an owner has to be.
    return new PodBuilder(pod)
        .editMetadata()
        .withOwnerReferences(Ownership.controllerReference(owner))
        .endMetadata()
        .build();
  }

  private static String place(PodCliqueTemplate template, PodCliqueSet set) {
    List<PodCliqueTemplate> cliques = set.getSpec().template().cliques();
    return IntStream.range(0, cliques.size())
        .filter(index -> cliques.get(index).name().equals(template.name()))
        .mapToObj(index -> Paths.CLIQUES.index(index).toString())
        .findFirst()
        .orElseGet(Paths.CLIQUES::toString);
  }
}
