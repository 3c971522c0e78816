/**
 * Gangs on the stock scheduler: all that depends on the version of {@code scheduling.k8s.io}. Every
 * version of it so far is an alpha that the next release of Kubernetes may change.
 */
@NullMarked
package dev.coppice.core.scheduler.workload;

import org.jspecify.annotations.NullMarked;
