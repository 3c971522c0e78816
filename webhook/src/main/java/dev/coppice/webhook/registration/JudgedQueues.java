package dev.coppice.webhook.registration;

import java.util.Optional;

/**
 * What is done about Queues that somebody writes.
 *
 * @param kai whether KAI reads the same objects
 * @param protectsDeletion whether one that is in use may not be deleted
 * @param defaultQueue the queue of gangs that name none
 */
public record JudgedQueues(Kai kai, boolean protectsDeletion, Optional<String> defaultQueue) {

  /** Whether KAI reads the same objects, and how that is known. */
  public enum Kai {
    /** It does not. */
    ABSENT,
    /** The cluster says so; whoever installed the webhook may not have known. */
    FOUND,
    /** An administrator says so, and has what is needed for it registered. */
    CONFIGURED
  }

  /** Whether KAI reads the same objects. */
  public boolean sharedWithKai() {
    return kai != Kai.ABSENT;
  }
}
