package dev.coppice.core.update;

import java.util.List;
import java.util.Optional;

/**
 * What differs between a set that updates its replicas, a scaling group that updates its own, and a
 * clique that updates its pods. An index is that of a replica or a pod.
 */
public interface UpdateLevel {

  /** The progress in the status of the primary; empty while there never was an update. */
  Optional<Progress> recorded();

  /** Whether what is outdated stays until somebody deletes it. */
  boolean isOnDelete();

  /**
   * Under OnDelete: the hash of the templates that the set has come to since, and that this level
   * carries; empty while there are none.
   */
  Optional<String> changedTo();

  /** Whether an update may start: something is outdated, and this level may give up Ready pods. */
  boolean mayStart();

  /**
   * The hash of the templates that an update leads to that starts or runs; empty while that is not
   * known.
   */
  Optional<String> leadsTo();

  /** Whether what was taken at an index is back, or needed no more. */
  boolean isReturned(int index);

  /** How much serves beside what is taken. */
  int others(List<Integer> taken);

  /** How much indices are: one each, unless what is at several goes together. */
  default int units(List<Integer> taken) {
    return taken.size();
  }

  /** How much of what was taken is there again, and no scheduler has a place for it. */
  int waiting(List<Integer> taken);

  /** How much the update may have down at once. */
  int maxUnavailable();

  /** The indices whose Ready pods go next, together; empty if none may. */
  List<Integer> next();

  /** Whether nothing is outdated any more, and enough is Ready. */
  boolean isReached();
}
