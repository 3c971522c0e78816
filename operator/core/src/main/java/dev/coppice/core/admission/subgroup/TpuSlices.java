package dev.coppice.core.admission.subgroup;

import dev.coppice.api.clique.SubGroupPolicy;
import dev.coppice.api.clique.SubGroupPolicyType;
import dev.coppice.core.admission.field.Findings;
import dev.coppice.core.status.Words;
import dev.coppice.core.subgroup.SubGroups;
import dev.coppice.core.subgroup.TpuContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A subgroup with TPUs is one slice: as many hosts as a subgroup has, or none. */
final class TpuSlices {

  /** Pods of one clique that stand beside each other, by their slots. */
  private record Run(String clique, boolean tpus, int first, int last) {

    int slots() {
      return last - first + 1;
    }
  }

  private final List<Run> runs = new ArrayList<>();
  private final SubGroups groups;

  private TpuSlices(GroupPart part, SubGroups groups) {
    this.groups = groups;
    int first = 0;
    for (GroupPart.Member member : part.members()) {
      if (member.pods() > 0) {
        boolean tpus = !TpuContainer.of(member.clique().spec().podSpec()).isEmpty();
        runs.add(new Run(member.clique().name(), tpus, first, first + member.pods() - 1));
        first += member.pods();
      }
    }
  }

  static void check(
      GroupPart part, SubGroupPolicy policy, SubGroups groups, Findings.Collector found) {
    TpuSlices slices = new TpuSlices(part, groups);
    for (int subGroup : slices.mixed()) {
      List<Run> with = slices.members(subGroup, true);
      int hosts = with.stream().mapToInt(Run::slots).sum();
      if (hosts != 0 && hosts != groups.subGroupSize()) {
        found.invalid(
            part.policyPath().child("subGroupSize"),
            groups.subGroupSize(),
            Words.sentence(
                "subgroup %d is no slice of %d hosts: %s is asked for by %s and not by %s; use %s",
                subGroup,
                groups.subGroupSize(),
                TpuContainer.RESOURCE,
                slices.text(with),
                slices.text(slices.members(subGroup, false)),
                policy.subGroupPolicyType() == SubGroupPolicyType.LEADER_EXCLUDED
                    ? "another subGroupSize"
                    : "LeaderExcluded or another subGroupSize"));
      }
    }
  }

  /** The subgroups in which cliques begin and end: all others are of one clique. */
  private NavigableSet<Integer> mixed() {
    NavigableSet<Integer> mixed = new TreeSet<>();
    for (Run run : runs) {
      groups.index(run.first()).ifPresent(mixed::add);
      groups.index(run.last()).ifPresent(mixed::add);
    }
    return mixed;
  }

  private List<Run> members(int subGroup, boolean tpus) {
    int from = groups.first(subGroup);
    int to = groups.last(subGroup);
    return runs.stream()
        .filter(run -> run.tpus() == tpus && run.first() <= to && run.last() >= from)
        .map(run ->
            new Run(run.clique(), tpus, Math.max(run.first(), from), Math.min(run.last(), to)))
        .toList();
  }

  private String text(List<Run> members) {
    int pods = members.stream().mapToInt(Run::slots).sum();
    return pods == 0
        ? "0"
        : Words.sentence("%d (%s)", pods, Words.list(members.stream().map(this::text).toList()));
  }

  /** Pods by clique and index, such as {@code worker[0-2]}. */
  private String text(Run part) {
    int begin =
        runs.stream()
            .filter(run -> run.clique().equals(part.clique()))
            .mapToInt(Run::first)
            .findFirst()
            .orElse(0);
    int first = part.first() - begin;
    int last = part.last() - begin;
    return first == last
        ? Words.sentence("%s[%d]", part.clique(), first)
        : Words.sentence("%s[%d-%d]", part.clique(), first, last);
  }
}
