package dev.coppice.core.admission.subgroup;

import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.set.PodCliqueTemplate;
import dev.coppice.core.admission.field.FieldPath;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.admission.part.Parts;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.ExclusiveLevel;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Groups stay divided as they are, and in domains of the kind that they have. */
public final class SubGroupChangeRules {

  private static final String FIELD = "field is immutable";
  private static final String ANNOTATION = "the annotation is immutable";

  private SubGroupChangeRules() {}

  public static void check(PodCliqueSet before, PodCliqueSet after, Findings.Collector found) {
    List<GroupPart> were = GroupPart.of(before);
    for (GroupPart part : GroupPart.of(after)) {
      part.in(were)
          .ifPresent(was -> {
            same(part.policyPath(), was.policy(), part.policy(), FIELD, found);
            sizes(was, before, part, found);
            for (ExclusiveLevel level : ExclusiveLevel.values()) {
              part.topologyPath(level, after)
                  .or(() -> was.topologyPath(level, before))
                  .ifPresent(path ->
                      same(
                          path,
                          was.topologyKey(level, before).orElse(null),
                          part.topologyKey(level, after).orElse(null),
                          ANNOTATION,
                          found));
            }
          });
    }
  }

  private static void same(
      FieldPath path,
      @Nullable Object was,
      @Nullable Object is,
      String immutable,
      Findings.Collector found) {
    if (was == null && is != null) {
      found.forbidden(path, "cannot be added: " + immutable);
    } else if (was != null && is == null) {
      found.forbidden(path, "cannot be removed: " + immutable);
    } else if (was != null && !was.equals(is)) {
      found.invalid(path, is, immutable);
    }
  }

  private static void sizes(
      GroupPart was, PodCliqueSet before, GroupPart part, Findings.Collector found) {
    SubGroupPolicy policy = was.policy();
    if (policy == null) {
      return;
    }
    for (GroupPart.Member member : part.members()) {
      Optional<PodCliqueTemplate> old = Parts.clique(before, member.clique().name());
      int replicas = member.clique().spec().replicas();
      if (old.isPresent() && old.get().spec().replicas() != replicas) {
        FieldPath path = member.spec().child("replicas");
        if (!part.isAlone()) {
          found.invalid(
              path, replicas, Words.sentence("%s: the pods of %s are divided", FIELD, part.name()));
        } else {
          was.subGroups()
              .filter(groups -> !groups.layout().isAligned(replicas, policy.subGroupSize()))
              .ifPresent(groups ->
                  found.invalid(
                      path, replicas, SubGroupRules.whole(groups.layout(), policy.subGroupSize())));
        }
      }
    }
  }
}
