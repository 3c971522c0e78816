package dev.coppice.api.queue;

import dev.coppice.api.GroveResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A share of the cluster, in a tree of such shares, and for how long its gangs run before others
 * may evict them. The kind is that of KAI, whose objects these are where it is installed.
 */
@Group("scheduling.run.ai")
@Version("v2")
@Kind("Queue")
@Plural("queues")
@Singular("queue")
public final class Queue extends GroveResource<QueueSpec, QueueStatus> {

  /** Returns what is asked for; everything is absent when nothing is, which the schema allows. */
  public QueueSpec specOrEmpty() {
    QueueSpec spec = getSpec();
    return spec == null ? QueueSpec.EMPTY : spec;
  }

  /** Returns what was reported last; everything is absent when nothing has been. */
  public QueueStatus statusOrEmpty() {
    QueueStatus status = getStatus();
    return status == null ? QueueStatus.EMPTY : status;
  }
}
