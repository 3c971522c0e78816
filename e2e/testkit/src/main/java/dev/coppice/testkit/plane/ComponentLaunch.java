package dev.coppice.testkit.plane;

import dev.coppice.testkit.process.ProcessLaunch;

/**
 * How one component starts and how one sees that it has.
 *
 * @param component which one
 * @param process its executable, flags and log
 * @param health address that answers 200 when it is ready
 */
record ComponentLaunch(Component component, ProcessLaunch process, String health) {}
