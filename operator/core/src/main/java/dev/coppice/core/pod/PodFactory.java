package dev.coppice.core.pod;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.scheduler.SchedulerBackend;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the pods of one PodClique. What all of them share is made once. */
final class PodFactory {

  private final String podClique;
  private final Pod shared;

  /**
   * Makes pods for a clique.
   *
   * @param clique the PodClique; left as it is
   * @param backend the scheduler that places the pods
   */
  PodFactory(PodClique clique, SchedulerBackend backend) {
    ObjectMeta metadata = clique.getMetadata();
    Map<String, String> own = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
    podClique = metadata.getName();
    Pod plain =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(metadata.getNamespace())
            .withLabels(labels(own))
            .withAnnotations(metadata.getAnnotations())
            .withOwnerReferences(Ownership.controllerReference(clique))
            .endMetadata()
            .withSpec(spec(clique, own))
            .build();
    shared = backend.prepare(plain, own.getOrDefault(Labels.POD_GANG, ""));
  }

  /** The pod of one index. */
  Pod pod(int index, String name) {
    return new PodBuilder(shared)
        .editMetadata()
        .withName(name)
        .addToLabels(Labels.POD_INDEX, Integer.toString(index))
        .endMetadata()
        .editSpec()
        .withHostname(Names.hostname(podClique, index))
        .endSpec()
        .build();
  }

  private Map<String, String> labels(Map<String, String> own) {
    Map<String, String> labels = new TreeMap<>(own);
    labels.put(Labels.MANAGED_BY, Labels.MANAGER);
    labels.put(Labels.POD_CLIQUE, podClique);
    return labels;
  }

  private static PodSpec spec(PodClique clique, Map<String, String> own) {
    ObjectMeta metadata = clique.getMetadata();
    String set = own.getOrDefault(Labels.PART_OF, "");
    int replica = Integer.parseInt(own.getOrDefault(Labels.SET_REPLICA_INDEX, "0"));
    PodEnvironment environment =
        new PodEnvironment(set, replica, metadata.getName(), metadata.getNamespace());
    PodSpec template = clique.getSpec().podSpec();
    // A gate of the template would be removed by nobody.
    return new PodSpecBuilder(template)
        .withContainers(environment.into(template.getContainers()))
        .withInitContainers(environment.into(template.getInitContainers()))
        .withSchedulingGates(List.of())
        .withSubdomain(Names.headlessService(set, replica))
        .build();
  }
}
