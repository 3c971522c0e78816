package dev.coppice.core.explain;

import dev.coppice.api.ConditionReasons;
import dev.coppice.api.ConditionTypes;
import dev.coppice.core.status.Conditions;
import dev.coppice.core.status.Words;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why pods of a PodClique that are asked for do not run: its condition {@code Waiting}. Of several
 * that hold the first in this order is told.
 */
public sealed interface Wait {

  /** The reason of the condition. */
  String reason();

  /** The message of the condition. */
  String message();

  /** A rule forbids pods, in the words of a refusal. */
  record Invalid(String findings) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.INVALID;
    }

    @Override
    public String message() {
      return findings;
    }
  }

  /** The replica is being deleted as a whole, to be made again. */
  record TornDown(int podCliques, int replica) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.TORN_DOWN;
    }

    @Override
    public String message() {
      return "waits until %s of replica %d %s gone"
          .formatted(
              Words.count(podCliques, "PodClique"), replica, podCliques == 1 ? "has" : "have");
    }
  }

  /** Pods of a PodClique of the same name hold the indices. */
  record OrphanedPods(int pods) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.ORPHANED_PODS;
    }

    @Override
    public String message() {
      return "waits for %s of a PodClique that is gone".formatted(Words.count(pods, "pod"));
    }
  }

  /**
   * Pods of another attempt of a training job have to be gone first, of this PodClique or of
   * another one of its replica.
   */
  record Barrier(int attempt, int pods) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.BARRIER;
    }

    @Override
    public String message() {
      return pods == 0
          ? "attempt %d begins when all PodCliques of the replica are ready for it"
              .formatted(attempt)
          : "attempt %d begins when %s of an earlier one %s gone"
              .formatted(attempt, Words.count(pods, "pod"), pods == 1 ? "is" : "are");
    }
  }

  /** Somebody has changed the podSpec. */
  record TemplateDrift() implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.TEMPLATE_DRIFT;
    }

    @Override
    public String message() {
      return "the podSpec is not the one that was made from the template; no pod is made from it";
    }
  }

  /**
   * An index whose pods fail is filled ever more slowly.
   *
   * @param last what the last pod ended with; null when nobody knows any more
   */
  record BackOff(int index, int count, @Nullable String last, Instant again) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.BACK_OFF;
    }

    @Override
    public String message() {
      return "index %d failed %d times%s; again at %s"
          .formatted(index, count, last == null ? "" : ", last: " + last, Words.time(again));
    }
  }

  /** The API server refuses what is needed, in its own words. */
  record Refused(String error) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.REFUSED;
    }

    @Override
    public String message() {
      return error;
    }
  }

  /** The namespace is being deleted, and nothing is made in it any more. */
  record NamespaceEnds(String error) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.NAMESPACE_TERMINATING;
    }

    @Override
    public String message() {
      return error;
    }
  }

  /** The gang that the pods belong to is not there. */
  record MissingGang(String name) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.POD_GANG;
    }

    @Override
    public String message() {
      return "PodGang %s does not exist yet".formatted(name);
    }
  }

  /**
   * Scheduling gates hold the pods until the base gang has its place.
   *
   * @param placed how many of its cliques are scheduled
   * @param lacking the first that is not
   */
  record BaseGang(String name, int placed, int cliques, String lacking) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.BASE_GANG;
    }

    @Override
    public String message() {
      return cliques == 0
          ? "base gang %s does not exist yet".formatted(name)
          : "base gang %s has %d of %s scheduled: %s"
              .formatted(name, placed, Words.count(cliques, "clique"), lacking);
    }
  }

  /**
   * Scheduling gates hold pods until the base gangs of other replicas have their places.
   *
   * @param gang the gang that waits
   */
  record OtherBaseGangs(String gang) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.BASE_GANG;
    }

    @Override
    public String message() {
      return "PodGang %s waits for the base gangs of other replicas, for at most a minute after its own has its place"
          .formatted(gang);
    }
  }

  /**
   * Scheduling gates hold pods beyond the minimum until gangs have their places.
   *
   * @param gang the gang that the pods belong to
   */
  record Surplus(int pods, String gang) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.SURPLUS;
    }

    @Override
    public String message() {
      return "%s beyond the minimum %s for the gangs of the replica, for at most a minute after PodGang %s has its place"
          .formatted(Words.count(pods, "pod"), pods == 1 ? "waits" : "wait", gang);
    }
  }

  /**
   * Scheduling gates of somebody else hold pods that the operator holds no longer.
   *
   * @param gate the name of the gate
   * @param first the pod of the lowest index
   */
  record ForeignGate(int pods, String gate, String first) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.FOREIGN_GATE;
    }

    @Override
    public String message() {
      return "%s behind the scheduling gate %s of another controller; first: %s"
          .formatted(waiting(pods), Words.quote(gate), first);
    }
  }

  /**
   * Scheduling gates hold pods until the leader of their group has a node.
   *
   * @param leader its host name
   */
  record LeaderUnbound(int pods, String leader) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.LEADER_UNBOUND;
    }

    @Override
    public String message() {
      return "%s until %s has a node, which leads the group".formatted(waiting(pods), leader);
    }
  }

  /** Scheduling gates hold pods until old ones are gone that would draw them to their nodes. */
  record OldPods(int pods) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.OLD_PODS;
    }

    @Override
    public String message() {
      return "%s until the old pods of the subgroup are gone".formatted(waiting(pods));
    }
  }

  /**
   * Scheduling gates hold pods because nobody can say which domain of nodes their group is in.
   *
   * @param label the key that is missing
   */
  record TopologyLabelMissing(int pods, String label) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.TOPOLOGY_LABEL_MISSING;
    }

    @Override
    public String message() {
      return "%s: no node that the group runs on has the label %s".formatted(waiting(pods), label);
    }
  }

  /**
   * Scheduling gates hold pods that their own nodeSelector would take away from their group.
   *
   * @param label the key that it names
   * @param domain the value that the group is in
   */
  record OtherDomain(int pods, String label, String domain) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.OTHER_DOMAIN;
    }

    @Override
    public String message() {
      return "%s: the nodeSelector names another %s than %s, where the group is"
          .formatted(waiting(pods), label, domain);
    }
  }

  private static String waiting(int pods) {
    return Words.count(pods, "pod") + (pods == 1 ? " waits" : " wait");
  }

  /**
   * The scheduler finds no place, in its own words about the pod of the lowest index.
   *
   * @param subGroup the subgroup that all these pods are of; null if they are of none
   * @param domain the label of the nodes that the first is kept to, as its group is there; null if
   *     it may be elsewhere
   */
  record Unschedulable(
      int pods, @Nullable Integer subGroup, @Nullable String domain, String scheduler)
      implements Wait {

    /** Of pods that belong to no subgroup, and may be anywhere. */
    public Unschedulable(int pods, String scheduler) {
      this(pods, null, null, scheduler);
    }

    @Override
    public String reason() {
      return ConditionReasons.UNSCHEDULABLE;
    }

    @Override
    public String message() {
      return "%s%s without a place%s: %s"
          .formatted(
              Words.count(pods, "pod"),
              subGroup == null ? "" : " of subgroup " + subGroup,
              domain == null ? "" : " in " + domain,
              Words.quote(scheduler));
    }
  }

  /** Containers wait for pods of another clique. */
  record StartupOrder(String parent, int ready, int minimum) implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.STARTUP_ORDER;
    }

    @Override
    public String message() {
      return "waits for %s: %d of %s ready".formatted(parent, ready, Words.count(minimum, "pod"));
    }
  }

  /**
   * Pods have nodes and are not Ready.
   *
   * @param trouble what keeps a container of that pod from running; null when nothing is wrong
   */
  record Starting(int pods, int replicas, String first, @Nullable String trouble) implements Wait {
    private static final String TROUBLE = ", container ";

    @Override
    public String reason() {
      return ConditionReasons.STARTING;
    }

    @Override
    public String message() {
      return "%d of %s bound and not ready; first: %s%s"
          .formatted(
              pods,
              replicas == 1 ? "1 pod is" : replicas + " pods are",
              first,
              trouble == null ? "" : TROUBLE + trouble);
    }

    // The condition is all that the levels above see of it.
    static boolean tellsTrouble(String message) {
      return message.contains(TROUBLE);
    }
  }

  /** All pods run, or those that do not give no reason. */
  record Nothing() implements Wait {
    @Override
    public String reason() {
      return ConditionReasons.NOTHING_TO_WAIT_FOR;
    }

    @Override
    public String message() {
      return "nothing is known that pods wait for";
    }
  }

  /** The conditions with this one set. */
  default List<Condition> setIn(List<Condition> before, long generation, Instant now) {
    return Conditions.set(
        before,
        Conditions.of(
            ConditionTypes.WAITING,
            !(this instanceof Nothing),
            reason(),
            Messages.shortened(message()),
            generation),
        now);
  }
}
