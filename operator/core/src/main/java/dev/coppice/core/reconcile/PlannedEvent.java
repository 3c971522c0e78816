package dev.coppice.core.reconcile;

/**
 * A Kubernetes event about the primary that does not depend on the outcome of an action.
 *
 * @param warning true for type Warning, false for Normal
 * @param reason CamelCase reason
 * @param message the sentence, with numbers
 */
public record PlannedEvent(boolean warning, String reason, String message) {}
