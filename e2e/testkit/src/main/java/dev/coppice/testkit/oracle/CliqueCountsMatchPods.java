package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import java.util.stream.Stream;

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
    return Stream.of(
        new Field("replicas", status.replicas(), moment.existing(clique)),
        new Field("readyReplicas", status.readyReplicas(), moment.ready(clique)),
        new Field("scheduledReplicas", status.scheduledReplicas(), moment.scheduled(clique)),
        new Field(
            "scheduleGatedReplicas",
            status.scheduleGatedReplicas(),
            moment.count(clique, PodFacts::isGated)),
        new Field("updatedReplicas", status.updatedReplicas(), moment.updated(clique)));
  }
}
