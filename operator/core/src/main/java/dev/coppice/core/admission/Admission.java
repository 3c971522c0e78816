package dev.coppice.core.admission;

import dev.coppice.api.GroveResource;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.topology.ClusterTopologyBinding;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.protection.HandMade;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.scale.ParentSet;
import dev.coppice.core.admission.scale.ScalableKind;
import dev.coppice.core.admission.scale.ScaleRules;
import dev.coppice.core.admission.scale.Scaling;
import dev.coppice.core.admission.set.KeptReplicas;
import dev.coppice.core.admission.set.SetRules;
import dev.coppice.core.admission.topology.BindingRules;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What may be stored. Every answer is complete: all that is wrong, each with its path. Objects are
 * judged as they are with their {@link Defaults}, whether or not somebody applied them. What is
 * being deleted has to be able to go: who asks about a change of it asks only if its specification
 * changes. It has no state of its own and may be asked by any thread.
 */
public final class Admission {

  private final AdmissionLookup lookup;
  private final SetRules setRules;
  private final BindingRules bindingRules;
  private final ScaleRules scaleRules;
  private final ParentSet parentSet;
  private final KeptReplicas keptReplicas;

  /**
   * The rules of one cluster.
   *
   * @param settings what an administrator decides about them
   * @param lookup what objects are compared with
   */
  public Admission(AdmissionSettings settings, AdmissionLookup lookup) {
    this.lookup = lookup;
    this.setRules = new SetRules(settings, lookup);
    this.bindingRules = new BindingRules(settings);
    this.scaleRules = new ScaleRules(settings);
    this.parentSet = new ParentSet(lookup);
    this.keptReplicas = new KeptReplicas(lookup);
  }

  /** Judges a new set. */
  public Findings onCreate(PodCliqueSet set) {
    return judge(set, setRules::onCreate);
  }

  /** Judges a changed set. */
  public Findings onUpdate(PodCliqueSet before, PodCliqueSet after) {
    Findings.Collector found = new Findings.Collector();
    setRules.onUpdate(Defaults.of(before), Defaults.of(before, after), found);
    return found.findings();
  }

  /**
   * What of an allowed change does not reach the objects that are there, as warnings. It is apart
   * from {@link #onUpdate}, because it alone asks for them.
   */
  public Findings keptReplicas(PodCliqueSet before, PodCliqueSet after) {
    return isTerminating(after)
        ? Findings.NONE
        : judge(after, (set, found) -> keptReplicas.check(Defaults.of(before), set, found));
  }

  /** Judges a new topology. */
  public Findings onCreate(ClusterTopologyBinding binding) {
    Findings.Collector found = new Findings.Collector();
    bindingRules.check(binding, found);
    return found.findings();
  }

  /** Judges a changed topology. */
  public Findings onUpdate(ClusterTopologyBinding before, ClusterTopologyBinding after) {
    return onCreate(after);
  }

  /** Judges a new PodClique: whether it was made for a set. */
  public Findings onCreate(PodClique clique) {
    return HandMade.judge(clique);
  }

  /** Judges a new scaling group: whether it was made for a set. */
  public Findings onCreate(PodCliqueScalingGroup group) {
    return HandMade.judge(group);
  }

  /** Judges a changed PodClique: of what can be read only another number of replicas matters. */
  public Findings onUpdate(PodClique before, PodClique after) {
    if (isLeftToOthers(before, after)) {
      return Findings.NONE;
    }
    int replicas = after.getSpec().replicas();
    return replicas == before.getSpec().replicas()
        ? Findings.NONE
        : scaleRules.judge(new Scaling.OfClique(before, setOf(before), replicas));
  }

  /**
   * Judges a changed scaling group: of what can be read only another number of replicas matters.
   */
  public Findings onUpdate(PodCliqueScalingGroup before, PodCliqueScalingGroup after) {
    if (isLeftToOthers(before, after)) {
      return Findings.NONE;
    }
    int replicas = after.getSpec().replicas();
    return replicas == before.getSpec().replicas()
        ? Findings.NONE
        : scaleRules.judge(new Scaling.OfGroup(before, setOf(before), replicas));
  }

  // What lacks its specification is refused by the schema, and nothing is made for what goes.
  private static boolean isLeftToOthers(GroveResource<?, ?> before, GroveResource<?, ?> after) {
    return before.getSpec() == null || after.getSpec() == null || isTerminating(after);
  }

  /**
   * Judges a write to {@code /scale}. What is not there is left to the API server, and what cannot
   * be read is not judged.
   */
  public Findings onScale(ScalableKind kind, String namespace, String name, int replicas) {
    return switch (kind) {
      case POD_CLIQUE_SET ->
          judge(
              lookup.podCliqueSet(namespace, name),
              set -> new Scaling.OfSet(Defaults.of(set), replicas));
      case POD_CLIQUE_SCALING_GROUP ->
          judge(
              lookup.podCliqueScalingGroup(namespace, name),
              group -> new Scaling.OfGroup(group, setOf(group), replicas));
      case POD_CLIQUE ->
          judge(
              lookup.podClique(namespace, name),
              clique -> new Scaling.OfClique(clique, setOf(clique), replicas));
    };
  }

  private <T extends HasMetadata> Findings judge(Optional<T> target, Function<T, Scaling> scaling) {
    return target
        .filter(object -> !isTerminating(object) && isLegible(object))
        .map(scaling)
        .map(scaleRules::judge)
        .orElse(Findings.NONE);
  }

  private Findings judge(PodCliqueSet set, BiConsumer<PodCliqueSet, Findings.Collector> rules) {
    Findings.Collector found = new Findings.Collector();
    rules.accept(Defaults.of(set), found);
    return found.findings();
  }

  private @Nullable PodCliqueSet setOf(PodClique clique) {
    return parentSet.of(clique).filter(Admission::isLegible).map(Defaults::of).orElse(null);
  }

  private @Nullable PodCliqueSet setOf(PodCliqueScalingGroup group) {
    return parentSet.of(group).filter(Admission::isLegible).map(Defaults::of).orElse(null);
  }

  // What somebody has stored past us holds nobody up.
  private static boolean isLegible(HasMetadata object) {
    return Unreadable.of(object).isEmpty();
  }

  private static boolean isTerminating(HasMetadata object) {
    return object.getMetadata() != null && Ownership.isTerminating(object);
  }
}
