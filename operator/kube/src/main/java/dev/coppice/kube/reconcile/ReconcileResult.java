package dev.coppice.kube.reconcile;

import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Reconcile;

/** What came of a reconcile, in the words of the meters. */
enum ReconcileResult {
  /** Nothing is left to do until an event or a timer. */
  SETTLED,
  /** The API server refused something, a live read included. */
  REFUSED,
  /** An answer showed that the caches were behind. */
  STALE,
  /** The API server did not answer. */
  UNANSWERED,
  /** It had only to tell, and let others go before. */
  PUT_OFF,
  /** The planner did not come to rest: a bug. */
  UNSETTLED,
  /** An exception cut the reconcile short: a bug. */
  FAILED;

  static ReconcileResult of(Reconcile.Result<?> result, Transcript transcript) {
    return switch (result.end()) {
      case SETTLED -> result.last().failures().reasons().isEmpty() ? SETTLED : REFUSED;
      case INTERRUPTED -> transcript.lost().isPresent() ? UNANSWERED : STALE;
      case PUT_OFF -> PUT_OFF;
      case UNSETTLED -> UNSETTLED;
      case BLIND -> transcript.recheck() instanceof Outcome.Unknown ? UNANSWERED : REFUSED;
    };
  }
}
