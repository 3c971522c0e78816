package dev.coppice.api;

/** Values of {@link Labels#COMPONENT}. */
public final class Components {

  /** The headless Service of a set replica. */
  public static final String HEADLESS_SERVICE = "pcs-headless-service";

  /** A PodCliqueScalingGroup. */
  public static final String SCALING_GROUP = "pcs-podcliquescalinggroup";

  /** A HorizontalPodAutoscaler. */
  public static final String AUTOSCALER = "pcs-hpa";

  /** A PodGang. */
  public static final String POD_GANG = "podgang";

  /** A PodClique outside scaling groups, and its pods. */
  public static final String SET_POD_CLIQUE = "pcs-podclique";

  /** A PodClique of a scaling group, and its pods. */
  public static final String SCALING_GROUP_POD_CLIQUE = "pcsg-podclique";

  private Components() {}
}
