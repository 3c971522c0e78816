package dev.coppice.testkit.oracle;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import java.util.stream.Stream;

/**
 * What whoever writes about a pod may have seen of the set that it belongs to: in a simulation the
 * very view that was decided on, in a recording everything that it may have been. Objects of other
 * sets and those on their way out are no part of it.
 */
public interface Seen {

  /** How the pod's own PodClique may have looked. */
  Stream<PodClique> ownClique();

  /** How a PodClique of the set may have looked. */
  Stream<PodClique> clique(String name);

  /** How a gang of the set may have looked. */
  Stream<PodGang> gang(String name);
}
