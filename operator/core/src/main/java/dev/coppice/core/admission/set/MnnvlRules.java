package dev.coppice.core.admission.set;

import dev.coppice.api.Annotations;
import dev.coppice.api.Names;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.NameFormat;
import dev.coppice.core.admission.name.LongestNames;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.AdmissionSettings;
import dev.coppice.core.admission.rule.Rule;
import java.util.Map;
import java.util.Objects;

/** The annotation that puts pods into an NVLink domain. It is chosen once. */
final class MnnvlRules implements Rule<PodCliqueSet> {

  private static final String NOT_ENROLLED = "none";

  private final AdmissionSettings settings;

  MnnvlRules(AdmissionSettings settings) {
    this.settings = settings;
  }

  @Override
  public void check(PodCliqueSet set, Findings.Collector found) {
    LongestNames names = LongestNames.of(set, settings.maxPods());
    forEachEnrolled(
        set,
        (path, group) -> {
          if (!settings.autoMnnvl()) {
            found.invalid(path, group, "MNNVL is not enabled in the operator's configuration");
          }
          NameFormat.DNS_LABEL.check(path, group, found);
          String domain = Names.computeDomain(names.setName(), names.last(names.replicas()), group);
          if (domain.length() > NameFormat.LONGEST_LABEL) {
            found.invalid(path, group, LongestNames.tooLong(domain));
          }
        });
  }

  /** The group stays as it is, wherever it stands. */
  static void onUpdate(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    compare(Paths.METADATA, Parts.annotations(before), Parts.annotations(after), found);
    Parts.forEachClique(
        after,
        (path, clique) ->
            Parts.clique(before, clique.name())
                .ifPresent(old -> compare(path, old.annotations(), clique.annotations(), found)));
    Parts.forEachGroup(
        after,
        (path, group) ->
            Parts.group(before, group.name())
                .ifPresent(old -> compare(path, old.annotations(), group.annotations(), found)));
  }

  private static void compare(
      FieldPath owner,
      Map<String, String> before,
      Map<String, String> after,
      Findings.Collector found) {
    FieldPath path = annotation(owner);
    String was = before.get(Annotations.MNNVL_GROUP);
    String is = after.get(Annotations.MNNVL_GROUP);
    if (Objects.equals(was, is)) {
      return;
    }
    if (was == null) {
      found.forbidden(path, "cannot be added: the annotation is immutable");
    } else if (is == null) {
      found.forbidden(path, "cannot be removed: the annotation is immutable");
    } else {
      found.invalid(path, is, "the annotation is immutable");
    }
  }

  private static void forEachEnrolled(PodCliqueSet set, Parts.Visitor<String> visitor) {
    visit(Paths.METADATA, Parts.annotations(set), visitor);
    Parts.forEachClique(set, (path, clique) -> visit(path, clique.annotations(), visitor));
    Parts.forEachGroup(set, (path, group) -> visit(path, group.annotations(), visitor));
  }

  private static void visit(
      FieldPath owner, Map<String, String> annotations, Parts.Visitor<String> visitor) {
    String group = annotations.get(Annotations.MNNVL_GROUP);
    if (group != null && !group.equals(NOT_ENROLLED)) {
      visitor.visit(annotation(owner), group);
    }
  }

  private static FieldPath annotation(FieldPath owner) {
    return owner.child("annotations").key(Annotations.MNNVL_GROUP);
  }
}
