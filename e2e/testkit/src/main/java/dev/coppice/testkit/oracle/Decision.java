package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** How the cluster may have looked to whoever made a recorded write about a pod. */
final class Decision implements Seen {

  private final Archive archive;
  private final Sight sight;
  private final RecordedEvent pod;
  private final RecordedEvent clique;
  private final String set;

  private Decision(
      Archive archive, Sight sight, RecordedEvent pod, RecordedEvent clique, String set) {
    this.archive = archive;
    this.sight = sight;
    this.pod = pod;
    this.clique = clique;
    this.set = set;
  }

  /**
   * The decision that shows in an event of a pod. Empty where too little was recorded to judge it.
   */
  static Optional<Decision> of(
      Recording recording, Archive archive, Sight sight, RecordedEvent pod) {
    return archive
        .first(new RecordedPod(pod).owner())
        .filter(clique -> clique.type() == ChangeType.ADDED)
        .filter(clique -> !misses(recording, clique, pod))
        .flatMap(clique ->
            archive
                .setOf(clique)
                // A last clique of a group that is gone already has no relatives to wait for.
                .filter(set -> archive.belongs(clique, set, clique.resourceVersion()))
                .map(set -> new Decision(archive, sight, pod, clique, set)));
  }

  private static boolean misses(Recording recording, RecordedEvent clique, RecordedEvent pod) {
    return Stream.of(OurKinds.SCALING_GROUP, OurKinds.POD_CLIQUE, OurKinds.POD_GANG)
        .anyMatch(kind -> recording.hasGap(kind, clique.resourceVersion(), pod.resourceVersion()));
  }

  @Override
  public Stream<PodClique> ownClique() {
    return views(OurKinds.POD_CLIQUE, clique.name())
        .filter(view -> view.uid().equals(clique.uid()))
        .map(view -> (PodClique) view.typed());
  }

  @Override
  public Stream<PodClique> clique(String name) {
    return views(OurKinds.POD_CLIQUE, name).map(view -> (PodClique) view.typed());
  }

  @Override
  public Stream<PodGang> gang(String name) {
    return views(OurKinds.POD_GANG, name).map(view -> (PodGang) view.typed());
  }

  private Stream<RecordedEvent> views(String kind, String name) {
    return moments(kind, name)
        .mapToObj(moment ->
            archive
                .named(kind, pod.namespace(), name, moment)
                .filter(object -> !object.isTerminating())
                .filter(object -> archive.belongs(object, set, moment)))
        .flatMap(Optional::stream);
  }

  private LongStream moments(String kind, String name) {
    long since = clique.resourceVersion();
    long until = pod.resourceVersion();
    return switch (sight) {
      case NEWEST -> LongStream.of(until - 1);
      case LAGGING ->
          LongStream.concat(
              LongStream.of(since), archive.changes(kind, pod.namespace(), name, since, until));
    };
  }
}
