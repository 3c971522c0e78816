package dev.coppice.core.admission.set;

import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.AdmissionLookup;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Numbers of replicas that change in a template while the objects that were made from it keep their
 * own: what is scaled belongs to whoever scales it, and a changed template would seem to do
 * nothing. One object of a part is looked at, of the first replicas: whoever scales all of them
 * alike has done so there too.
 */
public final class KeptReplicas {

  /** Each is a call of its own, and a review has ten seconds. */
  private static final int MOST_LOOKED_AT = 10;

  private final AdmissionLookup lookup;

  /** Compares with the objects of a cluster. */
  public KeptReplicas(AdmissionLookup lookup) {
    this.lookup = lookup;
  }

  /**
   * Notes what a change does not reach. Nothing is looked up if no such number changes, nor for a
   * training job, of which none can.
   */
  public void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    if (!RequiredParts.areIn(before)
        || after.getSpec().replicas() == 0
        || after.getSpec().trains()) {
      return;
    }
    List<Change> changes = new ArrayList<>();
    Parts.forEachClique(
        after,
        (path, clique) ->
            Parts.clique(before, clique.name())
                .filter(was -> was.spec().replicas() != clique.spec().replicas())
                .ifPresent(_ -> changes.add(ofClique(path, clique, after))));
    Parts.forEachGroup(
        after,
        (path, group) ->
            Parts.group(before, group.name())
                .filter(was -> was.replicas() != group.replicas())
                .ifPresent(_ -> changes.add(ofGroup(path, group, after))));
    changes.stream().limit(MOST_LOOKED_AT).forEach(change -> check(change, after, found));
  }

  private void check(Change change, PodCliqueSet set, Findings.Collector found) {
    String namespace = set.getMetadata().getNamespace();
    live(change, namespace, set.getMetadata().getName())
        .filter(live -> live != change.replicas())
        .ifPresent(live -> found.warn(change.path(), change.warning(live, namespace)));
  }

  private Optional<Integer> live(Change change, String namespace, String set) {
    return change.grouping()
        ? lookup
            .podCliqueScalingGroup(namespace, change.name())
            .filter(group -> isOf(group, set) && group.getSpec() != null)
            .map(group -> group.getSpec().replicas())
        : lookup
            .podClique(namespace, change.name())
            .filter(clique -> isOf(clique, set) && clique.getSpec() != null)
            .map(clique -> clique.getSpec().replicas());
  }

  private static boolean isOf(HasMetadata object, String set) {
    return Relatives.label(object, Labels.PART_OF).filter(set::equals).isPresent();
  }

  private static Change ofClique(FieldPath path, PodCliqueTemplate clique, PodCliqueSet set) {
    String name = set.getMetadata().getName();
    Optional<PodCliqueScalingGroupConfig> group =
        CliqueTemplates.groupOf(set.getSpec().template(), clique.name());
    return new Change(
        path.child("spec").child("replicas"),
        clique.spec().replicas(),
        false,
        group
            .map(of -> Names.groupPodClique(name, 0, of.name(), 0, clique.name()))
            .orElseGet(() -> Names.standalonePodClique(name, 0, clique.name())),
        set.getSpec().replicas() > 1 || group.filter(of -> of.replicas() > 1).isPresent(),
        clique.spec().autoScalingConfig() == null ? "" : "autoScalingConfig");
  }

  private static Change ofGroup(
      FieldPath path, PodCliqueScalingGroupConfig group, PodCliqueSet set) {
    return new Change(
        path.child("replicas"),
        group.replicas(),
        true,
        Names.podCliqueScalingGroup(set.getMetadata().getName(), 0, group.name()),
        set.getSpec().replicas() > 1,
        group.scaleConfig() == null ? "" : "scaleConfig");
  }

  /**
   * A number that changes.
   *
   * @param replicas what it becomes
   * @param grouping whether a scaling group has it, and not a clique
   * @param name of the first object that was made from the part
   * @param hasMore whether there are others
   * @param autoscaling the field by which they scale automatically; empty if they do not
   */
  private record Change(
      FieldPath path,
      int replicas,
      boolean grouping,
      String name,
      boolean hasMore,
      String autoscaling) {

    private String warning(int live, String namespace) {
      String kind = HasMetadata.getKind(grouping ? PodCliqueScalingGroup.class : PodClique.class);
      return Words.sentence(
          "%d is for new %ss only: %s %s keeps its own number, %d%s; %s",
          replicas,
          kind,
          kind,
          name,
          live,
          hasMore ? ", and those of the other replicas keep theirs" : "",
          autoscaling.isEmpty()
              ? Words.sentence(
                  "to change it: kubectl scale %s/%s -n %s --replicas=%d",
                  grouping ? "pcsg" : "pclq", name, namespace, replicas)
              : Words.sentence("its HorizontalPodAutoscaler changes it, as %s says", autoscaling));
    }
  }
}
