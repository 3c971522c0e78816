package dev.coppice.testkit.oracle;

import dev.coppice.testkit.recorder.RecordedEvent;

/** A PodClique as one event shows it: what it needs, and what it reports. */
record RecordedScale(RecordedEvent event) {

  static final String READY = "readyReplicas";
  static final String SCHEDULED = "scheduledReplicas";

  int replicas() {
    return event.spec().path("replicas").asInt();
  }

  /** What is scaled below its minAvailable needs no more than it was asked for. */
  int minimum() {
    return Math.min(event.spec().path("minAvailable").asInt(replicas()), replicas());
  }

  int reported(String count) {
    return event.status().path(count).asInt();
  }

  boolean reportsMinimum(String count) {
    return reported(count) >= minimum();
  }
}
