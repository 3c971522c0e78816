package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod or a PodClique that has to go, by itself: pods that go with their PodClique are none.
 *
 * @param event the first that shows it going
 * @param clique its PodClique, or the PodClique itself, as it was then
 * @param since the resourceVersion with which the PodClique came to the template it had then
 */
record Departure(RecordedEvent event, RecordedEvent clique, long since) {

  /** How a PodClique looks, and since when it has its template. */
  private record Known(RecordedEvent clique, long since) {

    static Known of(@Nullable Known before, RecordedEvent event) {
      return new Known(
          event,
          before == null || !hash(before.clique).equals(hash(event))
              ? event.resourceVersion()
              : before.since);
    }
  }

  /** All of them in order, but those of whose PodClique too little was recorded. */
  static List<Departure> in(Recording recording) {
    Map<String, Known> cliques = new HashMap<>();
    Set<String> gone = new HashSet<>();
    List<Departure> departures = new ArrayList<>();
    for (RecordedEvent event : recording.events()) {
      String uid =
          switch (event.kind()) {
            case OurKinds.POD_CLIQUE -> event.uid();
            case RecordedPod.KIND -> new RecordedPod(event).owner();
            default -> "";
          };
      Known known =
          event.uid().equals(uid)
              ? cliques.compute(uid, (_, before) -> Known.of(before, event))
              : cliques.get(uid);
      boolean goes = event.isTerminating() || !event.isPresent();
      if (known != null && goes && !gone.contains(uid) && gone.add(event.uid())) {
        departures.add(new Departure(event, known.clique, known.since));
      }
    }
    departures.removeIf(departure -> isUncertain(recording, departure));
    return departures;
  }

  private static boolean isUncertain(Recording recording, Departure departure) {
    return recording.hasGap(
        OurKinds.POD_CLIQUE, departure.since, departure.event.resourceVersion());
  }

  /** The template that an object was made from. */
  static String hash(RecordedEvent event) {
    return event.label(Labels.POD_TEMPLATE_HASH);
  }

  boolean isPod() {
    return event.kind().equals(RecordedPod.KIND);
  }

  /** Whether it belongs to a scaling group. */
  boolean isMember() {
    return !clique.label(Labels.SCALING_GROUP).isEmpty();
  }
}
