package dev.coppice.simulator.rule;

/**
 * What went wrong in a run.
 *
 * @param rule the rule that was broken
 * @param detail what broke it
 */
public record Violation(String rule, String detail) {}
