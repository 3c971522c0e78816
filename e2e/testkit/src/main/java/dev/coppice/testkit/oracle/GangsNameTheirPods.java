package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Composes every gang again from the PodCliques that belong to it and their live pods. */
final class GangsNameTheirPods implements RestRule {

  @Override
  public String rule() {
    return "at rest a PodGang has a group for each of its PodCliques, with its minimum and exactly"
        + " its live pods";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Moment moment = Moment.atEnd(recording);
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE_SET) && !event.isTerminating())
        .map(RecordedSet::new)
        .flatMap(set -> judge(set, new SetMembers(set, recording.atEnd()), moment))
        .toList();
  }

  // What is missing altogether is another rule's affair.
  private Stream<Violation> judge(RecordedSet set, SetMembers members, Moment moment) {
    return DemandedGangs.of(set, members).entrySet().stream()
        .flatMap(gang ->
            members
                .find(OurKinds.POD_GANG, gang.getKey())
                .flatMap(found -> compare(found, gang.getValue(), members, moment))
                .stream());
  }

  private Optional<Violation> compare(
      RecordedEvent gang, List<String> cliques, SetMembers members, Moment moment) {
    List<String> has = groups(gang).map(GangsNameTheirPods::line).toList();
    List<String> demanded =
        cliques.stream()
            .map(name ->
                members
                    .find(OurKinds.POD_CLIQUE, name)
                    .map(clique -> demanded(clique, gang, moment))
                    .orElse(name + ", which is missing"))
            .toList();
    return has.equals(demanded)
        ? Optional.empty()
        : Optional.of(
            Violation.of(
                this,
                "PodGang %s has the groups %s, demanded are %s"
                    .formatted(gang.name(), has, demanded),
                gang));
  }

  private static String demanded(RecordedEvent clique, RecordedEvent gang, Moment moment) {
    PodClique asked = (PodClique) clique.typed();
    List<String> live =
        moment
            .pods(asked)
            .map(Pod::getMetadata)
            .map(pod -> pod.getNamespace() + "/" + pod.getName())
            .sorted()
            .toList();
    // The place of a pod that is to come is kept for it: it will often bear the name that stands
    // there.
    List<String> named =
        live.size() < PodFacts.pods(asked) ? references(clique.name(), gang) : live;
    return line(clique.name(), PodFacts.minimum(asked), named);
  }

  private static List<String> references(String clique, RecordedEvent gang) {
    return groups(gang)
        .filter(group -> group.path("name").asText().equals(clique))
        .findFirst()
        .map(GangsNameTheirPods::references)
        .orElse(List.of());
  }

  private static Stream<JsonNode> groups(RecordedEvent gang) {
    return gang.spec().path("podgroups").valueStream();
  }

  private static List<String> references(JsonNode group) {
    return group
        .path("podReferences")
        .valueStream()
        .map(pod -> pod.path("namespace").asText() + "/" + pod.path("name").asText())
        .toList();
  }

  private static String line(JsonNode group) {
    return line(group.path("name").asText(), group.path("minReplicas").asInt(), references(group));
  }

  private static String line(String name, int minimum, List<String> pods) {
    return "%s: %d of %s".formatted(name, minimum, pods);
  }
}
