package dev.coppice.core.admission;

import dev.coppice.api.clique.AutoScalingConfig;
import dev.coppice.api.clique.AutoScalingConfigBuilder;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.HeadlessServiceConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpec;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of a PodCliqueSet. The webhook applies them when a set is stored and the controllers
 * on every set they read, so that a set means the same with and without the webhook. Applying them
 * twice changes nothing.
 */
public final class Defaults {

  private static final String NAMESPACE = "default";
  private static final String RESTART_POLICY = "Always";
  private static final String TRAINING_RESTART_POLICY = "Never";

  /** A job that lacks a worker makes no progress: nothing is gained by waiting. */
  private static final String TRAINING_TERMINATION_DELAY = "0s";

  private static final long TERMINATION_GRACE_PERIOD_SECONDS = 30;

  private Defaults() {}

  /** The set with every default filled in; the given one is left as it is. */
  public static PodCliqueSet of(PodCliqueSet set) {
    return of(set, KeptDefaults.NONE);
  }

  /**
   * The same for a change of a stored set. What it leaves out and follows from another field is as
   * it was: nobody has written a number that may not change.
   */
  public static PodCliqueSet of(PodCliqueSet before, PodCliqueSet after) {
    return of(after, KeptDefaults.of(before));
  }

  private static PodCliqueSet of(PodCliqueSet set, KeptDefaults kept) {
    PodCliqueSetSpec spec = set.getSpec();
    if (set.getMetadata() == null || spec == null || spec.template() == null) {
      return set; // no set yet, and the rules say so
    }
    PodCliqueSet defaulted = new PodCliqueSet();
    defaulted.setMetadata(metadata(set.getMetadata()));
    defaulted.setStatus(set.getStatus());
    defaulted.setSpec(
        PodCliqueSetSpecBuilder.builder(spec)
            .template(template(spec.template(), spec.trains(), kept))
            .build());
    return defaulted;
  }

  private static ObjectMeta metadata(ObjectMeta metadata) {
    String namespace = metadata.getNamespace();
    return namespace == null || namespace.isBlank()
        ? new ObjectMetaBuilder(metadata).withNamespace(NAMESPACE).build()
        : metadata;
  }

  private static PodCliqueSetTemplate template(
      PodCliqueSetTemplate template, boolean training, KeptDefaults kept) {
    CliqueStartupType startup = template.cliqueStartupType();
    HeadlessServiceConfig service = template.headlessServiceConfig();
    String delay = template.terminationDelay();
    return PodCliqueSetTemplateBuilder.builder(template)
        .cliques(template.cliques().stream().map(clique -> clique(clique, training, kept)).toList())
        .podCliqueScalingGroups(
            template.podCliqueScalingGroups().stream().map(group -> group(group, kept)).toList())
        .cliqueStartupType(startup == null ? CliqueStartupType.ANY_ORDER : startup)
        .headlessServiceConfig(service == null ? new HeadlessServiceConfig(true) : service)
        .terminationDelay(delay == null && training ? TRAINING_TERMINATION_DELAY : delay)
        .build();
  }

  private static PodCliqueTemplate clique(
      PodCliqueTemplate clique, boolean training, KeptDefaults kept) {
    PodCliqueSpec spec = clique.spec();
    if (spec == null) {
      return clique;
    }
    int replicas = spec.replicas() == 0 ? 1 : spec.replicas();
    return PodCliqueTemplateBuilder.builder(clique)
        .spec(
            PodCliqueSpecBuilder.builder(spec)
                .roleName(spec.roleName() == null ? clique.name() : spec.roleName())
                .replicas(replicas)
                .minAvailable(
                    spec.minAvailable() == null
                        ? kept.minAvailable(clique.name()).orElse(replicas)
                        : spec.minAvailable())
                .autoScalingConfig(
                    autoScaling(
                        spec.autoScalingConfig(),
                        kept.minReplicasOfClique(clique.name()).orElse(replicas)))
                .podSpec(
                    podSpec(spec.podSpec(), training ? TRAINING_RESTART_POLICY : RESTART_POLICY))
                .build())
        .build();
  }

  private static PodCliqueScalingGroupConfig group(
      PodCliqueScalingGroupConfig group, KeptDefaults kept) {
    return PodCliqueScalingGroupConfigBuilder.builder(group)
        .scaleConfig(
            autoScaling(
                group.scaleConfig(),
                kept.minReplicasOfGroup(group.name()).orElse(group.replicas())))
        .build();
  }

  private static @Nullable AutoScalingConfig autoScaling(
      @Nullable AutoScalingConfig config, int replicas) {
    return config == null || config.minReplicas() != null
        ? config
        : AutoScalingConfigBuilder.builder(config).minReplicas(replicas).build();
  }

  private static PodSpec podSpec(PodSpec spec, String restartPolicy) {
    if (spec == null) {
      return spec;
    }
    boolean restarts = spec.getRestartPolicy() != null && !spec.getRestartPolicy().isEmpty();
    if (restarts && spec.getTerminationGracePeriodSeconds() != null) {
      return spec;
    }
    PodSpecBuilder builder = new PodSpecBuilder(spec);
    if (!restarts) {
      builder.withRestartPolicy(restartPolicy);
    }
    if (spec.getTerminationGracePeriodSeconds() == null) {
      builder.withTerminationGracePeriodSeconds(TERMINATION_GRACE_PERIOD_SECONDS);
    }
    return builder.build();
  }
}
