package dev.coppice.core.admission.size;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.admission.rule.RatchetedRule;
import java.util.stream.Stream;

/**
 * How large one gang may be: what is placed together is written down together. What an autoscaler
 * may ask for later is judged when it does.
 */
public final class GangRules implements RatchetedRule<PodCliqueSet> {

  private final int mostPods;

  public GangRules(AdmissionSettings settings) {
    this.mostPods = settings.maxPods();
  }

  @Override
  public Stream<Breach> breaches(PodCliqueSet set) {
    LongestNames names = LongestNames.of(set, mostPods);
    Stream.Builder<Breach> breaches = Stream.builder();
    check("base gang", Paths.TEMPLATE, GangReferences.ofBase(set, names), breaches);
    Parts.forEachGroup(
        set,
        (path, group) ->
            check(
                "gang of " + group.name(),
                path,
                GangReferences.ofGroupReplica(set, group, names),
                breaches));
    return breaches.build();
  }

  private static void check(
      String subject, FieldPath path, GangReferences references, Stream.Builder<Breach> breaches) {
    if (!references.fit()) {
      breaches.add(
          new Breach(
              subject,
              references.bytes(),
              new Violation(
                  path, Violation.Type.INVALID, references.pods(), references.tooLarge())));
    }
  }
}
