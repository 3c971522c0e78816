package dev.coppice.webhook.lookup;

import dev.coppice.api.queue.Queue;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueTree;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Queues, and the tree of them, which is made once for all questions between two changes. */
final class QueueStore extends BasicItemStore<Queue> {

  private volatile @Nullable QueueTree tree;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  QueueStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  /** Runs something whenever the tree is another one; it must not take long. */
  void onChange(Runnable listener) {
    listeners.add(listener);
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
    Queue before = super.put(key, fresh);
    if (before == null || !QueueNode.of(before).equals(QueueNode.of(fresh))) {
      changed();
    }
    return before;
  }

  @Override
  public synchronized @Nullable Queue remove(String key) {
    Queue before = super.remove(key);
    changed();
    return before;
  }

  private void changed() {
    tree = null;
    listeners.forEach(Runnable::run);
  }
}
