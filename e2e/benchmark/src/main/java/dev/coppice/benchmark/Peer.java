package dev.coppice.benchmark;

import java.nio.file.Path;

/** Whom our operator is compared with. */
sealed interface Peer {

  /** Nobody. */
  record None() implements Peer {}

  /** An operator that a shell command starts, on a control plane like ours. */
  record Command(String line) implements Peer {}

  /** An operator that runs in a cluster. */
  record Cluster(Path kubeconfig) implements Peer {}
}
