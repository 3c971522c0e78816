package dev.coppice.core.recreation;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.status.ReplicaDeletion;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Purpose;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** What differs between a set that tears down its replicas and a scaling group that does. */
public interface TeardownLevel {

  /** The records in the status of the primary. */
  List<ReplicaDeletion> records();

  /** The replicas in view that this level has to delete, now or later, in any order. */
  Stream<DueDeletion> deletions();

  /** Whether the level above has recorded that all of it goes. */
  boolean isOverruled();

  /** The PodCliques in view that are deleted with a replica. */
  Stream<PodClique> cliques(int replica);

  /** Whether what would come back is made from a template that the API server may take. */
  boolean isTemplateTaken();

  /**
   * What has to be tried before a replica is deleted: pods as they would come back, one of each
   * template.
   */
  List<Action.Try> trials();

  /** What has to be read live before anything is decided about a replica. */
  List<LiveRead> reads(int replica);

  /** The pods that have to be read besides before a replica is deleted. */
  LiveRead pods(DueDeletion deletion);

  /**
   * The same level as it would be if whoever reports on the pods that were read in this reconcile
   * had just reported.
   */
  TeardownLevel recounted(Instant now);

  /** Writes other records into the status of the primary, as an intent. */
  Action.PutStatus put(List<ReplicaDeletion> records);

  /** Why PodCliques are deleted. */
  Purpose deletion();

  /** Why the cluster is read. */
  Purpose reading();

  /** Reason of the event that tells of a deleted replica. */
  String deletedReason();
}
