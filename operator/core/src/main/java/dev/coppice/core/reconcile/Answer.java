package dev.coppice.core.reconcile;

/**
 * An action and what came of it.
 *
 * @param action what was asked for
 * @param outcome what the API server said
 */
public record Answer(Action action, Outcome outcome) {}
