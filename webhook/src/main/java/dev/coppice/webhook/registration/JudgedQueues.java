package dev.coppice.webhook.registration;

import java.util.Optional;

/**
 * What is done about Queues that somebody writes.
 *
 * @param sharedWithKai whether KAI reads the same objects
 * @param protectsDeletion whether one that is in use may not be deleted
 * @param defaultQueue the queue of gangs that name none
 */
public record JudgedQueues(
    boolean sharedWithKai, boolean protectsDeletion, Optional<String> defaultQueue) {}
