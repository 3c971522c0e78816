package dev.coppice.core.admission.name;

import dev.coppice.api.Names;
import dev.coppice.api.set.PodCliqueScalingGroupConfig;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.admission.rule.RatchetedRule;
import dev.coppice.core.status.Words;
import dev.coppice.core.template.CliqueTemplates;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * No two children of one kind may come to one name: there would be one of them, and two that want
 * it. That can happen to PodCliques, as names of parts may look like other parts with an index, and
 * to the autoscalers of a clique and a group. All other names of a replica end with an index, or
 * are that of a part, so that they cannot meet.
 */
public final class ChildNameRules implements RatchetedRule<PodCliqueSet> {

  private final int mostPods;

  public ChildNameRules(AdmissionSettings settings) {
    this.mostPods = settings.maxPods();
  }

  @Override
  public Stream<Breach> breaches(PodCliqueSet set) {
    return Stream.concat(podCliques(set), autoscalers(set));
  }

  private Stream<Breach> podCliques(PodCliqueSet set) {
    List<PodCliqueName> names = PodCliqueName.of(set);
    return IntStream.range(0, names.size())
        .boxed()
        .flatMap(
            i -> names.subList(0, i).stream().flatMap(other -> meet(set, names.get(i), other)));
  }

  private Stream<Breach> meet(PodCliqueSet set, PodCliqueName one, PodCliqueName other) {
    return one.sharedWith(other, mostPods).stream()
        .map(shared -> breach(set, "PodClique", shared, one.path(), one.clique(), other.path()));
  }

  private Stream<Breach> autoscalers(PodCliqueSet set) {
    Stream.Builder<Breach> breaches = Stream.builder();
    Parts.forEachClique(
        set,
        (path, clique) -> {
          FieldPath config = path.child("spec").child("autoScalingConfig");
          if (clique.spec().autoScalingConfig() != null && standsAlone(set, clique.name())) {
            Parts.forEachGroup(
                set,
                (group, scaled) -> {
                  if (scalesAs(clique.name(), scaled)) {
                    breaches.add(
                        breach(
                            set,
                            "HorizontalPodAutoscaler",
                            clique.name(),
                            config,
                            clique.name(),
                            group.child("scaleConfig")));
                  }
                });
          }
        });
    return breaches.build();
  }

  private static boolean standsAlone(PodCliqueSet set, String clique) {
    return CliqueTemplates.groupOf(set.getSpec().template(), clique).isEmpty();
  }

  private static boolean scalesAs(String name, PodCliqueScalingGroupConfig group) {
    return group.scaleConfig() != null && group.name().equals(name);
  }

  private Breach breach(
      PodCliqueSet set, String kind, String name, FieldPath path, String clique, FieldPath other) {
    String whole = Names.standalonePodClique(LongestNames.of(set, mostPods).setName(), 0, name);
    return new Breach(
        kind + " " + name,
        new Violation(
            path,
            Violation.Type.INVALID,
            clique,
            Words.sentence("its %s and that of %s would both be named %s", kind, other, whole)));
  }
}
