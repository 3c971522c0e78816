package dev.coppice.kube.client;

/**
 * Keeps the writes of the whole process that are under way at once within a bound: more streams
 * than the API server takes on one connection fail, and more parallel writes win nothing. Reads
 * pass freely. Namespaces take turns, so that a large plan cannot starve a small one of somebody
 * else, and what only tells of something goes behind, see {@link Turns}.
 */
public final class BoundedWrites implements ApiServer {

  /**
   * About as many as kube-controller-manager has under way for Deployments: with fewer, a set's
   * pods stand behind everybody else's calls at an API server without CPU time to spare.
   */
  public static final int DEFAULT_IN_FLIGHT = 96;

  private final ApiServer next;
  private final Turns turns;

  /** Bounds the writes that go through this object. */
  public BoundedWrites(ApiServer next, int inFlight) {
    this.next = next;
    turns = Turns.ofShortWork(inFlight, System::nanoTime);
  }

  @Override
  public Reply send(Call call) {
    if (!call.verb().writes()) {
      return next.send(call);
    }
    String namespace = call.namespace();
    try {
      turns.acquire(namespace, call.tells());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Lost("interrupted before it was sent");
    }
    try {
      return next.send(call);
    } finally {
      turns.release(namespace);
    }
  }
}
