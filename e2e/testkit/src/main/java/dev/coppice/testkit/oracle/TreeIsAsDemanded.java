package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the objects below every set with an oracle of its own: none may lack, none be left. */
final class TreeIsAsDemanded implements RestRule {

  private static final Set<String> KINDS =
      Set.of("Service", OurKinds.SCALING_GROUP, OurKinds.POD_CLIQUE, OurKinds.POD_GANG);

  @Override
  public String rule() {
    return "at rest a set has exactly the Services, groups, PodCliques and PodGangs that its"
        + " template and the live scales demand";
  }

  @Override
  public List<Violation> check(Recording recording) {
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE_SET) && !event.isTerminating())
        .map(RecordedSet::new)
        .flatMap(set -> judge(recording, set, new SetMembers(set, recording.atEnd())))
        .toList();
  }

  private static Set<String> handedOn(Recording recording, RecordedSet set, String kind) {
    return recording
        .ofUid(set.uid())
        .flatMap(event -> new RecordedSet(event).handedOn(kind))
        .collect(Collectors.toSet());
  }

  private Stream<Violation> judge(Recording recording, RecordedSet set, SetMembers members) {
    Map<String, Set<String>> handedOn =
        KINDS.stream()
            .collect(Collectors.toMap(kind -> kind, kind -> handedOn(recording, set, kind)));
    List<Demand> demands = DemandedObjects.of(set, members);
    Set<String> demanded = new HashSet<>();
    demands.forEach(demand -> demanded.add(demand.kind() + " " + demand.name()));
    return Stream.concat(
        demands.stream()
            .flatMap(demand ->
                judge(set, members, demand, handedOn.getOrDefault(demand.kind(), Set.of()))),
        members
            .all()
            .filter(object -> KINDS.contains(object.kind()))
            .filter(object -> !demanded.contains(object.kind() + " " + object.name()))
            .sorted(Comparator.comparingLong(RecordedEvent::resourceVersion))
            .map(object ->
                Violation.of(
                    this,
                    "PodCliqueSet %s has %s %s, which nothing demands"
                        .formatted(set.name(), object.kind(), object.name()),
                    set.event(),
                    object)));
  }

  private Stream<Violation> judge(
      RecordedSet set, SetMembers members, Demand demand, Set<String> handedOn) {
    return members
        .find(demand.kind(), demand.name())
        .map(found ->
            demand
                .shortcomings(found, handedOn)
                .map(shortcoming ->
                    Violation.of(
                        this,
                        "%s %s %s".formatted(demand.kind(), demand.name(), shortcoming),
                        set.event(),
                        found)))
        .orElseGet(() ->
            Stream.of(
                Violation.of(
                    this,
                    "PodCliqueSet %s lacks %s %s"
                        .formatted(set.name(), demand.kind(), demand.name()),
                    set.event())));
  }
}
