package dev.coppice.webhook.registration;

/**
 * What is done about Queues that somebody writes.
 *
 * @param sharedWithKai whether KAI reads the same objects
 * @param protectsDeletion whether one that is in use may not be deleted
 */
public record JudgedQueues(boolean sharedWithKai, boolean protectsDeletion) {}
