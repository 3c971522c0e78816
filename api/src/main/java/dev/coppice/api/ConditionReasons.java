package dev.coppice.api;

/** Reasons of the conditions that we write. */
public final class ConditionReasons {

  /** Available is True. */
  public static final String ALL_AVAILABLE = "AllAvailable";

  /** Available is False. */
  public static final String INSUFFICIENT_AVAILABLE = "InsufficientAvailable";

  /** Valid is False, in the word of the API server; without mistakes there is no such condition. */
  public static final String INVALID = "Invalid";

  /** Supported is False; without unsupported fields there is no such condition. */
  public static final String NOT_IMPLEMENTED = "NotImplemented";

  /** PodCliqueScheduled is True. */
  public static final String SUFFICIENT_SCHEDULED_PODS = "SufficientScheduledPods";

  /** PodCliqueScheduled is False. */
  public static final String INSUFFICIENT_SCHEDULED_PODS = "InsufficientScheduledPods";

  /** MinAvailableBreached is False: enough pods are Ready. */
  public static final String SUFFICIENT_READY_PODS = "SufficientReadyPods";

  /** MinAvailableBreached is True. */
  public static final String INSUFFICIENT_READY_PODS = "InsufficientReadyPods";

  /** MinAvailableBreached is False: the clique has not yet had enough Ready pods. */
  public static final String NEVER_AVAILABLE = "NeverAvailable";

  /** MinAvailableBreached is Unknown: what is missing may be missing for the update. */
  public static final String UPDATE_IN_PROGRESS = "UpdateInProgress";

  /** Progressing is True: something outdated goes, or will go next. */
  public static final String UPDATING = "Updating";

  /** Progressing is True: nothing more goes before what the message names is Ready. */
  public static final String WAITING_FOR_READY = "WaitingForReady";

  /** Progressing is False: nothing outdated was left. */
  public static final String UPDATED = "Updated";

  /** Progressing is False: what is outdated goes when somebody deletes it. */
  public static final String ON_DELETE = "OnDelete";

  /** MinAvailableBreached of a scaling group is False. */
  public static final String SUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS =
      "SufficientAvailablePodCliqueScalingGroupReplicas";

  /** MinAvailableBreached of a scaling group is True. */
  public static final String INSUFFICIENT_AVAILABLE_SCALING_GROUP_REPLICAS =
      "InsufficientAvailablePodCliqueScalingGroupReplicas";

  /** Initialized is True. */
  public static final String POD_GANG_PODS_CREATED = "PodGangPodsCreated";

  /** Initialized is False. */
  public static final String POD_GANG_PODS_CREATION_PENDING = "PodGangPodsCreationPending";

  /** Scheduled is True. */
  public static final String SUFFICIENT_SCHEDULED_POD_GROUPS = "SufficientScheduledPodGroups";

  /** Scheduled is False. */
  public static final String INSUFFICIENT_SCHEDULED_POD_GROUPS = "InsufficientScheduledPodGroups";

  /** Ready is True. */
  public static final String SUFFICIENT_READY_POD_GROUPS = "SufficientReadyPodGroups";

  /** Ready is False. */
  public static final String INSUFFICIENT_READY_POD_GROUPS = "InsufficientReadyPodGroups";

  /** The podSpec of a PodClique is not the one that its owner wrote. */
  public static final String TEMPLATE_DRIFT = "TemplateDrift";

  private ConditionReasons() {}
}
