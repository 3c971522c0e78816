package dev.coppice.simulator.rule;

import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.status.LastError;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.testkit.oracle.Moment;
import dev.coppice.testkit.oracle.PodFacts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands when everything is well, beside what every rest keeps: nothing is on its way, every
 * pod is there and Ready, nothing is complained of, and autoscalers are what the set asks for.
 */
final class ExactState {

  private static final String RULE = "exact state at rest";

  private final ClusterModel cluster;
  private final Optional<PodCliqueSet> set;

  ExactState(ClusterModel cluster, Optional<PodCliqueSet> set) {
    this.cluster = cluster;
    this.set = set;
  }

  void check() {
    cluster
        .all(HasMetadata.class)
        .filter(PodFacts::isTerminating)
        // It stays for as long as a pod that was placed by it.
        .filter(object -> !object.getKind().equals("PodGroup"))
        .forEach(object -> {
          throw broken(name(object) + " is on its way out");
        });
    checkAutoscalers();
    cluster.all(PodClique.class).forEach(this::checkClique);
    cluster.all(Pod.class).forEach(ExactState::checkPod);
    cluster
        .all(PodCliqueScalingGroup.class)
        .forEach(group ->
            checkCounts(
                group,
                group.getSpec().replicas(),
                group.statusOrEmpty().availableReplicas(),
                group.statusOrEmpty().lastErrors()));
    set.ifPresent(known -> {
      checkCounts(
          known,
          known.getSpec().replicas(),
          known.statusOrEmpty().availableReplicas(),
          known.statusOrEmpty().lastErrors());
      new UpdatedState(cluster, known).check();
    });
  }

  private void checkAutoscalers() {
    Set<String> wanted = new TreeSet<>();
    set.ifPresent(known -> {
      for (int replica = 0; replica < known.getSpec().replicas(); replica++) {
        autoscaled(known, replica).forEach(wanted::add);
      }
    });
    Set<String> standing =
        cluster
            .all(HorizontalPodAutoscaler.class)
            .map(object -> object.getMetadata().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!standing.equals(wanted)) {
      throw broken("autoscalers: wanted %s, standing %s".formatted(wanted, standing));
    }
  }

  private static Stream<String> autoscaled(PodCliqueSet known, int replica) {
    String name = known.getMetadata().getName();
    PodCliqueSetTemplate template = known.getSpec().template();
    return Stream.concat(
        template.cliques().stream()
            .filter(clique -> clique.spec().autoScalingConfig() != null)
            .map(clique -> Names.standalonePodClique(name, replica, clique.name())),
        template.podCliqueScalingGroups().stream()
            .filter(group -> group.scaleConfig() != null)
            .map(group -> Names.podCliqueScalingGroup(name, replica, group.name())));
  }

  private void checkClique(PodClique clique) {
    int replicas = clique.getSpec().replicas();
    List<Pod> pods = cluster.all(Pod.class).filter(pod -> Moment.isOwner(clique, pod)).toList();
    PodCliqueStatus status = clique.statusOrEmpty();
    if (pods.size() != replicas
        || !status.lastErrors().isEmpty()
        || pods.stream().anyMatch(pod -> isCounted(pod, status))) {
      throw broken(
          "%s: wanted %d pods, standing %d, reported %s"
              .formatted(name(clique), replicas, pods.size(), status));
    }
  }

  // What an index that is gone failed at is remembered until it comes back and stays well.
  private static boolean isCounted(Pod pod, PodCliqueStatus status) {
    return status.podFailures().stream()
        .anyMatch(failure -> PodFacts.index(pod).equals(String.valueOf(failure.index())));
  }

  private static void checkPod(Pod pod) {
    if (!PodFacts.isReady(pod) || PodFacts.isGated(pod)) {
      throw broken(name(pod) + " is gated, ended or not ready");
    }
  }

  private static void checkCounts(
      HasMetadata object, int replicas, int available, List<LastError> errors) {
    if (available != replicas || !errors.isEmpty()) {
      throw broken(
          "%s: wanted %d replicas, reported %d and %s"
              .formatted(name(object), replicas, available, errors));
    }
  }

  private static Broken broken(String detail) {
    return new Broken(RULE, detail);
  }

  private static String name(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }
}
