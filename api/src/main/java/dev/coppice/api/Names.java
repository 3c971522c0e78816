package dev.coppice.api;

/**
 * Names of everything made for a PodCliqueSet. A HorizontalPodAutoscaler has the name of what it
 * scales, a scheduler's own gang object that of its PodGang.
 *
 * <p>In all methods {@code pcs} is the name of the set and {@code replica} the index of one of its
 * replicas; {@code clique} and {@code group} are names in the template.
 */
public final class Names {

  /** The init container that keeps a pod's own from starting until those before it are there. */
  public static final String STARTUP_CONTAINER = "grove-initc";

  /** The volume by which that container learns that the pod may start. */
  public static final String STARTUP_VOLUME = "grove-startup";

  private Names() {}

  /** Returns the name of the PodClique of a clique that belongs to no scaling group. */
  public static String standalonePodClique(String pcs, int replica, String clique) {
    return pcs + "-" + replica + "-" + clique;
  }

  /** Returns the name of the PodCliqueScalingGroup of a scaling group. */
  public static String podCliqueScalingGroup(String pcs, int replica, String group) {
    return pcs + "-" + replica + "-" + group;
  }

  /** Returns the name of the PodClique of a clique in one replica of a scaling group. */
  public static String groupPodClique(
      String pcs, int replica, String group, int groupReplica, String clique) {
    return groupPodClique(podCliqueScalingGroup(pcs, replica, group), groupReplica, clique);
  }

  /** Returns the same name, from that of the PodCliqueScalingGroup. */
  public static String groupPodClique(String pcsg, int groupReplica, String clique) {
    return pcsg + "-" + groupReplica + "-" + clique;
  }

  /** Returns the name under which one replica of a scaling group stands in its base PodGang. */
  public static String groupReplica(String pcs, int replica, String group, int groupReplica) {
    return podCliqueScalingGroup(pcs, replica, group) + "-" + groupReplica;
  }

  /** Returns the name of the PodGang with the minimum of a set replica. */
  public static String basePodGang(String pcs, int replica) {
    return pcs + "-" + replica;
  }

  /**
   * Returns the name of the PodGang of a replica of a scaling group beyond its minimum. Counting
   * starts at 0 with the first such replica.
   */
  public static String scaledPodGang(
      String pcs, int replica, String group, int groupReplica, int minAvailable) {
    return podCliqueScalingGroup(pcs, replica, group) + "-" + (groupReplica - minAvailable);
  }

  /** Returns the name of a pod; the suffix tells the pods of one index apart. */
  public static String pod(String podClique, int podIndex, String suffix) {
    return hostname(podClique, podIndex) + "-" + suffix;
  }

  /** Returns the host name of a pod, which its replacement takes over. */
  public static String hostname(String podClique, int podIndex) {
    return podClique + "-" + podIndex;
  }

  /** Returns the name of the headless Service of a set replica, the subdomain of its pods. */
  public static String headlessService(String pcs, int replica) {
    return pcs + "-" + replica;
  }

  /** Returns the domain in which the pods of a set replica have their names. */
  public static String headlessServiceDomain(
      String pcs, int replica, String namespace, String clusterDomain) {
    return serviceDomain(headlessService(pcs, replica), namespace, clusterDomain);
  }

  /** Returns the full name of what has a name within a namespace, such as a Service. */
  public static String serviceDomain(String name, String namespace, String clusterDomain) {
    return name + "." + namespace + ".svc." + clusterDomain;
  }

  /**
   * Returns the name of a ResourceClaim that all replicas of its owner share.
   *
   * @param owner name of the set, group or PodClique that shares the claim
   * @param template name of the claim's template
   */
  public static String sharedResourceClaim(String owner, String template) {
    return owner + "-all-" + template;
  }

  /**
   * Returns the name of a ResourceClaim that one replica of its owner has for itself.
   *
   * @param owner name of the set, group or PodClique that shares the claim
   * @param replica index of the replica of the owner; of a pod, for a PodClique
   * @param template name of the claim's template
   */
  public static String replicaResourceClaim(String owner, int replica, String template) {
    return owner + "-" + replica + "-" + template;
  }

  /** Returns the name of the ComputeDomain of an MNNVL group, and of the template it makes. */
  public static String computeDomain(String pcs, int replica, String mnnvlGroup) {
    return pcs + "-" + replica + "-" + mnnvlGroup;
  }
}
