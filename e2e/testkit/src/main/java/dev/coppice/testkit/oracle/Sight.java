package dev.coppice.testkit.oracle;

/** How old the view may be on which the operator decides about a pod. */
enum Sight {

  /**
   * What was recorded last before the decision took effect. Holds in a run where nothing is lost
   * again that was reached once: a view may be old there too, but what it shows is still so.
   */
  NEWEST,

  /**
   * Anything since the pod's PodClique came to be, of each object by itself. Between a look and its
   * write a pod may be lost, a scale raised, a gang taken away, and a slow watch, a delayed answer
   * or the last call of a dead operator stretch that as far as they like. But who decides about a
   * PodClique has seen it, and so all that had happened to PodCliques before.
   */
  LAGGING
}
