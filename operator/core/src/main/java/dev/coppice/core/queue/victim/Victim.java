package dev.coppice.core.queue.victim;

/** A pod whose place somebody wants. */
public sealed interface Victim {

  /** A pod of a gang that the operator made. */
  record OfGang(String uid, RunningGang gang) implements Victim {}

  /** Somebody else's pod: it is not guarded. */
  record Foreign(String uid) implements Victim {}

  /** Nobody knows whose it is. */
  record Unknown(String uid) implements Victim {}
}
