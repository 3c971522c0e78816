package dev.coppice.simulator.rule;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.NamespacedName;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.Defaults;
import dev.coppice.core.plan.Ownership;
import dev.coppice.simulator.model.ClusterModel;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What stands at rest is what the set and the live scales ask for, and nothing else. */
final class ExactState {

  private static final String RULE = "exact state at rest";

  private final ClusterModel cluster;
  private final Optional<PodCliqueSet> set;
  private final Set<String> services = new TreeSet<>();
  private final Set<String> groups = new TreeSet<>();
  private final Set<String> autoscalers = new TreeSet<>();
  private final Map<String, List<String>> gangs = new TreeMap<>();

  ExactState(ClusterModel cluster, Optional<PodCliqueSet> set) {
    this.cluster = cluster;
    this.set = set.map(Defaults::of);
  }

  void check() {
    set.ifPresent(this::expect);
    compare(Service.class, services);
    compare(PodCliqueScalingGroup.class, groups);
    compare(HorizontalPodAutoscaler.class, autoscalers);
    compare(
        PodClique.class,
        gangs.values().stream()
            .flatMap(List::stream)
            .collect(Collectors.toCollection(TreeSet::new)));
    compare(PodGang.class, gangs.keySet());
    cluster.all(PodGang.class).forEach(this::checkGang);
    cluster.all(PodClique.class).forEach(this::checkClique);
    cluster.all(Pod.class).forEach(this::checkPod);
    cluster.all(PodCliqueScalingGroup.class).forEach(ExactState::checkGroup);
    set.ifPresent(ExactState::checkSet);
    set.ifPresent(known -> new UpdatedState(cluster, known).check());
  }

  private void expect(PodCliqueSet known) {
    String name = known.getMetadata().getName();
    for (int replica = 0; replica < known.getSpec().replicas(); replica++) {
      services.add(Names.headlessService(name, replica));
      String base = Names.basePodGang(name, replica);
      for (PodCliqueTemplate clique : known.getSpec().template().cliques()) {
        if (groupOf(known, clique).isEmpty()) {
          String standalone = Names.standalonePodClique(name, replica, clique.name());
          member(base, standalone);
          if (clique.spec().autoScalingConfig() != null) {
            autoscalers.add(standalone);
          }
        }
      }
      for (PodCliqueScalingGroupConfig config :
          known.getSpec().template().podCliqueScalingGroups()) {
        expect(name, replica, base, config);
      }
    }
  }

  private void expect(String name, int replica, String base, PodCliqueScalingGroupConfig config) {
    String group = Names.podCliqueScalingGroup(name, replica, config.name());
    groups.add(group);
    if (config.scaleConfig() != null) {
      autoscalers.add(group);
    }
    int size =
        cluster
            .find(
                PodCliqueScalingGroup.class, set.orElseThrow().getMetadata().getNamespace(), group)
            .map(live -> live.getSpec().replicas())
            .orElse(0);
    for (int j = 0; j < size; j++) {
      int beyond = j - config.minAvailable();
      String gang = beyond < 0 ? base : group + "-" + beyond;
      for (String clique : config.cliqueNames()) {
        member(gang, Names.groupPodClique(name, replica, config.name(), j, clique));
      }
    }
  }

  private static Optional<PodCliqueScalingGroupConfig> groupOf(
      PodCliqueSet known, PodCliqueTemplate clique) {
    return known.getSpec().template().podCliqueScalingGroups().stream()
        .filter(config -> config.cliqueNames().contains(clique.name()))
        .findFirst();
  }

  private void member(String gang, String clique) {
    gangs.computeIfAbsent(gang, key -> new ArrayList<>()).add(clique);
  }

  private void compare(Class<? extends HasMetadata> type, Set<String> wanted) {
    Set<String> standing = new TreeSet<>();
    cluster
        .all(type)
        .forEach(object -> {
          standing.add(object.getMetadata().getName());
          if (Ownership.isTerminating(object) || !isOwnerAlive(object)) {
            throw broken(name(object) + " is on its way out, or its owner is gone");
          }
        });
    if (!standing.equals(wanted)) {
      throw broken("%s: wanted %s, standing %s".formatted(type.getSimpleName(), wanted, standing));
    }
  }

  private boolean isOwnerAlive(HasMetadata object) {
    String owner = PodFacts.ownerUid(object);
    return cluster
        .all(HasMetadata.class)
        .anyMatch(candidate -> candidate.getMetadata().getUid().equals(owner));
  }

  private void checkGang(PodGang gang) {
    List<String> wanted =
        gangs.getOrDefault(gang.getMetadata().getName(), List.of()).stream()
            .map(this::podGroup)
            .sorted()
            .toList();
    List<String> standing =
        gang.getSpec().podgroups().stream().map(ExactState::podGroup).sorted().toList();
    if (!standing.equals(wanted)) {
      throw broken("%s: wanted %s, standing %s".formatted(name(gang), wanted, standing));
    }
  }

  private String podGroup(String name) {
    PodClique clique =
        cluster
            .all(PodClique.class)
            .filter(candidate -> candidate.getMetadata().getName().equals(name))
            .findFirst()
            .orElseThrow();
    return "%s: %d of %s"
        .formatted(
            name,
            PodFacts.minimum(clique),
            pods(clique).stream().map(pod -> pod.getMetadata().getName()).sorted().toList());
  }

  private static String podGroup(PodGroup group) {
    return "%s: %d of %s"
        .formatted(
            group.name(),
            group.minReplicas(),
            group.podReferences().stream().map(NamespacedName::name).sorted().toList());
  }

  private List<Pod> pods(PodClique clique) {
    return cluster
        .all(Pod.class)
        .filter(pod -> PodFacts.ownerUid(pod).equals(clique.getMetadata().getUid()))
        .toList();
  }

  private void checkClique(PodClique clique) {
    int replicas = clique.getSpec().replicas();
    List<Pod> pods = pods(clique);
    long indices = pods.stream().map(PodFacts::index).distinct().count();
    if (pods.size() != replicas || indices != replicas) {
      throw broken(
          "%s: wanted %d pods, standing %d at %d indices"
              .formatted(name(clique), replicas, pods.size(), indices));
    }
    PodCliqueStatus status = clique.statusOrEmpty();
    if (status.replicas() != replicas
        || status.readyReplicas() != replicas
        || status.scheduledReplicas() != replicas
        || !status.lastErrors().isEmpty()
        || pods.stream().anyMatch(pod -> isCounted(pod, status))) {
      throw broken("%s: wanted %d pods, reported %s".formatted(name(clique), replicas, status));
    }
  }

  // What an index that is gone failed at is remembered until it comes back and stays well.
  private static boolean isCounted(Pod pod, PodCliqueStatus status) {
    return status.podFailures().stream()
        .anyMatch(failure -> PodFacts.index(pod).equals(String.valueOf(failure.index())));
  }

  private void checkPod(Pod pod) {
    if (!PodFacts.isLive(pod) || PodFacts.isGated(pod) || !PodFacts.isReady(pod)) {
      throw broken(name(pod) + " is gated, ended or not ready");
    }
  }

  private static void checkGroup(PodCliqueScalingGroup group) {
    var status = group.statusOrEmpty();
    int replicas = group.getSpec().replicas();
    if (status.replicas() != replicas
        || status.availableReplicas() != replicas
        || status.scheduledReplicas() != replicas
        || !status.lastErrors().isEmpty()) {
      throw broken("%s: wanted %d replicas, reported %s".formatted(name(group), replicas, status));
    }
  }

  private static void checkSet(PodCliqueSet known) {
    var status = known.statusOrEmpty();
    int replicas = known.getSpec().replicas();
    if (status.replicas() != replicas
        || status.availableReplicas() != replicas
        || !status.lastErrors().isEmpty()) {
      throw broken("%s: wanted %d replicas, reported %s".formatted(name(known), replicas, status));
    }
  }

  private static Broken broken(String detail) {
    return new Broken(RULE, detail);
  }

  private static String name(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }
}
