package dev.coppice.testkit.oracle;

import dev.coppice.api.Annotations;
import dev.coppice.api.Finalizers;
import dev.coppice.api.Labels;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A pod that is let go may be gone a moment later, and with it what it ended with. */
final class EndsOfPodsAreWrittenDown implements RunningRule {

  @Override
  public String rule() {
    return "a pod of a training job is let go only when its end is in the status of its PodClique,"
        + " its attempt is over, or what it belongs to goes";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  private final class History implements Judge {

    private final Recording gaps;
    private final Map<String, RecordedEvent> cliques = new HashMap<>();
    private final Map<String, RecordedEvent> sets = new HashMap<>();
    private final Set<String> tracked = new HashSet<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      return switch (event.kind()) {
        case OurKinds.POD_CLIQUE -> keep(cliques, event.uid(), event);
        case OurKinds.POD_CLIQUE_SET -> keep(sets, setKey(event.namespace(), event.name()), event);
        case RecordedPod.KIND -> takePod(new RecordedPod(event));
        default -> Stream.empty();
      };
    }

    private static String setKey(String namespace, String name) {
      return namespace + "/" + name;
    }

    private static Stream<Violation> keep(
        Map<String, RecordedEvent> known, String key, RecordedEvent event) {
      if (event.isPresent() && !event.isTerminating()) {
        known.put(key, event);
      } else {
        known.remove(key);
      }
      return Stream.empty();
    }

    private Stream<Violation> takePod(RecordedPod pod) {
      RecordedEvent event = pod.event();
      if (pod.attempt().isEmpty() || !event.isPresent()) {
        return Stream.empty();
      }
      if (event.typed().getMetadata().getFinalizers().contains(Finalizers.POD_TRACKING)) {
        tracked.add(event.uid());
        return Stream.empty();
      }
      return tracked.remove(event.uid()) && !mayGo(pod)
          ? Stream.of(
              Violation.of(
                  EndsOfPodsAreWrittenDown.this,
                  "pod %s was let go before its end was written down".formatted(event.name()),
                  event))
          : Stream.empty();
    }

    private boolean mayGo(RecordedPod pod) {
      RecordedEvent event = pod.event();
      RecordedEvent clique = cliques.get(pod.owner());
      if (clique == null
          || !sets.containsKey(setKey(event.namespace(), event.label(Labels.PART_OF)))
          || gaps.hasGap(OurKinds.POD_CLIQUE, 0, event.resourceVersion())) {
        return true;
      }
      Map<String, String> annotations = clique.typed().getMetadata().getAnnotations();
      PodCliqueStatus status = ((PodClique) clique.typed()).statusOrEmpty();
      return Integer.parseInt(annotations.getOrDefault(Annotations.RESTART_ATTEMPT, "0"))
              > Integer.parseInt(pod.attempt())
          || status.failedIndexes().stream().anyMatch(failed -> failed.podUID().equals(event.uid()))
          || contains(status.completedIndexes(), Integer.parseInt(pod.index()));
    }
  }

  /** Whether a list in the notation of an Indexed Job, such as 0-3,5, has an index. */
  private static boolean contains(@Nullable String indexes, int index) {
    return indexes != null
        && !indexes.isEmpty()
        && Stream.of(indexes.split(",", -1))
            .map(range -> range.split("-", -1))
            .anyMatch(range ->
                Integer.parseInt(range[0]) <= index
                    && index <= Integer.parseInt(range[range.length - 1]));
  }
}
