package dev.coppice.controllers.group;

import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.kube.source.Changes;

/** What the scaling groups of one replica of a set look at in each other. */
final class GroupSiblings {

  private GroupSiblings() {}

  /** The size of any group says which PodCliques the members of another one start after. */
  static boolean looksAt(PodCliqueScalingGroup group, PodCliqueScalingGroup sibling) {
    return true;
  }

  /** Whether a change of a group can matter to the others. */
  static boolean matters(PodCliqueScalingGroup now, PodCliqueScalingGroup before) {
    return Changes.ofIdentity(now, before) || !now.getSpec().equals(before.getSpec());
  }
}
