package dev.coppice.testkit.recorder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A recording written by hand: one change after the other, ten resourceVersions apart. */
public final class Script {

  private static final int STEP = 10;
  private static final Instant ARRIVAL = Instant.parse("2026-01-01T00:00:00Z");

  private final List<RecordedEvent> events = new ArrayList<>();
  private final List<Gap> gaps = new ArrayList<>();
  private long resourceVersion;
  private Instant now = ARRIVAL;

  public Script listed(Sketch... objects) {
    return happened(ChangeType.LISTED, objects);
  }

  public Script added(Sketch... objects) {
    return happened(ChangeType.ADDED, objects);
  }

  public Script modified(Sketch... objects) {
    return happened(ChangeType.MODIFIED, objects);
  }

  public Script deleted(Sketch... objects) {
    return happened(ChangeType.DELETED, objects);
  }

  /** The next change comes so much later. */
  public Script later(int seconds) {
    now = now.plusSeconds(seconds);
    return this;
  }

  /** Of a kind, nothing of these changes was certainly seen. */
  public Script missing(String kind, Runnable changes) {
    long after = resourceVersion;
    changes.run();
    resourceVersion += STEP;
    gaps.add(new Gap(kind, after, resourceVersion));
    return this;
  }

  private Script happened(ChangeType type, Sketch... objects) {
    for (Sketch object : objects) {
      resourceVersion += STEP;
      events.add(RecordedEvent.of(type, object.at(resourceVersion), now));
    }
    return this;
  }

  public Recording recording() {
    return new Recording(events, gaps);
  }
}
