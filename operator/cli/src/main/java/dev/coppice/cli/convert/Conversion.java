package dev.coppice.cli.convert;

import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.set.CliqueStartupType;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueScalingGroupConfigBuilder;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetSpecBuilder;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueSetTemplateBuilder;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.api.set.PodCliqueTemplateBuilder;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.subgroup.Layout;
import dev.coppice.core.subgroup.SubGroups;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a LeaderWorkerSet comes to. A group without a template of its own for the leader is a
 * clique; any other is a replica of a scaling group with a clique for the leader and one for the
 * rest.
 *
 * @param set the equal PodCliqueSet; empty if it cannot be said what there would be
 * @param findings what has no equal, by its place in the LeaderWorkerSet, and what is not quite the
 *     same
 */
record Conversion(Optional<PodCliqueSet> set, Findings findings) {

  /** The clique of the leader. */
  static final String LEADER = "leader";

  /** The clique of all pods but the leader. */
  static final String WORKER = "worker";

  /** The scaling group of both. */
  static final String GROUP = "group";

  /**
   * A LeaderWorkerSet recreates a group at once; here a pod counts as lost while it is not Ready,
   * which a probe may bring about by itself.
   */
  static final String TERMINATION_DELAY = "30s";

  /** The equal of a set, and all that has none. */
  static Conversion of(LeaderWorkerSet source) {
    Findings.Collector found = new Findings.Collector();
    WithoutEqual.check(source, found);
    Map<String, String> annotations = Map.of();
    if (source.metadata() != null) {
      Keys.ofOthers(Fields.METADATA.child("labels"), source.metadata().labels(), found);
      annotations = Keys.ofSet(source.metadata().annotations(), found);
    }
    Optional<Groups> groups = Groups.of(source, found);
    LeaderWorkerSet.Spec spec = source.spec();
    if (groups.isEmpty() || spec == null) {
      return new Conversion(Optional.empty(), found.findings());
    }
    Equal equal =
        new Equal(
            metadata(source, annotations),
            groups.get(),
            startup(spec, groups.get(), found),
            terminationDelay(spec, found));
    service(spec, groups.get(), found);
    counts(groups.get(), found);
    PodKnowledge.check(groups.get(), found);
    Set<FieldPath> told =
        found.findings().violations().stream().map(Violation::path).collect(Collectors.toSet());
    Judgement.refusals(equal.set(Groups.Template::pod), new SourcePaths(source, groups.get()))
        .stream()
        .filter(violation -> !told.contains(violation.path()))
        .forEach(found::add);
    return new Conversion(
        Optional.of(
            equal.set(template ->
                GroupVariables.into(template.pod(), GroupVariables.of(groups.get(), template)))),
        found.findings());
  }

  /** What a set is made of; what its pods are made of is said last. */
  private record Equal(
      ObjectMeta metadata,
      Groups groups,
      @Nullable CliqueStartupType startup,
      @Nullable String terminationDelay) {

    PodCliqueSet set(Function<Groups.Template, PodSpec> pods) {
      boolean isAlone = groups.leader() == null;
      PodCliqueSet set = new PodCliqueSet();
      set.setMetadata(metadata);
      set.setSpec(
          PodCliqueSetSpecBuilder.builder()
              .replicas(isAlone ? groups.replicas() : 1)
              .template(template(isAlone, pods))
              .build());
      return set;
    }

    private PodCliqueSetTemplate template(
        boolean isAlone, Function<Groups.Template, PodSpec> pods) {
      List<PodCliqueTemplate> cliques = new ArrayList<>();
      for (Groups.Template template : groups.templates()) {
        cliques.add(clique(template, pods.apply(template)));
      }
      return PodCliqueSetTemplateBuilder.builder()
          .cliques(cliques)
          .cliqueStartupType(startup)
          .terminationDelay(terminationDelay)
          .podCliqueScalingGroups(isAlone ? List.of() : List.of(group(cliques)))
          .build();
    }

    private PodCliqueTemplate clique(Groups.Template template, PodSpec pod) {
      boolean isLeader = template.equals(groups.leader());
      boolean isAlone = groups.leader() == null;
      String name = isLeader ? LEADER : WORKER;
      int replicas = isAlone ? groups.size() : isLeader ? 1 : groups.size() - 1;
      boolean waits = startup == CliqueStartupType.EXPLICIT && !isLeader;
      return PodCliqueTemplateBuilder.builder()
          .name(name)
          .labels(template.labels())
          .annotations(template.annotations())
          .spec(
              PodCliqueSpecBuilder.builder()
                  .roleName(name)
                  .podSpec(pod)
                  .replicas(replicas)
                  .minAvailable(replicas)
                  .startsAfter(waits ? List.of(LEADER) : List.of())
                  .subGroupPolicy(isAlone ? groups.policy() : null)
                  .build())
          .build();
    }

    private PodCliqueScalingGroupConfig group(List<PodCliqueTemplate> cliques) {
      return PodCliqueScalingGroupConfigBuilder.builder()
          .name(GROUP)
          .cliqueNames(cliques.stream().map(PodCliqueTemplate::name).toList())
          .replicas(Math.max(1, groups.replicas()))
          .minAvailable(1)
          .subGroupPolicy(groups.policy())
          .build();
    }
  }

  private static ObjectMeta metadata(LeaderWorkerSet source, Map<String, String> annotations) {
    LeaderWorkerSet.Metadata metadata = source.metadata();
    return metadata == null
        ? new ObjectMeta()
        : new ObjectMetaBuilder()
            .withName(metadata.name())
            .withNamespace(metadata.namespace())
            .withLabels(metadata.labels())
            .withAnnotations(annotations)
            .build();
  }

  private static @Nullable CliqueStartupType startup(
      LeaderWorkerSet.Spec spec, Groups groups, Findings.Collector found) {
    String policy = spec.startupPolicy();
    switch (policy) {
      case null -> {}
      case "LeaderCreated" -> {}
      case "LeaderReady" -> {
        if (groups.templates().size() > 1) {
          return CliqueStartupType.EXPLICIT;
        }
        if (groups.size() > 1) {
          found.invalid(
              Fields.STARTUP_POLICY,
              policy,
              "pods of one clique do not wait for each other: give the leader a leaderTemplate, which may be the same");
        }
      }
      default ->
          found.unsupported(Fields.STARTUP_POLICY, policy, List.of("LeaderCreated", "LeaderReady"));
    }
    return null;
  }

  private static @Nullable String terminationDelay(
      LeaderWorkerSet.Spec spec, Findings.Collector found) {
    String policy =
        spec.leaderWorkerTemplate() == null ? null : spec.leaderWorkerTemplate().restartPolicy();
    return switch (policy) {
      case null -> recreated(found);
      case "RecreateGroupOnPodRestart", "RecreateGroupAfterStart" -> recreated(found);
      case "None", "Default" -> null;
      default -> {
        found.unsupported(
            Fields.RESTART_POLICY,
            policy,
            List.of("None", "RecreateGroupAfterStart", "RecreateGroupOnPodRestart"));
        yield null;
      }
    };
  }

  private static String recreated(Findings.Collector found) {
    found.warn(
        Fields.RESTART_POLICY,
        "becomes terminationDelay %s: a group is recreated when a pod of it that was Ready is missing or not Ready for so long, and not when a container restarts and is Ready sooner"
            .formatted(TERMINATION_DELAY));
    return TERMINATION_DELAY;
  }

  private static void service(LeaderWorkerSet.Spec spec, Groups groups, Findings.Collector found) {
    String policy =
        Objects.requireNonNullElse(
            spec.networkConfig() == null ? null : spec.networkConfig().subdomainPolicy(), "Shared");
    boolean isAlone = groups.leader() == null;
    switch (policy) {
      case "Shared" -> {
        if (isAlone && groups.replicas() > 1) {
          found.warn(
              Fields.SUBDOMAIN_POLICY,
              "each group has a headless Service of its own, none finds the pods of all");
        }
      }
      case "UniquePerReplica" -> {
        if (!isAlone) {
          found.invalid(
              Fields.SUBDOMAIN_POLICY,
              policy,
              "all replicas of a scaling group share the headless Service of their set, where each host has a name of its own: only Shared");
        }
      }
      default ->
          found.unsupported(Fields.SUBDOMAIN_POLICY, policy, List.of("Shared", "UniquePerReplica"));
    }
  }

  private static void counts(Groups groups, Findings.Collector found) {
    if (groups.leader() == null) {
      updates(groups, found);
      return;
    }
    if (groups.replicas() < 1) {
      found.invalid(
          Fields.REPLICAS,
          groups.replicas(),
          "a scaling group has at least one replica: convert with 1, and scale the PodCliqueSet to 0");
    }
    if (groups.size() == 1) {
      found.warn(Fields.WORKER, "no pod is made of it, since a group has 1 pod, its leader");
    }
  }

  private static void updates(Groups groups, Findings.Collector found) {
    SubGroupPolicy policy = groups.policy();
    boolean isWhole =
        policy == null
            ? groups.size() == 1
            : SubGroups.of(policy.subGroupPolicyType(), groups.size(), policy.subGroupSize())
                .filter(divided -> divided.count() > 1 || divided.layout() == Layout.EXCLUDED)
                .isEmpty();
    if (!isWhole) {
      found.warn(
          Fields.LEADER,
          "without one an update replaces one %s of a group after the other; give the leader one, which may be the same, and the group is replaced as a whole"
              .formatted(policy == null ? "pod" : "subgroup"));
    }
  }
}
