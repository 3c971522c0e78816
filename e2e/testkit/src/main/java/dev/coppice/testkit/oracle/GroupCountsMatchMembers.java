package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Counts again what the status of every scaling group says about its replicas. */
final class GroupCountsMatchMembers implements RestRule {

  @Override
  public String rule() {
    return "at rest the status of a scaling group counts the replicas whose PodCliques all have"
        + " their minimum";
  }

  @Override
  public List<Violation> check(Recording recording) {
    List<Violation> violations = new ArrayList<>();
    recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.SCALING_GROUP) && !event.isTerminating())
        .forEach(group -> {
          counted(new RecordedScale(group), recording.atEnd())
              .forEach((field, count) -> {
                int reported = group.status().path(field).asInt();
                if (reported != count) {
                  violations.add(
                      Violation.of(
                          this,
                          "scaling group %s reports %d %s, its members make it %d"
                              .formatted(group.name(), reported, field, count),
                          group));
                }
              });
          String selector = group.status().path("selector").asText();
          if (!selector.equals(selector(group))) {
            violations.add(
                Violation.of(
                    this,
                    "scaling group %s reports the selector '%s'".formatted(group.name(), selector),
                    group));
          }
        });
    return violations;
  }

  private static Map<String, Integer> counted(
      RecordedScale group, Collection<RecordedEvent> objects) {
    Predicate<RecordedScale> available = member -> member.reportsMinimum(RecordedScale.READY);
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("replicas", group.replicas());
    counts.put(
        RecordedScale.SCHEDULED,
        count(group, objects, member -> member.reportsMinimum(RecordedScale.SCHEDULED)));
    counts.put(RecordedScale.AVAILABLE, count(group, objects, available));
    counts.put(
        RecordedScale.UPDATED,
        count(group, objects, available.and(GroupCountsMatchMembers::isUpdated)));
    return counts;
  }

  private static int count(
      RecordedScale group, Collection<RecordedEvent> objects, Predicate<RecordedScale> passes) {
    List<String> cliques = RecordedSet.texts(group.event().spec().path("cliqueNames"));
    return (int)
        IntStream.range(0, group.replicas())
            .filter(replica ->
                cliques.stream()
                    .map(clique -> "%s-%d-%s".formatted(group.event().name(), replica, clique))
                    .allMatch(name ->
                        objects.stream()
                            .filter(object -> object.kind().equals(OurKinds.POD_CLIQUE))
                            .filter(object -> object.name().equals(name))
                            .filter(object -> object.controllerUid().equals(group.event().uid()))
                            .anyMatch(object -> passes.test(new RecordedScale(object)))))
            .count();
  }

  private static boolean isUpdated(RecordedScale member) {
    return member.reportsMinimum(RecordedScale.UPDATED)
        && member
            .event()
            .label(Labels.POD_TEMPLATE_HASH)
            .equals(member.event().status().path("currentPodTemplateHash").asText());
  }

  private static String selector(RecordedEvent group) {
    return "%s=%s,%s=%s,%s=%s"
        .formatted(
            Labels.MANAGED_BY,
            Labels.MANAGER,
            Labels.PART_OF,
            group.label(Labels.PART_OF),
            Labels.SCALING_GROUP,
            group.name());
  }
}
