package dev.coppice.simulator.operator;

import java.time.Instant;

/**
 * What an object waits for.
 *
 * @param until when the next reconcile over it begins by time alone
 * @param again whether that repeats a reconcile to which something was refused
 */
public record Wait(Instant until, boolean again) {}
