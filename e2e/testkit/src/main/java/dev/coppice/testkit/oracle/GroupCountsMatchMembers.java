package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.group.PodCliqueScalingGroupStatus;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** Counts again what the status of every scaling group says about its replicas. */
final class GroupCountsMatchMembers extends CountRule<PodCliqueScalingGroup> {

  GroupCountsMatchMembers() {
    super(PodCliqueScalingGroup.class);
  }

  @Override
  public String rule() {
    return "at rest the status of a scaling group counts the replicas whose PodCliques all have"
        + " their minimum";
  }

  @Override
  Stream<Field> fields(PodCliqueScalingGroup group, Moment moment) {
    PodCliqueScalingGroupStatus status = group.statusOrEmpty();
    return Stream.of(
        new Field("replicas", status.replicas(), group.getSpec().replicas()),
        new Field(
            "scheduledReplicas",
            status.scheduledReplicas(),
            moment.replicas(group, member -> hasMinimum(member, moment::scheduled))),
        new Field(
            "availableReplicas",
            status.availableReplicas(),
            moment.replicas(group, moment::isWhole)),
        new Field(
            "updatedReplicas",
            status.updatedReplicas(),
            moment.replicas(
                group, member -> moment.isWhole(member) && hasMinimum(member, moment::updated))),
        new Field("selector", status.selector(), selector(group)));
  }

  private static boolean hasMinimum(PodClique member, ToIntFunction<PodClique> pods) {
    return pods.applyAsInt(member) >= PodFacts.minimum(member);
  }

  private static String selector(PodCliqueScalingGroup group) {
    return "%s=%s,%s=%s,%s=true,%s=%s"
        .formatted(
            Labels.MANAGED_BY,
            Labels.MANAGER,
            Labels.PART_OF,
            PodFacts.label(group, Labels.PART_OF),
            Labels.SCALE_UNIT,
            Labels.SCALING_GROUP,
            group.getMetadata().getName());
  }
}
