package dev.coppice.testkit.oracle;

import dev.coppice.api.Labels;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Since when a gang runs does not move while one of its pods, or one beside it, keeps its node. */
final class StartTimesSpanPlaces implements RunningRule {

  @Override
  public String rule() {
    return "the start time of a gang moves only after none of its pods had a node";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  /** A start time, and the pods that have kept the gang in place since it was told. */
  private static final class Told {
    private final String start;
    private final RecordedEvent event;
    private final Set<String> placed;
    private boolean stands = true;

    Told(String start, RecordedEvent event, Set<String> placed) {
      this.start = start;
      this.event = event;
      this.placed = new HashSet<>(placed);
    }
  }

  private final class History implements Judge {
    private final Recording gaps;
    private final Map<String, Set<String>> placed = new HashMap<>();
    private final Map<String, Told> told = new HashMap<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      return switch (event.kind()) {
        case RecordedPod.KIND -> {
          takePod(event);
          yield Stream.empty();
        }
        case "PodGang" -> takeGang(event);
        default -> Stream.empty();
      };
    }

    private void takePod(RecordedEvent event) {
      Pod pod = (Pod) event.typed();
      String gang = event.namespace() + "/" + PodFacts.label(pod, Labels.POD_GANG);
      Set<String> there = placed.computeIfAbsent(gang, _ -> new HashSet<>());
      Told last = told.get(gang);
      boolean isPlaced =
          event.isPresent()
              && PodFacts.isLive(pod)
              && pod.getSpec() != null
              && pod.getSpec().getNodeName() != null;
      if (!isPlaced) {
        there.remove(event.uid());
        if (last != null) {
          last.placed.remove(event.uid());
        }
      } else if (there.add(event.uid()) && last != null && last.stands && !last.placed.isEmpty()) {
        last.placed.add(event.uid());
      }
    }

    private Stream<Violation> takeGang(RecordedEvent event) {
      String gang = event.namespace() + "/" + event.name();
      if (!event.isPresent()) {
        told.remove(gang);
        return Stream.empty();
      }
      String start = event.status().path("startTime").asText();
      Told last = told.get(gang);
      if (start.isEmpty()) {
        if (last != null) {
          last.stands = false;
        }
        return Stream.empty();
      }
      if (last != null && last.start.equals(start)) {
        last.stands = true;
        return Stream.empty();
      }
      told.put(gang, new Told(start, event, placed.getOrDefault(gang, Set.of())));
      return last == null
              || last.placed.isEmpty()
              || gaps.hasGap(
                  RecordedPod.KIND, last.event.resourceVersion(), event.resourceVersion())
          ? Stream.empty()
          : Stream.of(
              Violation.of(
                  StartTimesSpanPlaces.this,
                  "PodGang %s began at %s, then at %s, and %d of its pods kept their nodes"
                      .formatted(event.name(), last.start, start, last.placed.size()),
                  last.event,
                  event));
    }
  }
}
