package dev.coppice.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the creates of one round have met that makes others of it useless. What forbids one object
 * of a kind, a quota or a missing right, forbids the next one too, and in a namespace that is being
 * deleted nothing can be made. Safe for use by many threads.
 */
public final class Obstacles {

  private final Set<Class<? extends HasMetadata>> forbidden = ConcurrentHashMap.newKeySet();
  private volatile boolean namespaceEnds;

  /** Whether a call is not worth making any more. */
  public boolean stop(Action action) {
    return action instanceof Action.Create create
        && (namespaceEnds || forbidden.contains(create.target().type()));
  }

  /** Takes note of what came of a call. */
  public void take(Action action, Outcome outcome) {
    if (action instanceof Action.Create create) {
      namespaceEnds |= outcome instanceof Outcome.NamespaceTerminating;
      if (outcome instanceof Outcome.Refused(int status, _) && (status == 403 || status == 422)) {
        forbidden.add(create.target().type());
      }
    }
  }
}
