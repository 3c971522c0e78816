package dev.coppice.app;

import dev.coppice.app.health.HealthCheck;
import java.util.stream.Stream;

/** The controllers of the operator, as the process sees them. */
interface Controllers {

  /** Fills the caches and begins to reconcile; returns when that is under way. */
  void start();

  /** Ends after the reconciles that run at the moment; may be called while {@link #start} runs. */
  void stop();

  /** Fail while caches are behind. */
  Stream<HealthCheck> readiness();
}
