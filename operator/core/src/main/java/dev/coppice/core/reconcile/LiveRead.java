package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;

/** One live read. */
public sealed interface LiveRead {

  /** The object asked for; a list answers with an empty name. */
  ObjectKey key();

  /** GETs one object. */
  record Get(ObjectKey key) implements LiveRead {}

  /**
   * Asks whether an object would be taken if it were created, by a create with {@code dryRun}.
   * Nothing is found by it.
   *
   * @param object under a name that is free
   */
  record Trial(HasMetadata object) implements LiveRead {
    @Override
    public ObjectKey key() {
      return ObjectKey.of(object);
    }
  }

  /**
   * LISTs the objects of one kind in a namespace that carry all the labels.
   *
   * @param labels equality-based selector
   */
  record ListOf(Class<? extends HasMetadata> type, String namespace, Map<String, String> labels)
      implements LiveRead {
    public ListOf {
      labels = Map.copyOf(labels);
    }

    @Override
    public ObjectKey key() {
      return new ObjectKey(type, namespace, "");
    }

    /** Whether a cached object is one that this list would have returned, had it still existed. */
    boolean covers(HasMetadata object) {
      return ObjectKey.of(object).type() == type && selects(object);
    }

    /** Whether an object, of whatever kind, is in the namespace and carries all the labels. */
    public boolean selects(HasMetadata object) {
      Map<String, String> carried = object.getMetadata().getLabels();
      return ObjectKey.of(object).namespace().equals(namespace)
          && carried != null
          && carried.entrySet().containsAll(labels.entrySet());
    }
  }
}
