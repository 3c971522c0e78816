package dev.coppice.core.set;

import dev.coppice.api.Annotations;
import dev.coppice.api.Components;
import dev.coppice.api.ErrorCodes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.plan.Action;
import dev.coppice.core.plan.Children;
import dev.coppice.core.plan.JsonPatch;
import dev.coppice.core.plan.Ownership;
import dev.coppice.core.plan.Purpose;
import dev.coppice.core.plan.Purpose.Count;
import dev.coppice.core.plan.Snapshot;
import dev.coppice.core.rollout.TemplateHash;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The PodCliques that a set owns itself: those of cliques that are in no scaling group. */
final class StandaloneCliques {

  private static final Purpose DELETE =
      Purpose.announced(
          ErrorCodes.DELETE_POD_CLIQUE,
          "deleted",
          "PodClique",
          EventReasons.POD_CLIQUE_DELETE_SUCCESSFUL,
          EventReasons.POD_CLIQUE_DELETE_FAILED);

  private StandaloneCliques() {}

  /** A clique template with all that is the same in every set replica. */
  private record Blueprint(
      PodCliqueTemplate template, String hash, PodSpec podSpec, Map<String, String> annotations) {}

  /** The clique templates of a set that are in no scaling group, in template order. */
  static List<PodCliqueTemplate> templates(PodCliqueSetTemplate template) {
    Set<String> grouped =
        template.podCliqueScalingGroups().stream()
            .map(PodCliqueScalingGroupConfig::cliqueNames)
            .flatMap(List::stream)
            .collect(Collectors.toSet());
    return template.cliques().stream().filter(c -> !grouped.contains(c.name())).toList();
  }

  static Stream<Action> plan(Snapshot<PodCliqueSet> snapshot) {
    PodCliqueSet set = snapshot.primary();
    List<Blueprint> blueprints = blueprints(set);
    List<PodClique> wanted =
        IntStream.range(0, set.getSpec().replicas())
            .boxed()
            .flatMap(replica -> blueprints.stream().map(b -> podClique(set, replica, b)))
            .toList();
    Stream<Action> sync =
        wanted.stream()
            .map(clique ->
                Children.ensure(
                    snapshot, clique, syncPurpose(clique), StandaloneCliques::difference))
            .flatMap(Optional::stream);
    Set<String> names =
        wanted.stream().map(clique -> clique.getMetadata().getName()).collect(Collectors.toSet());
    Map<String, String> component = Map.of(Labels.COMPONENT, Components.SET_POD_CLIQUE);
    return Stream.concat(
        sync, Children.removeLeftovers(snapshot, PodClique.class, component, names, DELETE));
  }

  private static List<Blueprint> blueprints(PodCliqueSet set) {
    PodCliqueSetTemplate template = set.getSpec().template();
    return templates(template).stream()
        .map(clique ->
            new Blueprint(
                clique,
                TemplateHash.of(clique, template.priorityClassName()),
                podSpec(clique.spec().podSpec(), template.priorityClassName()),
                annotations(clique)))
        .toList();
  }

  private static PodClique podClique(PodCliqueSet set, int replica, Blueprint blueprint) {
    String setName = set.getMetadata().getName();
    PodCliqueTemplate template = blueprint.template();
    String name = Names.standalonePodClique(setName, replica, template.name());
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(set.getMetadata().getNamespace())
            .withLabels(
                ChildLabels.standaloneClique(
                    setName,
                    replica,
                    name,
                    template.labels(),
                    blueprint.hash(),
                    Names.basePodGang(setName, replica)))
            .withAnnotations(blueprint.annotations())
            .withOwnerReferences(Ownership.controllerReference(set))
            .build());
    clique.setSpec(
        PodCliqueSpecBuilder.builder(template.spec())
            .podSpec(blueprint.podSpec())
            .startsAfter(List.of())
            .build());
    return clique;
  }

  // Annotations and podSpec are compared by the hash label: caches of this level do not keep
  // podSpecs. The live
  // replicas belong to whoever scales.
  private static JsonPatch difference(PodClique seen, PodClique wanted) {
    PodCliqueSpec was = seen.getSpec();
    PodCliqueSpec now = wanted.getSpec();
    JsonPatch patch = JsonPatch.create();
    if (!hash(wanted).equals(hash(seen))) {
      patch
          .add("/metadata/annotations", wanted.getMetadata().getAnnotations())
          .add("/spec/podSpec", now.podSpec());
    }
    return patch
        .sync("/metadata/labels", seen.getMetadata().getLabels(), wanted.getMetadata().getLabels())
        .sync("/spec/roleName", was.roleName(), now.roleName())
        .sync("/spec/minAvailable", was.minAvailable(), now.minAvailable())
        .sync("/spec/autoScalingConfig", was.autoScalingConfig(), now.autoScalingConfig());
  }

  private static String hash(PodClique clique) {
    Map<String, String> labels = clique.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(Labels.POD_TEMPLATE_HASH, "");
  }

  private static Map<String, String> annotations(PodCliqueTemplate clique) {
    Map<String, String> annotations = new TreeMap<>(clique.annotations());
    annotations.remove(Annotations.TOPOLOGY_NAME);
    return annotations;
  }

  private static PodSpec podSpec(PodSpec spec, @Nullable String setPriorityClassName) {
    String own = spec.getPriorityClassName();
    return setPriorityClassName == null || (own != null && !own.isEmpty())
        ? spec
        : new PodSpecBuilder(spec).withPriorityClassName(setPriorityClassName).build();
  }

  // Pods are told together with the cliques that will make them, so that the first creation is one
  // event.
  private static Purpose syncPurpose(PodClique clique) {
    return new Purpose(
        ErrorCodes.CREATE_OR_UPDATE_POD_CLIQUE,
        "created",
        List.of(new Count(1, "PodClique"), new Count(clique.getSpec().replicas(), "pod")),
        EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_SUCCESSFUL,
        EventReasons.POD_CLIQUE_CREATE_OR_UPDATE_FAILED);
  }
}
