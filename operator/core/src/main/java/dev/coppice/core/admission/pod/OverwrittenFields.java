package dev.coppice.core.admission.pod;

import dev.coppice.api.EnvironmentVariables;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.scheduler.DefaultScheduler;
import dev.coppice.core.scheduler.workload.NativeGangs;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.LeaderWorkerSetMetadata;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Fields of a pod template that the operator writes over in every pod. They are no mistake that
 * hurts anybody, since manifests may come from elsewhere, but they do nothing, so each is told.
 */
public final class OverwrittenFields implements Rule<PodCliqueSet> {

  private final AdmissionSettings settings;

  public OverwrittenFields(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    Parts.forEachClique(
        set,
        (path, clique) -> {
          Set<String> ours = variables(set, clique);
          FieldPath at = Paths.podSpec(path);
          PodSpec pod = clique.spec().podSpec();
          fields(at, pod, found);
          variables(at.child("containers"), pod.getContainers(), ours, found);
          variables(at.child("initContainers"), pod.getInitContainers(), ours, found);
        });
  }

  private Set<String> variables(PodCliqueSet set, PodCliqueTemplate clique) {
    Set<String> ours = new HashSet<>(EnvironmentVariables.OF_EVERY_POD);
    Optional<PodCliqueScalingGroupConfig> group =
        CliqueTemplates.groupOf(set.getSpec().template(), clique.name());
    if (group.isPresent()) {
      ours.addAll(EnvironmentVariables.OF_GROUP_MEMBERS);
    }
    if (clique.spec().subGroupPolicy() != null
        || group.filter(config -> config.subGroupPolicy() != null).isPresent()) {
      ours.addAll(EnvironmentVariables.OF_DIVIDED_GROUPS);
      if (settings.leaderWorkerSetVariables()) {
        ours.addAll(LeaderWorkerSetMetadata.VARIABLES);
      }
    }
    if (set.getSpec().trains()) {
      ours.add(EnvironmentVariables.RESTART_ATTEMPT);
    }
    return ours;
  }

  private void fields(FieldPath path, PodSpec pod, Findings.Collector found) {
    if (!Omitted.orEmpty(pod.getSchedulingGates()).isEmpty()) {
      found.warn(
          path.child("schedulingGates"),
          "overwritten: the gates of a pod are those of its gang, and any other would stay for ever");
    }
    if (!Parts.isBlank(pod.getHostname())) {
      found.warn(
          path.child("hostname"),
          "overwritten: the host name of a pod is the name of its PodClique and its index");
    }
    if (!Parts.isBlank(pod.getSubdomain())) {
      found.warn(
          path.child("subdomain"),
          "overwritten: the subdomain of a pod is the headless Service of its replica");
    }
    if (pod.getAdditionalProperties().containsKey(NativeGangs.FIELD)
        && isGroupOurs(pod, settings)) {
      found.warn(
          path.child(NativeGangs.FIELD),
          "overwritten: the PodGroup of a pod is that by which its gang is placed");
    }
  }

  /** Whether the operator says to which PodGroup such pods belong. */
  static boolean isGroupOurs(PodSpec pod, AdmissionSettings settings) {
    String scheduler = pod.getSchedulerName();
    return settings.nativeGangs()
        && DefaultScheduler.NAME.equals(
            Parts.isBlank(scheduler) ? settings.defaultScheduler() : scheduler);
  }

  private static void variables(
      FieldPath path, List<Container> containers, Set<String> ours, Findings.Collector found) {
    Parts.forEach(
        path,
        Omitted.orEmpty(containers),
        (at, container) -> {
          if (container != null) {
            Parts.forEach(
                at.child("env"),
                Omitted.orEmpty(container.getEnv()),
                (variable, env) -> {
                  if (env != null && ours.contains(env.getName())) {
                    found.warn(
                        variable.child("name"),
                        Words.sentence(
                            "overwritten: the operator sets the variable %s", env.getName()));
                  }
                });
          }
        });
  }
}
