package dev.coppice.simulator;

/** What can happen in one step. */
public enum Verb {
  /** A watch of the operator brings its next change. */
  HEAR,
  /** A watch breaks, and a list takes its place. */
  RELIST,
  /** A reconcile begins. */
  LOOK,
  /** A call is made and answered. */
  SEND,
  /** A call is obeyed, and its answer is lost. */
  LOSE_ANSWER,
  /** A call is lost on its way, and may land later. */
  LOSE_CALL,
  /** A call is refused by a server that is not well. */
  REFUSE,
  /** A call is refused by a quota. */
  FORBID,
  /** The operator is killed and starts anew; what it had sent may land later. */
  CRASH,
  /** The operator is killed and stays away; what it had sent may land later. */
  DIE,
  /** The operator starts after it was away. */
  RISE,
  /** A call that was lost on its way lands after all. */
  LAND,
  /** A call that was lost on its way never lands. */
  LAPSE,
  /** The garbage collector finds an object whose owner is gone. */
  COLLECT,
  /** The scheduler binds a pod, or says that it cannot. */
  BIND,
  /** A pod becomes Ready. */
  START,
  /** A pod is Ready no more. */
  STALL,
  /** A pod fails. */
  FAIL,
  /** A pod that was asked to go is gone. */
  FINISH,
  /** From now on no pod is bound or becomes Ready. */
  OUTAGE,
  /** Pods can be bound and become Ready again. */
  RECOVERY,
  /** From now on pods that were asked to go hang on their nodes. */
  HANG,
  /** Pods that were asked to go can go again. */
  LOOSEN,
  /** From now on no pod of a PodClique is bound at one index. */
  STRAND,
  /** From now on no pod of a PodClique becomes Ready at one index. */
  SICKEN,
  /** From now on there is room for no more pods than have a node. */
  FILL,
  /** From now on no pod of one image becomes Ready. */
  SPOIL,
  /** Pods can be bound and become Ready again, at every index and of every image. */
  HEAL,
  /** From now on the API server takes what users have mistyped so far. */
  ACCEPT,
  /** From now on the clocks of nodes are five minutes ahead. */
  GET_AHEAD,
  /** From now on the clocks of nodes are five minutes behind. */
  FALL_BEHIND,
  /** From now on a policy adds keys of its own to whatever is written, podSpecs included. */
  ENFORCE,
  /** Somebody writes or takes away a field behind the operator's back. */
  FORGE,
  /** The garbage collector has missed whatever is garbage by now, and looks at it no more. */
  OVERLOOK,
  /** The garbage collector finds what it has missed. */
  FIND,
  /** A user deletes what nobody finds any more by its labels, or by its owner. */
  TIDY,
  /** Time reconciles, in tenths of a second. */
  WAIT,
  /** From now on views lag less than a second. */
  KEEP_UP,
  /** A user changes the set's update strategy. */
  SET_STRATEGY,
  /** A user changes, sets or removes the set's terminationDelay. */
  SET_DELAY,
  /** A user changes, sets or removes the terminationDelay of a group. */
  SET_GROUP_DELAY,
  /** A user changes the pods of a clique in the set's template. */
  CHANGE_TEMPLATE,
  /** A user changes the pods of a clique to what the API server does not take. */
  MISTYPE,
  /** A user scales the set. */
  SCALE_SET,
  /** A user scales a group. */
  SCALE_GROUP,
  /** A user scales a PodClique. */
  SCALE_CLIQUE,
  /** A user deletes a pod. */
  DELETE_POD,
  /** A user deletes a PodClique. */
  DELETE_CLIQUE,
  /** A user deletes a group. */
  DELETE_GROUP,
  /** A user deletes a PodGang. */
  DELETE_GANG,
  /** A user deletes a Service or an autoscaler. */
  DELETE_OTHER,
  /** A user deletes the set. */
  DELETE_SET,
  /** A user applies the set, if there is none. */
  APPLY_SET
}
