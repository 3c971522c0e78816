package dev.coppice.core.template;

import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueSpec;
import dev.coppice.api.clique.PodCliqueSpecBuilder;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueSetTemplate;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.json.JsonPatch;
import dev.coppice.core.object.ChildLabels;
import dev.coppice.core.object.OwnKeys;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.reconcile.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A clique template with all that is the same in every PodClique made from it.
 *
 * @param template the template
 * @param hash its hash, which says whether a PodClique or a pod is outdated
 * @param podSpec the specification that the PodClique carries
 * @param podSpecHash the hash of that alone
 * @param annotations the annotations that the PodClique carries
 */
public record RenderedTemplate(
    PodCliqueTemplate template,
    String hash,
    PodSpec podSpec,
    String podSpecHash,
    Map<String, String> annotations) {

  private static final Set<String> NEVER_COPIED =
      Set.of(Annotations.TOPOLOGY_NAME, Annotations.ADOPTED_TEMPLATE_HASH);

  // A step of its own writes it and takes it away.
  private static final Set<String> WRITTEN_LATER = Set.of(Annotations.ADOPTED_TEMPLATE_HASH);

  public RenderedTemplate {
    annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
  }

  /**
   * The rendered template of one clique of a set.
   *
   * @param hash the hash of the clique
   */
  public static RenderedTemplate of(
      PodCliqueTemplate clique, PodCliqueSetTemplate set, String hash) {
    Map<String, String> annotations = new TreeMap<>(clique.annotations());
    annotations.keySet().removeAll(NEVER_COPIED);
    PodSpec podSpec = podSpec(clique.spec().podSpec(), set.priorityClassName());
    return new RenderedTemplate(
        clique, hash, podSpec, TemplateHash.ofPodSpec(podSpec), annotations);
  }

  /** The rendered template with another pod specification under the same hash. */
  public RenderedTemplate mapPodSpec(UnaryOperator<PodSpec> change) {
    PodSpec changed = change.apply(podSpec);
    return new RenderedTemplate(
        template, hash, changed, TemplateHash.ofPodSpec(changed), annotations);
  }

  /**
   * A new PodClique.
   *
   * @param owner the set or the group that controls it
   * @param ownLabels its labels; they win over those of the template
   * @param startsAfter names of the PodCliques that start before it
   */
  public PodClique podClique(
      HasMetadata owner, String name, Map<String, String> ownLabels, List<String> startsAfter) {
    Map<String, String> labels = new TreeMap<>(template.labels());
    labels.putAll(ownLabels);
    labels.put(Labels.POD_TEMPLATE_HASH, hash);
    Map<String, String> noted =
        OwnKeys.noted(annotations, template.labels().keySet(), annotations.keySet());
    noted.put(Annotations.POD_SPEC_HASH, podSpecHash);
    PodClique clique = new PodClique();
    clique.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(owner.getMetadata().getNamespace())
            .withLabels(labels)
            .withAnnotations(noted)
            .withOwnerReferences(Ownership.controllerReference(owner))
            .build());
    clique.setSpec(
        PodCliqueSpecBuilder.builder(template.spec())
            .podSpec(podSpec)
            .startsAfter(startsAfter)
            .build());
    return clique;
  }

  /**
   * What has to change in a PodClique. PodSpecs are compared by their hashes, because views of the
   * levels above need not hold them. The live replicas belong to whoever scales.
   *
   * @param set the set whose template the wanted one is made from
   */
  public static JsonPatch difference(
      Snapshot<?> snapshot, PodCliqueSet set, PodClique seen, PodClique wanted) {
    return isUnread(seen)
        ? JsonPatch.create()
        : adopted(set, seen, wanted).orElseGet(() -> change(snapshot, seen, wanted));
  }

  // Only what has an owner is read to be judged: one without is taken back first.
  private static boolean isUnread(PodClique seen) {
    return Adoption.isDue(seen) && Ownership.controller(seen).isEmpty();
  }

  private static Optional<JsonPatch> adopted(PodCliqueSet set, PodClique seen, PodClique wanted) {
    return Adoption.isDue(seen) ? Adoption.adopt(set, seen, wanted) : Optional.empty();
  }

  private static JsonPatch change(Snapshot<?> snapshot, PodClique seen, PodClique wanted) {
    PodCliqueSpec was = seen.getSpec();
    PodCliqueSpec now = wanted.getSpec();
    WrittenPodSpec podSpec = WrittenPodSpec.of(snapshot, seen, wanted);
    Map<String, String> noted = new TreeMap<>(wanted.getMetadata().getAnnotations());
    noted.put(Annotations.POD_SPEC_HASH, podSpec.note());
    JsonPatch patch = OwnKeys.sync(seen, wanted.getMetadata().getLabels(), noted, WRITTEN_LATER);
    if (!hash(wanted).equals(hash(seen))) {
      // What meant the same as the old hash does not mean the same as the new one.
      Adoption.forget(seen, patch);
    }
    if (podSpec.isDue()) {
      patch.add("/spec/podSpec", now.podSpec());
    }
    if (noted.containsKey(Annotations.RESTART_ATTEMPT)) {
      // Nobody scales a training job.
      patch.sync("/spec/replicas", was.replicas(), now.replicas());
    }
    return patch
        .sync("/spec/roleName", was.roleName(), now.roleName())
        .sync("/spec/minAvailable", was.minAvailable(), now.minAvailable())
        .sync("/spec/startsAfter", was.startsAfter(), now.startsAfter())
        .sync("/spec/autoScalingConfig", was.autoScalingConfig(), now.autoScalingConfig());
  }

  /**
   * The same for a PodClique that is replaced rather than given another template: one that is
   * outdated keeps what it was made with, unless it is ahead of its pods. A replica is found by its
   * labels when it is replaced, so what is missing of those comes first.
   *
   * @param set the set whose template the wanted one is made from
   * @param follows whether one that has no pods, and is to have none, is given the template
   */
  public static JsonPatch differenceOfReplica(
      Snapshot<?> snapshot,
      PodCliqueSet set,
      PodClique seen,
      PodClique wanted,
      Predicate<PodClique> follows) {
    if (isUnread(seen)) {
      return JsonPatch.create();
    }
    JsonPatch placed = OwnKeys.labels(seen, ChildLabels.placing(wanted.getMetadata().getLabels()));
    if (!placed.isEmpty()) {
      return placed;
    }
    if (Adoption.isDue(seen)) {
      return adopted(set, seen, wanted).orElseGet(() -> Adoption.reject(seen));
    }
    return hash(wanted).equals(hash(seen)) || isAhead(seen) || (isIdle(seen) && follows.test(seen))
        ? change(snapshot, seen, wanted)
        : JsonPatch.create()
            .sync(
                "/spec/startsAfter", seen.getSpec().startsAfter(), wanted.getSpec().startsAfter());
  }

  /**
   * Whether a PodClique was given a template that none of its pods is made from, as under OnDelete:
   * its own hash then says nothing about pods, which may well be those that are asked for. One that
   * has lost all of them is not: they come back as they were.
   */
  public static boolean isAhead(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return hash(clique).equals(status.currentPodTemplateHash())
        && status.replicas() > 0
        && status.updatedReplicas() == 0;
  }

  /** Whether a PodClique has no pods and is to have none: its template is that of nothing yet. */
  public static boolean isIdle(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return clique.getSpec().replicas() == 0
        && status.replicas() == 0
        && clique.getMetadata().getGeneration().equals(status.observedGeneration());
  }

  private static String hash(PodClique clique) {
    return Relatives.label(clique, Labels.POD_TEMPLATE_HASH).orElse("");
  }

  private static PodSpec podSpec(PodSpec spec, @Nullable String setPriorityClassName) {
    String own = spec.getPriorityClassName();
    return setPriorityClassName == null || (own != null && !own.isEmpty())
        ? spec
        : new PodSpecBuilder(spec).withPriorityClassName(setPriorityClassName).build();
  }
}
