package dev.coppice.webhook.review;

/** Where reviews of one sort are sent. */
public enum ReviewPath {
  /** Fills in what a PodCliqueSet leaves out. */
  DEFAULT_PODCLIQUESET("/webhooks/default-podcliqueset"),
  /** Judges a PodCliqueSet. */
  VALIDATE_PODCLIQUESET("/webhooks/validate-podcliqueset"),
  /** Judges a PodClique or a PodCliqueScalingGroup that somebody else than the operator makes. */
  VALIDATE_CHILD("/webhooks/validate-child"),
  /** Judges a ClusterTopologyBinding. */
  VALIDATE_CLUSTERTOPOLOGY("/webhooks/validate-clustertopology"),
  /** Judges another number of replicas, whichever way it is asked for. */
  VALIDATE_SCALE("/webhooks/validate-scale"),
  /** Judges who changes what the operator made. */
  AUTHORIZER("/webhooks/authorizer-webhook"),
  /** Judges a Queue. */
  VALIDATE_QUEUE("/webhooks/validate-queue"),
  /** Writes never in a Queue as KAI reads it. */
  DEFAULT_QUEUE("/webhooks/default-queue"),
  /** Judges whom a scheduler evicts. */
  GUARD_EVICTION("/webhooks/guard-eviction");

  private final String path;

  ReviewPath(String path) {
    this.path = path;
  }

  /** The path of the URL. */
  public String path() {
    return path;
  }

  /** The word for it in figures and logs. */
  public String label() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
