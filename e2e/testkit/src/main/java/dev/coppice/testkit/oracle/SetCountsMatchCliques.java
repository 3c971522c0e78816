package dev.coppice.testkit.oracle;

import dev.coppice.api.Names;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Counts again how many replicas of every PodCliqueSet are available. */
final class SetCountsMatchCliques implements RestRule {

  @Override
  public String rule() {
    return "at rest availableReplicas of a PodCliqueSet counts the replicas whose parts all have"
        + " their minimum";
  }

  @Override
  public List<Violation> check(Recording recording) {
    List<Violation> violations = new ArrayList<>();
    recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE_SET) && !event.isTerminating())
        .forEach(set -> {
          int replicas = set.spec().path("replicas").asInt();
          int available =
              (int)
                  IntStream.range(0, replicas)
                      .filter(replica -> isAvailable(set, replica, recording.atEnd()))
                      .count();
          compare(set, "replicas", replicas, violations);
          compare(set, "availableReplicas", available, violations);
        });
    return violations;
  }

  private void compare(RecordedEvent set, String field, int count, List<Violation> violations) {
    int reported = set.status().path(field).asInt();
    if (reported != count) {
      violations.add(
          Violation.of(
              this,
              "PodCliqueSet %s reports %d %s, its parts make it %d"
                  .formatted(set.name(), reported, field, count),
              set));
    }
  }

  private static boolean isAvailable(
      RecordedEvent set, int replica, Collection<RecordedEvent> objects) {
    RecordedSet recorded = new RecordedSet(set);
    return recorded.standalone().stream()
            .map(clique -> Names.standalonePodClique(set.name(), replica, clique))
            .allMatch(
                name -> hasMinimum(set, OurKinds.POD_CLIQUE, name, RecordedScale.READY, objects))
        && recorded.groups().stream()
            .map(group -> Names.podCliqueScalingGroup(set.name(), replica, group.name()))
            .allMatch(name ->
                hasMinimum(set, OurKinds.SCALING_GROUP, name, RecordedScale.AVAILABLE, objects));
  }

  private static boolean hasMinimum(
      RecordedEvent set,
      String kind,
      String name,
      String counted,
      Collection<RecordedEvent> objects) {
    return objects.stream()
        .filter(event -> event.kind().equals(kind) && event.name().equals(name))
        .filter(event -> event.controllerUid().equals(set.uid()))
        .anyMatch(event -> new RecordedScale(event).reportsMinimum(counted));
  }
}
