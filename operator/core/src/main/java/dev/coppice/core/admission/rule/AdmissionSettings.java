package dev.coppice.core.admission.rule;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Set;

/**
 * What an administrator decides about the rules.
 *
 * @param maxCliques how many cliques a set may have
 * @param maxPods how many pods a set may have, all its replicas together
 * @param maxSetBytes how many bytes of JSON a set may have
 * @param schedulers the schedulers that pods may name
 * @param defaultScheduler the one for pods that name none; one of them
 * @param nativeGangs whether the stock scheduler is to place gangs as a whole, so that pods name
 *     PodGroups of the operator
 * @param topologyAwareSchedulers those of them that know topologies
 * @param topologyAwareScheduling whether sets may say where they are placed
 * @param autoMnnvl whether sets may ask for NVLink domains
 * @param leaderWorkerSetVariables whether pods of divided groups get the variables of
 *     LeaderWorkerSet
 * @param queues whether gangs are in Queues, whoever places them
 */
@RecordBuilder
public record AdmissionSettings(
    int maxCliques,
    int maxPods,
    int maxSetBytes,
    List<String> schedulers,
    String defaultScheduler,
    boolean nativeGangs,
    Set<String> topologyAwareSchedulers,
    boolean topologyAwareScheduling,
    boolean autoMnnvl,
    boolean leaderWorkerSetVariables,
    boolean queues) {

  /** How many cliques a set may have when nothing is configured. */
  public static final int DEFAULT_MAX_CLIQUES = 64;

  /** How many pods a set may have when nothing is configured. */
  public static final int DEFAULT_MAX_PODS = 10_000;

  /** How many bytes a set may have when nothing is configured. */
  public static final int DEFAULT_MAX_SET_BYTES = 256 << 10;

  /** So many pods were allowed by default before there were fewer. */
  private static final int ONCE_MAX_PODS = 100_000;

  /** Keeps copies. */
  public AdmissionSettings {
    schedulers = List.copyOf(schedulers);
    topologyAwareSchedulers = Set.copyOf(topologyAwareSchedulers);
  }

  /**
   * How many pods a set may have that is stored already: one that was allowed runs on when {@link
   * #maxPods} becomes less, and all work stays bounded.
   */
  public int maxStoredPods() {
    return Math.max(maxPods, ONCE_MAX_PODS);
  }

  /** Those of an operator that is configured in no way. */
  public static AdmissionSettings standard() {
    return new AdmissionSettings(
        DEFAULT_MAX_CLIQUES,
        DEFAULT_MAX_PODS,
        DEFAULT_MAX_SET_BYTES,
        List.of("default-scheduler"),
        "default-scheduler",
        false,
        Set.of(),
        false,
        false,
        false,
        false);
  }
}
