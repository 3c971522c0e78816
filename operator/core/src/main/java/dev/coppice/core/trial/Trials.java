package dev.coppice.core.trial;

import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Snapshot;
import dev.coppice.core.reconcile.Trial;
import java.util.List;
import java.util.Optional;

/** What has come of trials in a reconcile. */
public final class Trials {

  private Trials() {}

  /** Those that are to be made: they were neither answered nor given up. */
  public static List<Action.Try> due(Snapshot<?> snapshot, List<Action.Try> wanted) {
    return wanted.stream()
        .filter(trial -> !snapshot.tried().containsKey(trial))
        .filter(trial -> !snapshot.failures().covers(trial))
        .toList();
  }

  /** Whether all were answered, and none refused; what cannot be asked is as good as taken. */
  public static boolean areTaken(Snapshot<?> snapshot, List<Action.Try> wanted) {
    return wanted.stream()
        .allMatch(trial ->
            switch (snapshot.tried().get(trial)) {
              case Trial.Accepted _, Trial.Unasked _ -> true;
              case Trial.Refused _ -> false;
              case null -> false;
            });
  }

  /** Why one was refused, by the places in the set. */
  static Optional<String> refusal(Snapshot<?> snapshot, Action.Try trial) {
    return snapshot.tried().get(trial) instanceof Trial.Refused refused
        ? Optional.of(refused.told(trial.place()))
        : Optional.empty();
  }
}
