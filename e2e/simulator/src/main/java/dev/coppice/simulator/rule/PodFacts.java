package dev.coppice.simulator.rule;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueUpdateProgress;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupUpdateProgress;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.clique.CliqueTemplates;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Outcome;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.rollout.TemplateHash;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What can be read off an object without asking the code that is being judged. */
public final class PodFacts {

  private PodFacts() {}

  /** The pod that a write has just made, if it made one. */
  static Optional<Pod> born(Write write, Outcome outcome) {
    return write.action() instanceof Action.Create && outcome instanceof Outcome.Done(Pod pod)
        ? Optional.of(pod)
        : Optional.empty();
  }

  /** The value of a label; empty without one. */
  public static String label(HasMetadata object, String key) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(key, "");
  }

  static String index(Pod pod) {
    return label(pod, Labels.POD_INDEX);
  }

  /** The hash of the template that a pod is made from, or that a PodClique was given. */
  static String templateHash(HasMetadata object) {
    return label(object, Labels.POD_TEMPLATE_HASH);
  }

  static String ownerUid(HasMetadata object) {
    return Ownership.controller(object).map(OwnerReference::getUid).orElse("");
  }

  /** Whether it neither terminates nor has ended. */
  public static boolean isLive(Pod pod) {
    return !Ownership.isTerminating(pod)
        && (pod.getStatus() == null
            || !Set.of("Failed", "Succeeded").contains(String.valueOf(pod.getStatus().getPhase())));
  }

  /** Whether a gate keeps it from the scheduler. */
  public static boolean isGated(Pod pod) {
    return !pod.getSpec().getSchedulingGates().isEmpty();
  }

  /** Whether its kubelet says that it is Ready. */
  public static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(condition ->
                condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  /** When it last became Ready, or ceased to be. */
  static Optional<Instant> readyTransition(Pod pod) {
    return Stream.ofNullable(pod.getStatus())
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> condition.getType().equals("Ready"))
        .map(condition -> Instant.parse(condition.getLastTransitionTime()))
        .findFirst();
  }

  static Instant created(Pod pod) {
    return Instant.parse(pod.getMetadata().getCreationTimestamp());
  }

  static boolean isReleased(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations != null
        && !annotations.getOrDefault(Annotations.STARTUP_RELEASED, "").isEmpty();
  }

  /** Whether an update of the PodClique or of the group runs. */
  public static boolean isUpdating(HasMetadata object) {
    return switch (object) {
      case PodClique clique -> {
        PodCliqueUpdateProgress progress = clique.statusOrEmpty().updateProgress();
        yield progress != null && progress.updateEndedAt() == null;
      }
      case PodCliqueScalingGroup group -> {
        PodCliqueScalingGroupUpdateProgress progress = group.statusOrEmpty().updateProgress();
        yield progress != null && progress.updateEndedAt() == null;
      }
      default -> false;
    };
  }

  /** The hash of the template that a set has for a PodClique; empty if it has none. */
  static String hash(PodCliqueSet set, PodClique clique) {
    PodCliqueSet complete = Defaults.of(set);
    return CliqueTemplates.of(complete, clique)
        .map(template ->
            TemplateHash.of(template, complete.getSpec().template().priorityClassName()))
        .orElse("");
  }

  static int minimum(PodClique clique) {
    Integer minAvailable = clique.getSpec().minAvailable();
    int replicas = clique.getSpec().replicas();
    return minAvailable == null ? replicas : Math.min(minAvailable, replicas);
  }
}
