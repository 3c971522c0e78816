package dev.coppice.core.update;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * How an update goes on: of what is Ready and outdated no more goes at once than may be on its way,
 * each recorded before it goes. Under OnDelete it has ended as soon as the templates are known,
 * because nobody can tell when the last one follows.
 */
public final class Update {

  private final UpdateLevel level;
  private final Instant now;

  private Update(UpdateLevel level, Instant now) {
    this.level = level;
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /** The progress as it is to be recorded; empty while there never was an update. */
  public static Optional<Progress> advanced(UpdateLevel level, Instant now) {
    Update update = new Update(level, now);
    Optional<Progress> known = level.recorded().map(update::withoutReturned);
    return level.isOnDelete() ? update.onDelete(known) : update.rolling(known);
  }

  private Progress withoutReturned(Progress progress) {
    return progress.replacing(
        progress.replacing().stream().filter(index -> !level.isReturned(index)).toList());
  }

  private Optional<Progress> onDelete(Optional<Progress> known) {
    return level
        .changedTo()
        .map(hash -> started(hash, known).ended(now))
        .or(() -> known.map(progress -> progress.isRunning() ? progress.ended(now) : progress));
  }

  private Optional<Progress> rolling(Optional<Progress> known) {
    if (known.filter(Progress::isRunning).isPresent()) {
      return known.map(this::continued);
    }
    return level.mayStart()
        ? level.leadsTo().map(hash -> withNext(started(hash, known))).or(() -> known)
        : known;
  }

  private Progress continued(Progress running) {
    Progress next = withNext(level.leadsTo().map(running::leadingTo).orElse(running));
    return next.replacing().isEmpty() && level.isReached() ? next.ended(now) : next;
  }

  private Progress withNext(Progress progress) {
    return mayTake(level, progress) ? progress.selecting(level.next(), level::others) : progress;
  }

  /**
   * Whether more may be on its way. What waits for a place is not, as soon as more of the rest
   * serves than when it was taken: what waited before has the place that the update freed.
   */
  public static boolean mayTake(UpdateLevel level, Progress progress) {
    List<Integer> taken = progress.replacing();
    Integer before = progress.others();
    boolean isPassedOn = before != null && level.others(taken) > before;
    int inFlight = level.units(taken) - (isPassedOn ? level.waiting(taken) : 0);
    return inFlight < level.maxUnavailable();
  }

  private Progress started(String hash, Optional<Progress> known) {
    return new Progress(
        now,
        null,
        hash,
        known.map(Progress::replacing).orElse(List.of()),
        known.map(Progress::others).orElse(null));
  }
}
