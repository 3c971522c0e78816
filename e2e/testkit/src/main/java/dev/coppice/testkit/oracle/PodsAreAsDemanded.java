package dev.coppice.testkit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.api.Annotations;
import dev.coppice.api.Labels;
import dev.coppice.api.Names;
import dev.coppice.api.clique.PodClique;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks at every pod of every PodClique that a set demands: told from the template of the set and
 * from the live scales, and from nothing that a status says. Under OnDelete a pod may be made from
 * any template that the set has had.
 */
final class PodsAreAsDemanded implements RestRule {

  private static final String ON_DELETE = "OnDelete";

  @Override
  public String rule() {
    return "where every pod has room, a set has at rest exactly the pods that its template and the"
        + " live scales demand, each of them Ready or done";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Moment end = Moment.atEnd(recording);
    Map<String, List<RecordedPod>> pods =
        recording.atEnd().stream()
            .filter(event -> event.kind().equals(RecordedPod.KIND))
            .map(RecordedPod::new)
            .collect(Collectors.groupingBy(RecordedPod::owner));
    return recording.atEnd().stream()
        .filter(event -> event.kind().equals(OurKinds.POD_CLIQUE_SET) && !event.isTerminating())
        .map(RecordedSet::new)
        .flatMap(set -> {
          SetMembers members = new SetMembers(set, recording.atEnd());
          return cliques(set, members).entrySet().stream()
              .flatMap(demanded ->
                  members.find(OurKinds.POD_CLIQUE, demanded.getKey()).stream()
                      .flatMap(clique ->
                          judge(
                              recording,
                              end,
                              set,
                              demanded.getValue(),
                              clique,
                              pods.getOrDefault(clique.uid(), List.of()))));
        })
        .toList();
  }

  /** The cliques of the template by the names of the PodCliques that are made from them. */
  private static Map<String, String> cliques(RecordedSet set, SetMembers members) {
    Map<String, String> cliques = new LinkedHashMap<>();
    for (int replica = 0; replica < set.replicas(); replica++) {
      for (String clique : set.standalone()) {
        cliques.put(Names.standalonePodClique(set.name(), replica, clique), clique);
      }
      for (RecordedSet.Group group : set.groups()) {
        for (int j = 0; j < members.replicas(replica, group); j++) {
          for (String clique : group.cliques()) {
            cliques.put(Names.groupPodClique(set.name(), replica, group.name(), j, clique), clique);
          }
        }
      }
    }
    return cliques;
  }

  private Stream<Violation> judge(
      Recording recording,
      Moment end,
      RecordedSet set,
      String template,
      RecordedEvent clique,
      List<RecordedPod> pods) {
    PodClique typed = (PodClique) clique.typed();
    int demanded =
        set.groupOf(template).isPresent()
            ? Math.max(1, set.clique(template).at("/spec/replicas").asInt())
            : PodFacts.pods(typed);
    int had = end.ready(typed);
    Stream<Violation> number =
        had == demanded
            ? Stream.empty()
            : Stream.of(
                Violation.of(
                    this,
                    "PodClique %s has %d pods that are Ready or done, and is to have %d"
                        .formatted(clique.name(), had, demanded),
                    clique));
    Set<List<String>> images = images(recording, set, template);
    Set<String> vacant =
        IntStream.range(0, demanded).mapToObj(Integer::toString).collect(Collectors.toSet());
    return Stream.concat(
        number,
        pods.stream()
            .flatMap(pod ->
                Stream.of(
                        standing(pod),
                        vacant.remove(pod.index())
                            ? ""
                            : "has index %s of %d once more or for nothing"
                                .formatted(pod.index(), demanded),
                        images.contains(images(pod.event().spec()))
                            ? ""
                            : "runs %s, not %s".formatted(images(pod.event().spec()), images),
                        restart(set, pod),
                        labels(clique, pod))
                    .filter(shortcoming -> !shortcoming.isEmpty())
                    .map(shortcoming ->
                        Violation.of(
                            this,
                            "pod %s %s".formatted(pod.event().name(), shortcoming),
                            clique,
                            pod.event()))));
  }

  private static String standing(RecordedPod pod) {
    return pod.isReady() || pod.hasSucceeded() ? "" : "is neither Ready nor done";
  }

  private static Set<List<String>> images(Recording recording, RecordedSet set, String template) {
    return isOnDelete(set)
        ? recording
            .ofUid(set.uid())
            .map(event -> images(new RecordedSet(event), template))
            .collect(Collectors.toSet())
        : Set.of(images(set, template));
  }

  private static boolean isOnDelete(RecordedSet set) {
    return set.event().spec().at("/updateStrategy/type").asText().equals(ON_DELETE);
  }

  private static List<String> images(RecordedSet set, String template) {
    return images(set.clique(template).at("/spec/podSpec"));
  }

  private static List<String> images(JsonNode podSpec) {
    return podSpec.path("containers").valueStream().map(c -> c.path("image").asText()).toList();
  }

  private static String restart(RecordedSet set, RecordedPod pod) {
    String asked = restartedAt(set.event());
    String made = restartedAt(pod.event());
    return isOnDelete(set) || made.equals(asked)
        ? ""
        : "was made for restart '%s', not '%s'".formatted(made, asked);
  }

  private static String restartedAt(RecordedEvent event) {
    return event.metadata().path("annotations").path(Annotations.RESTARTED_AT).asText();
  }

  /** The hash of the template aside, which differs under OnDelete. */
  private static String labels(RecordedEvent clique, RecordedPod pod) {
    String wrong =
        clique
            .metadata()
            .path("labels")
            .propertyStream()
            .filter(label -> !label.getKey().equals(Labels.POD_TEMPLATE_HASH))
            .filter(label -> !pod.event().label(label.getKey()).equals(label.getValue().asText()))
            .map(label -> "%s=%s".formatted(label.getKey(), label.getValue().asText()))
            .collect(Collectors.joining(", "));
    return wrong.isEmpty() ? "" : "lacks " + wrong;
  }
}
