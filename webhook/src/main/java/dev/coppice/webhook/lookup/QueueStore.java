package dev.coppice.webhook.lookup;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueTree;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queues, and the tree of them, which is made once for all questions between two changes. */
final class QueueStore extends BasicItemStore<Queue> {

  private volatile @Nullable QueueTree tree;

  QueueStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  /** The tree of the queues that are there. */
  QueueTree tree() {
    QueueTree known = tree;
    return known == null ? make() : known;
  }

  // A change waits until the tree is made, and does away with it.
  private synchronized QueueTree make() {
    QueueTree made = QueueTree.of(values().map(QueueNode::of).toList());
    tree = made;
    return made;
  }

  @Override
  public synchronized @Nullable Queue put(String key, Queue fresh) {
    fresh.getMetadata().setManagedFields(List.of());
    fresh.getMetadata().setAnnotations(Map.of());
    fresh.setStatus(null);
    tree = null;
    return super.put(key, fresh);
  }

  @Override
  public synchronized @Nullable Queue remove(String key) {
    tree = null;
    return super.remove(key);
  }
}
