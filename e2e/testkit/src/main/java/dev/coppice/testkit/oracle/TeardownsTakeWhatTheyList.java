package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.ChangeType;
import dev.coppice.testkit.recorder.RecordedEvent;
import dev.coppice.testkit.recorder.Recording;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A second record of the same loss would take more than was decided. */
final class TeardownsTakeWhatTheyList implements Invariant {

  @Override
  public String rule() {
    return "each PodClique that a record lists is in one record only, was there before it, and goes"
        + " once";
  }

  @Override
  public List<Violation> check(Recording recording) {
    Map<String, RecordedTeardown> first = new HashMap<>();
    List<Violation> violations = new ArrayList<>();
    RecordedTeardown.in(recording)
        .filter(RecordedTeardown::isOpen)
        .forEach(teardown ->
            teardown
                .podCliques()
                .forEach((uid, name) -> {
                  RecordedTeardown before = first.putIfAbsent(uid, teardown);
                  if (before == null) {
                    violations.addAll(fate(recording, teardown, uid, name));
                  } else if (!before.key().equals(teardown.key())) {
                    violations.add(
                        violation(teardown, "%s lists %s, as another".formatted(teardown, name)));
                  }
                }));
    return violations;
  }

  private List<Violation> fate(
      Recording recording, RecordedTeardown teardown, String uid, String name) {
    List<Violation> violations = new ArrayList<>();
    if (recording.stateAt(uid, teardown.event().resourceVersion()).isEmpty()) {
      violations.add(
          violation(teardown, "%s lists %s, which is not there".formatted(teardown, name)));
    }
    List<RecordedEvent> ends =
        recording.ofUid(uid).filter(event -> event.type() == ChangeType.DELETED).toList();
    if (ends.size() != 1) {
      violations.add(
          violation(
              teardown, "%s lists %s, which goes %d times".formatted(teardown, name, ends.size())));
    }
    return violations;
  }

  private Violation violation(RecordedTeardown teardown, String finding) {
    return Violation.of(this, finding, teardown.event());
  }
}
