package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A record that is dropped leaves its teardown half done, one whose list changes takes others than
 * was decided, and one that is early to say that all is gone has it made beside what has yet to go.
 */
final class RecordsLastAsLongAsTheirTeardowns implements RunningRule {

  @Override
  public String rule() {
    return "the record of a teardown stays until it is completed, lists the same PodCliques, and"
        + " says that all are gone only when they are";
  }

  @Override
  public Judge judge(Recording gaps) {
    return new History(gaps);
  }

  private final class History implements Judge {

    private final Recording gaps;
    private final Map<String, List<RecordedTeardown>> open = new HashMap<>();
    private final Map<String, RecordedEvent> cliques = new HashMap<>();

    History(Recording gaps) {
      this.gaps = gaps;
    }

    @Override
    public Stream<Violation> take(RecordedEvent event) {
      return switch (event.kind()) {
        case OurKinds.POD_CLIQUE_SET, OurKinds.SCALING_GROUP -> takeOwner(event);
        case OurKinds.POD_CLIQUE -> {
          if (event.isPresent()) {
            cliques.put(event.uid(), event);
          } else {
            cliques.remove(event.uid());
          }
          yield Stream.empty();
        }
        default -> Stream.empty();
      };
    }

    private Stream<Violation> takeOwner(RecordedEvent event) {
      List<RecordedTeardown> before = open.getOrDefault(event.uid(), List.of());
      List<RecordedTeardown> now =
          RecordedTeardown.of(event).filter(RecordedTeardown::isOpen).toList();
      open.put(event.uid(), now);
      return event.isPresent()
          ? Stream.concat(
              before.stream().flatMap(teardown -> follow(teardown, event)),
              now.stream()
                  .filter(teardown -> teardown.saysGone() && teardown.isNoneOf(before))
                  .flatMap(teardown -> left(teardown, event)))
          : Stream.empty();
    }

    private Stream<Violation> follow(RecordedTeardown before, RecordedEvent event) {
      Optional<RecordedTeardown> now = before.as(event);
      boolean goes = now.isPresent() && now.get().saysGone() && !before.saysGone();
      return Stream.concat(
          changed(before, now, event), goes ? left(before, event) : Stream.empty());
    }

    private Stream<Violation> changed(
        RecordedTeardown before, Optional<RecordedTeardown> now, RecordedEvent event) {
      if (gaps.hasGap(event.kind(), before.event().resourceVersion(), event.resourceVersion())) {
        return Stream.empty();
      }
      if (now.isEmpty()) {
        return Stream.of(violation("%s was dropped".formatted(before), before.event(), event));
      }
      return now.get().isOpen() && !now.get().uids().equals(before.uids())
          ? Stream.of(
              violation("%s lists others than before".formatted(before), before.event(), event))
          : Stream.empty();
    }

    private Stream<Violation> left(RecordedTeardown teardown, RecordedEvent event) {
      return teardown.uids().stream()
          .map(cliques::get)
          .filter(Objects::nonNull)
          .filter(clique -> !mayHaveGone(clique, event))
          .map(clique ->
              violation(
                  "%s says that all is gone while %s is there".formatted(teardown, clique.name()),
                  clique,
                  event));
    }

    private boolean mayHaveGone(RecordedEvent clique, RecordedEvent event) {
      return gaps.hasGap(clique.kind(), clique.resourceVersion(), event.resourceVersion());
    }
  }

  private Violation violation(String finding, RecordedEvent... evidence) {
    return Violation.of(this, finding, evidence);
  }
}
