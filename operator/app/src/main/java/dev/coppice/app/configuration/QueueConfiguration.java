package dev.coppice.app.configuration;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Whether there are queues, and what is done for them.
 *
 * @param enabled whether Queues are read at all; nothing else here, and no minimum runtime, has an
 *     effect without
 * @param defaultName the queue of gangs that name none; empty for no queue
 * @param protectDeletion whether a queue that has queues below it, or gangs, may not be deleted
 * @param manageStatus whether the operator writes the status of Queues
 */
public record QueueConfiguration(
    boolean enabled, String defaultName, boolean protectDeletion, ManageStatus manageStatus) {

  /** When the operator writes the status of Queues. */
  public enum ManageStatus {
    /** Where KAI does not. */
    @JsonProperty("auto")
    AUTO,
    /** Always. */
    @JsonProperty("always")
    ALWAYS,
    /** Never. */
    @JsonProperty("never")
    NEVER
  }
}
