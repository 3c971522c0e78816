package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.clique.SubGroupStatus;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts again what the status of every PodClique says about its pods. */
final class CliqueCountsMatchPods extends CountRule<PodClique> {

  CliqueCountsMatchPods() {
    super(PodClique.class);
  }

  @Override
  public String rule() {
    return "at rest the counts in the status of a PodClique are those of its pods";
  }

  @Override
  Stream<Field> fields(PodClique clique, Moment moment) {
    PodCliqueStatus status = clique.statusOrEmpty();
    Stream<Field> ofAll =
        Stream.of(
            new Field("replicas", status.replicas(), moment.existing(clique)),
            new Field("readyReplicas", status.readyReplicas(), moment.ready(clique)),
            new Field("scheduledReplicas", status.scheduledReplicas(), moment.scheduled(clique)),
            new Field(
                "scheduleGatedReplicas",
                status.scheduleGatedReplicas(),
                moment.count(clique, PodFacts::isGated)),
            new Field("updatedReplicas", status.updatedReplicas(), moment.updated(clique)));
    return Stream.concat(ofAll, divided(clique, status.subGroups(), moment));
  }

  private static Stream<Field> divided(
      PodClique clique, @Nullable SubGroupStatus status, Moment moment) {
    int replicas = clique.getSpec().replicas();
    Optional<SubGroupFacts> facts = SubGroupFacts.of(clique);
    if (facts.isEmpty() || status == null) {
      return Stream.of(new Field("subGroups", status != null, facts.isPresent()));
    }
    int pods = facts.get().pods(replicas);
    return Stream.of(
        new Field("subGroups.layout", status.layout(), facts.get().layout()),
        new Field("subGroups.effectiveReplicas", status.effectiveReplicas(), pods),
        new Field("subGroups.unalignedReplicas", status.unalignedReplicas(), replicas - pods),
        new Field("subGroups.total", status.total(), facts.get().subGroups(replicas)),
        new Field("subGroups.ready", status.ready(), moment.subGroups(clique, PodFacts::isReady)),
        new Field(
            "subGroups.readyUnits", status.readyUnits(), moment.units(clique, PodFacts::isReady)),
        new Field(
            "subGroups.scheduledUnits",
            status.scheduledUnits(),
            moment.units(clique, PodFacts::isBound)),
        new Field(
            "subGroups.updatedUnits",
            status.updatedUnits(),
            moment.units(clique, Moment.isMadeFrom(clique))));
  }
}
