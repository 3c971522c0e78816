package dev.coppice.core.update;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * How an update goes on: what is Ready and outdated goes one index after the other, each recorded
 * before it goes, and the next one only when that is back. Under OnDelete it has ended as soon as
 * the templates are known, because nobody can tell when the last one follows.
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
    return progress.replacing().isEmpty() ? progress.selecting(level.next()) : progress;
  }

  private Progress started(String hash, Optional<Progress> known) {
    return new Progress(now, null, hash, known.map(Progress::replacing).orElse(List.of()));
  }
}
