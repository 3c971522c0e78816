package dev.coppice.testkit.oracle;

/**
 * A rule about what stands when nothing changes any more. It looks at the end of a recording only,
 * so that a simulation can ask it without having recorded anything else.
 */
interface RestRule extends Invariant {}
