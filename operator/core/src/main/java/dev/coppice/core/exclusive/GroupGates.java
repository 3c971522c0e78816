package dev.coppice.core.exclusive;

import dev.coppice.core.exclusive.AnchorDecision.Settled;
import dev.coppice.core.exclusive.GroupPod.Standing;
import dev.coppice.core.exclusive.Opening.Held;
import dev.coppice.core.exclusive.Opening.Open;
import dev.coppice.core.exclusive.Opening.Reason;
import dev.coppice.core.pod.NodeDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Which pods of a group the scheduler may have. */
public final class GroupGates {

  private final Anchor anchor;
  private final boolean settled;
  private final boolean bound;
  private final Optional<String> here;
  private final boolean leaves;
  private final Set<OptionalInt> leaving = new HashSet<>();

  /** Those of a group that is where it is. */
  public GroupGates(Anchor anchor) {
    this.anchor = anchor;
    settled = anchor.decision() instanceof Settled;
    bound = anchor.bound().findAny().isPresent();
    here = anchor.anchor();
    List<GroupPod> old =
        anchor.pods().stream().filter(pod -> pod.standing() == Standing.LEAVING).toList();
    leaves = !old.isEmpty();
    old.stream().map(GroupPod::subGroup).filter(OptionalInt::isPresent).forEach(leaving::add);
  }

  /** Whether the scheduler may have a pod of the group. */
  public Opening opening(GroupPod pod) {
    // The scheduler sends new pods to where those of their subgroup are, and does not look again
    // when these are gone. Without any pod that stays the whole group may go somewhere else.
    if (leaving.contains(pod.subGroup()) || (leaves && !bound)) {
      return new Held(Reason.OLD_PODS);
    }
    String key = anchor.topologyKey();
    if (key == null) {
      return new Open(Optional.empty());
    }
    String domain = anchor.recorded().domain();
    if (domain != null && Anchor.isOther(pod.domain(), domain)) {
      return new Held(Reason.OTHER_SELECTOR);
    }
    boolean isThere = domain != null && here.filter(domain::equals).isPresent();
    // Without a record the leader may go anywhere, but not away from those who run.
    if (settled && (isThere || (pod.isLeader() && (domain != null || !bound)))) {
      return new Open(Optional.ofNullable(domain).map(value -> new NodeDomain(key, value)));
    }
    return new Held(bound && here.isEmpty() ? Reason.LABEL_MISSING : Reason.LEADER_UNBOUND);
  }
}
