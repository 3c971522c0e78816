package dev.coppice.core.queue.victim;

import dev.coppice.core.queue.MinRuntimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides on which nodes a scheduler may make room.
 *
 * @param minRuntimes what holds between queues
 * @param selection which pods a protected gang gives up
 */
public record PreemptionRules(MinRuntimes minRuntimes, ElasticSelection selection) {

  /** What a gang would lose on one node. */
  private record Lost(RunningGang gang, List<String> uids) {}

  /**
   * Judges the nodes that a scheduler offers. All victims of one gang on one node are judged
   * together; each gang once for all nodes.
   *
   * @param nodes the victims by node, in the scheduler's order
   */
  public NodeDecision judge(Preemptor preemptor, Map<String, List<Victim>> nodes, Instant now) {
    List<String> kept = new ArrayList<>();
    Map<String, NodeDecision.Refusal> dropped = new LinkedHashMap<>();
    Map<String, Permission> judged = new LinkedHashMap<>();
    nodes.forEach((node, victims) ->
        refusal(preemptor, victims, judged, now)
            .ifPresentOrElse(refusal -> dropped.put(node, refusal), () -> kept.add(node)));
    return new NodeDecision(
        kept, dropped, judged.values().stream().map(Permission::verdict).toList());
  }

  /** Whether a preemptor is judged at all; who is not may make room anywhere. */
  public boolean holdAgainst(Preemptor preemptor) {
    return !preemptor.exempt() && !minRuntimes.ignores(preemptor.queue());
  }

  private Optional<NodeDecision.Refusal> refusal(
      Preemptor preemptor, List<Victim> victims, Map<String, Permission> judged, Instant now) {
    if (victims.isEmpty()) {
      return Optional.of(new NodeDecision.Refusal.NoVictims());
    }
    if (!holdAgainst(preemptor)) {
      return Optional.empty();
    }
    Map<String, Lost> byGang = new LinkedHashMap<>();
    for (Victim victim : victims) {
      switch (victim) {
        case Victim.Foreign(_) -> {}
        case Victim.Unknown(String uid) -> {
          return Optional.of(new NodeDecision.Refusal.UnknownVictim(uid));
        }
        case Victim.OfGang(String uid, RunningGang gang) -> {
          if (gang.toString().equals(preemptor.gang())) {
            return Optional.of(new NodeDecision.Refusal.OwnGang());
          }
          byGang
              .computeIfAbsent(gang.toString(), _ -> new Lost(gang, new ArrayList<>()))
              .uids()
              .add(uid);
        }
      }
    }
    List<Verdict> refusing = new ArrayList<>();
    byGang.forEach((name, lost) -> {
      Permission permission =
          judged.computeIfAbsent(name, _ -> permission(preemptor, lost.gang().started(now), now));
      if (!permission.permits(lost.uids())) {
        refusing.add(permission.verdict());
      }
    });
    return refusing.isEmpty()
        ? Optional.empty()
        : Optional.of(new NodeDecision.Refusal.Protected(refusing));
  }

  private Permission permission(Preemptor preemptor, RunningGang gang, Instant now) {
    return new Permission(Verdict.of(preemptor.queue(), gang, minRuntimes, now), selection);
  }
}
