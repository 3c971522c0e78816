package dev.coppice.core.pod;

/** What pods of a group that is divided are told in the words of LeaderWorkerSet as well. */
public enum LeaderWorkerSetCompatibility {
  /** Nothing. */
  OFF,
  /** Labels and annotations. */
  LABELS,
  /** Those, and variables. */
  LABELS_AND_ENV
}
