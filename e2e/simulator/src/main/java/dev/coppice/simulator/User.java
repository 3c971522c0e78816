package dev.coppice.simulator;

import dev.coppice.api.GroveResource;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.core.object.Ownership;
import dev.coppice.simulator.model.ClusterModel;
import dev.coppice.simulator.model.Mistakes;
import dev.coppice.simulator.model.Scaling;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A user, or an autoscaler, of one set. */
final class User {

  static final String NAMESPACE = "n";
  private static final int LARGEST = 4;
  // Once: it looks through all resource types of the class path.
  private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

  private final ClusterModel cluster;
  private final Mistakes mistakes;
  private final PodCliqueSet wanted;

  User(ClusterModel cluster, Mistakes mistakes, String yaml) {
    this.cluster = cluster;
    this.mistakes = mistakes;
    wanted = SERIALIZATION.unmarshal(yaml, PodCliqueSet.class);
    wanted.setMetadata(
        new ObjectMetaBuilder(wanted.getMetadata()).withNamespace(NAMESPACE).build());
  }

  Optional<PodCliqueSet> set() {
    return cluster.find(PodCliqueSet.class, NAMESPACE, wanted.getMetadata().getName());
  }

  /** What a verb could be done to. */
  List<? extends HasMetadata> candidates(Verb verb) {
    return switch (verb) {
      case SCALE_SET, DELETE_SET, SET_DELAY, SET_STRATEGY, CHANGE_TEMPLATE, MISTYPE ->
          set().stream().toList();
      case SET_GROUP_DELAY -> set().filter(User::mayHaveGroupDelays).stream().toList();
      case FORGE -> cluster.all(HasMetadata.class).filter(User::isForged).toList();
      case APPLY_SET -> set().isPresent() ? List.of() : List.of(wanted);
      case SCALE_GROUP, DELETE_GROUP -> staying(PodCliqueScalingGroup.class);
      case SCALE_CLIQUE, DELETE_CLIQUE -> staying(PodClique.class);
      case DELETE_POD -> staying(Pod.class);
      case DELETE_GANG -> staying(PodGang.class);
      case DELETE_OTHER ->
          Stream.concat(
                  staying(Service.class).stream(), staying(HorizontalPodAutoscaler.class).stream())
              .toList();
      default -> List.of();
    };
  }

  private static boolean isForged(HasMetadata object) {
    return object instanceof GroveResource<?, ?> || object instanceof Pod;
  }

  private static boolean mayHaveGroupDelays(PodCliqueSet set) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return template.terminationDelay() != null && !template.podCliqueScalingGroups().isEmpty();
  }

  private <T extends HasMetadata> List<T> staying(Class<T> type) {
    return cluster.all(type).filter(object -> !Ownership.isTerminating(object)).toList();
  }

  /** Does it; answers what was done. */
  String act(Verb verb, HasMetadata object, int detail) {
    int size = detail % (LARGEST + 1);
    switch (verb) {
      case SCALE_SET -> Scaling.scale(cluster, (PodCliqueSet) object, Math.min(size, 2));
      case SCALE_GROUP -> Scaling.scale(cluster, (PodCliqueScalingGroup) object, size);
      case SCALE_CLIQUE -> Scaling.scale(cluster, (PodClique) object, size);
      case SET_DELAY -> cluster.change((PodCliqueSet) object, SetEdits.delay(detail));
      case SET_GROUP_DELAY -> cluster.change((PodCliqueSet) object, SetEdits.groupDelay(detail));
      case CHANGE_TEMPLATE -> cluster.change((PodCliqueSet) object, SetEdits.pods(detail));
      case MISTYPE ->
          cluster.change((PodCliqueSet) object, SetEdits.mistake(detail, mistakes.image()));
      case SET_STRATEGY -> cluster.change((PodCliqueSet) object, SetEdits.strategy(detail));
      case APPLY_SET -> cluster.create(wanted);
      default -> cluster.delete(object);
    }
    return "%s, %d (%d)".formatted(object.getMetadata().getName(), detail, size);
  }
}
