package dev.coppice.app;

import dev.coppice.app.health.HealthCheck;
import java.util.stream.Stream;

/** A part of the process that begins when all it needs is there. */
interface ProcessPart {

  /** Begins; returns when everything is under way. */
  void start();

  /** Ends what is under way in good order; may be called while {@link #start} still runs. */
  void stop();

  /** Fail while the part cannot do its work, though it was started. */
  Stream<HealthCheck> readiness();
}
