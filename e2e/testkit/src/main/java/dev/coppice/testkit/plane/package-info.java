/**
 * A real Kubernetes control plane as processes on loopback: etcd, kube-apiserver,
 * kube-controller-manager, kube-scheduler and KWOK.
 */
@NullMarked
package dev.coppice.testkit.plane;

import org.jspecify.annotations.NullMarked;
