package dev.coppice.core.admission.subgroup;

import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.field.MetadataFormat;
import dev.coppice.core.admission.field.Violation;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.admission.part.Paths;
import dev.coppice.core.admission.rule.Breach;
import dev.coppice.core.object.Omitted;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.ExclusiveLevel;
import dev.coppice.core.template.CliqueTemplates;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The annotations by which groups and subgroups want domains of nodes for themselves. They may have
 * stood in sets before they meant anything.
 */
public final class ExclusiveTopologyRules {

  private final PodCliqueSet set;
  private final List<GroupPart> parts;
  private final Stream.Builder<Breach> breaches = Stream.builder();

  private ExclusiveTopologyRules(PodCliqueSet set) {
    this.set = set;
    this.parts = GroupPart.of(set);
  }

  public static Stream<Breach> breaches(PodCliqueSet set) {
    ExclusiveTopologyRules rules = new ExclusiveTopologyRules(set);
    for (ExclusiveLevel level : ExclusiveLevel.values()) {
      rules.values("the set", Paths.METADATA, Parts.annotations(set), level);
      rules.parts.forEach(
          part -> rules.values(part.name(), part.path(), part.annotations(), level));
    }
    rules.onMembers();
    rules.withoutPolicy();
    rules.parts.forEach(rules::domains);
    return rules.breaches.build();
  }

  private void values(
      String place, FieldPath path, Map<String, String> annotations, ExclusiveLevel level) {
    String first = null;
    for (String key : level.spellings()) {
      String value = annotations.get(key);
      FieldPath at = path.child("annotations").key(key);
      if (value == null) {
        continue;
      }
      Findings.Collector format = new Findings.Collector();
      if (!value.equals(ExclusiveLevel.NONE)) {
        MetadataFormat.key(at, value, format);
      }
      format
          .findings()
          .violations()
          .forEach(
              wrong -> breaches.add(new Breach(Words.sentence("%s of %s", key, place), wrong)));
      if (first != null && !first.equals(value)) {
        breach(
            Words.sentence("two spellings of %s of %s", level, place),
            at,
            Violation.Type.INVALID,
            value,
            Words.sentence(
                "means the same as %s, which is %s here", level.spellings().getFirst(), first));
      }
      first = value;
    }
  }

  private void onMembers() {
    Parts.forEachClique(
        set,
        (path, clique) ->
            CliqueTemplates.groupOf(set.getSpec().template(), clique.name())
                .ifPresent(group ->
                    Stream.of(ExclusiveLevel.values())
                        .flatMap(level -> level.spellings().stream())
                        .filter(clique.annotations()::containsKey)
                        .forEach(key ->
                            breach(
                                Words.sentence("%s of clique %s", key, clique.name()),
                                path.child("annotations").key(key),
                                Violation.Type.FORBIDDEN,
                                null,
                                Words.sentence(
                                    "the clique belongs to the scaling group %s: put the annotation there",
                                    group.name())))));
  }

  private void withoutPolicy() {
    if (parts.stream().allMatch(part -> part.policy() == null)) {
      withoutPolicy(
          "the set",
          Paths.METADATA,
          Parts.annotations(set),
          "no clique and no scaling group has a subGroupPolicy");
    }
    parts.stream()
        .filter(part -> part.policy() == null)
        .forEach(part ->
            withoutPolicy(
                part.name(), part.path(), part.annotations(), "there is no subGroupPolicy"));
  }

  private void withoutPolicy(
      String place, FieldPath path, Map<String, String> annotations, String detail) {
    ExclusiveLevel level = ExclusiveLevel.SUBGROUP;
    level
        .topologyKey(annotations, Map.of())
        .flatMap(_ -> level.spelling(annotations))
        .ifPresent(key ->
            breach(
                Words.sentence("%s of %s without subgroups", key, place),
                path.child("annotations").key(key),
                Violation.Type.FORBIDDEN,
                null,
                detail));
  }

  private void domains(GroupPart part) {
    part.topologyKey(ExclusiveLevel.GROUP, set)
        .ifPresent(key -> {
          notTwice(part, key);
          notChosen(part, key);
        });
  }

  private void notTwice(GroupPart part, String key) {
    int count = part.subGroups().map(groups -> groups.count()).orElse(0);
    if (count > 1
        && part.topologyKey(ExclusiveLevel.SUBGROUP, set).filter(key::equals).isPresent()) {
      part.topologyPath(ExclusiveLevel.SUBGROUP, set)
          .ifPresent(path ->
              breach(
                  "one topology of " + part.name(),
                  path,
                  Violation.Type.INVALID,
                  key,
                  Words.sentence(
                      "must not be that of the whole group: %d subgroups of %s cannot each be alone in one domain",
                      count, part.name())));
    }
  }

  private void notChosen(GroupPart part, String key) {
    for (GroupPart.Member member : part.members()) {
      if (Omitted.orEmpty(member.clique().spec().podSpec().getNodeSelector()).containsKey(key)) {
        breach(
            Words.sentence("nodeSelector %s of clique %s", key, member.clique().name()),
            Paths.podSpec(member.path()).child("nodeSelector").key(key),
            Violation.Type.FORBIDDEN,
            null,
            Words.sentence("the domain of %s is chosen by its leader", part.name()));
      }
    }
  }

  private void breach(
      String subject, FieldPath path, Violation.Type type, @Nullable Object value, String detail) {
    breaches.add(new Breach(subject, new Violation(path, type, value, detail)));
  }
}
