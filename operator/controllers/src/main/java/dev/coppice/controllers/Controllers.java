package dev.coppice.controllers;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.controllers.clique.PodCliqueReconciler;
import dev.coppice.controllers.group.PodCliqueScalingGroupReconciler;
import dev.coppice.controllers.set.PodCliqueSetReconciler;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.reconcile.Planner;
import dev.coppice.core.state.ObjectState;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.Stores;
import dev.coppice.kube.cache.TrimmedStore;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.BoundedWrites;
import dev.coppice.kube.client.HttpApiServer;
import dev.coppice.kube.client.MeteredWrites;
import dev.coppice.kube.client.OutageGate;
import dev.coppice.kube.client.Retries;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.kube.execute.Executor;
import dev.coppice.kube.metrics.QueueTimes;
import dev.coppice.kube.pass.PassMeters;
import dev.coppice.kube.pass.Reconciliation;
import dev.coppice.kube.source.PassRate;
import dev.coppice.kube.source.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.api.config.Cloner;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All controllers of the operator. Start them only while the lease is held: they write from the
 * first moment on. The client stays open when they stop.
 */
public final class Controllers {

  private static final int LONGEST_RETRY_MILLIS = 30_000;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final KubernetesClient client;
  private final InstantSource clock;
  private final ControllerSettings settings;
  private final MeterRegistry meters;
  private final QueueTimes queue;
  private final ApiServer api;
  private final Executor executor;
  private final Operator operator;
  private volatile boolean started;

  /**
   * Makes the controllers, without a call to the API server.
   *
   * @param client for everything, see {@link dev.coppice.kube.client.ClusterConnection}
   * @param clock the instant of every decision
   * @param meters measures the writes, the passes and the caches
   * @param setPlanner decides about PodCliqueSets
   * @param groupPlanner decides about PodCliqueScalingGroups
   * @param cliquePlanner decides about PodCliques
   */
  public Controllers(
      KubernetesClient client,
      InstantSource clock,
      ControllerSettings settings,
      MeterRegistry meters,
      Planner<PodCliqueSet> setPlanner,
      Planner<PodCliqueScalingGroup> groupPlanner,
      Planner<PodClique> cliquePlanner) {
    this.client = client;
    this.clock = clock;
    this.settings = settings;
    api =
        new BoundedWrites(
            new OutageGate(new MeteredWrites(new HttpApiServer(client), meters)),
            settings.writesInFlight());
    executor = new Executor(api, client.getKubernetesSerialization(), settings.writesInFlight());
    this.meters = meters;
    queue =
        new QueueTimes(
            meters, List.of(PodCliqueSet.class, PodCliqueScalingGroup.class, PodClique.class));
    operator = new Operator(this::configure);
    OwnWrites sets = new OwnWrites();
    OwnWrites groups = new OwnWrites();
    OwnWrites cliques = new OwnWrites();
    Stores ofSets = new Stores(meters, PodCliqueSet.class);
    Stores ofGroups = new Stores(meters, PodCliqueScalingGroup.class);
    Stores ofCliques = new Stores(meters, PodClique.class);
    operator.register(
        new PodCliqueSetReconciler(
            passes(
                PodCliqueSet.class,
                setPlanner,
                set -> set.statusOrEmpty().lastErrors(),
                PodCliqueSetReconciler.COMPONENT,
                settings.podCliqueSetSyncs()),
            sets,
            ofSets,
            threads),
        overrider -> configure(overrider, sets, ofSets.primary(PodCliqueSet.class)));
    operator.register(
        new PodCliqueScalingGroupReconciler(
            passes(
                PodCliqueScalingGroup.class,
                groupPlanner,
                group -> group.statusOrEmpty().lastErrors(),
                PodCliqueScalingGroupReconciler.COMPONENT,
                settings.podCliqueScalingGroupSyncs()),
            groups,
            ofGroups,
            threads),
        overrider -> configure(overrider, groups, ofGroups.primary(PodCliqueScalingGroup.class)));
    operator.register(
        new PodCliqueReconciler(
            passes(
                PodClique.class,
                cliquePlanner,
                clique -> clique.statusOrEmpty().lastErrors(),
                PodCliqueReconciler.COMPONENT,
                settings.podCliqueSyncs()),
            cliques,
            ofCliques,
            threads),
        overrider -> configure(overrider, cliques, ofCliques.primary(PodClique.class)));
    ofSets.count(PodCliqueSet.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    ofSets.count(PodGang.class, ObjectState::of, ObjectState.OF_GANGS);
    ofGroups.count(PodCliqueScalingGroup.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    ofCliques.count(PodClique.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    ofCliques.count(Pod.class, ObjectState::of, ObjectState.OF_PODS);
  }

  /**
   * Fills the caches and starts. Returns when every cache is filled.
   *
   * @throws io.javaoperatorsdk.operator.OperatorException if a cache cannot be filled, for example
   *     because a CRD is missing; the cause says which. The controllers cannot be started again
   *     then.
   */
  public void start() {
    operator.start();
    started = true;
  }

  /** Lets running passes finish and starts no more. */
  public void stop() {
    started = false;
    operator.stop();
    threads.shutdownNow();
  }

  /** Whether the controllers run on caches that have all been filled. */
  public boolean synced() {
    if (!started) {
      return false;
    }
    for (RegisteredController<?> controller : operator.getRegisteredControllers()) {
      for (InformerWrappingEventSourceHealthIndicator<?> source :
          controller.getControllerHealthInfo().informerEventSourceHealthIndicators().values()) {
        if (!source.informerHealthIndicators().values().stream()
            .allMatch(InformerHealthIndicator::hasSynced)) {
          return false;
        }
      }
    }
    return true;
  }

  private <P extends HasMetadata> Reconciliation<P> passes(
      Class<P> type,
      Planner<P> planner,
      Function<P, List<LastError>> lastErrors,
      String component,
      int syncs) {
    EventRecorder events =
        new EventRecorder(api, client.getKubernetesSerialization(), clock, component, threads);
    return new Reconciliation<>(
        planner,
        lastErrors.andThen(Controllers::failures),
        executor,
        events,
        clock,
        new PassMeters(meters, type, queue),
        syncs);
  }

  private static Set<Failure> failures(List<LastError> errors) {
    return errors.stream()
        .map(error -> new Failure(error.code(), error.description()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private void configure(ConfigurationServiceOverrider overrider) {
    overrider
        .withKubernetesClient(Retries.forInformers(client))
        .withCloseClientOnStop(false)
        // A pass waits for its turn in a virtual thread; see Reconciliation for the bound.
        .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
        .withReconciliationTerminationTimeout(settings.stopTimeout())
        .withParseResourceVersions(true)
        .withMetrics(queue)
        .withUseSSAToPatchPrimaryResource(false)
        // Nobody changes what comes from a cache, so nothing needs to be copied.
        .withResourceCloner(new SameObject());
  }

  private <P extends HasMetadata> void configure(
      ControllerConfigurationOverrider<P> overrider, OwnWrites ownWrites, TrimmedStore<P> store) {
    overrider
        .withGenerationAware(false)
        .withOnUpdateFilter(ownWrites::matters)
        .withItemStore(store)
        .withInformerListLimit(Watches.LIST_LIMIT)
        .withRateLimiter(new PassRate(clock))
        // Passes retry by themselves; this is for what goes wrong outside them. Nothing polls: the
        // framework's interval of 10 hours stays as a net that no decision relies on.
        .withRetry(
            new GenericRetry()
                .setInitialInterval(50)
                .setIntervalMultiplier(2)
                .setMaxInterval(LONGEST_RETRY_MILLIS)
                .setMaxAttempts(-1));
  }

  private static final class SameObject implements Cloner {
    @Override
    public <R extends HasMetadata> R clone(R object) {
      return object;
    }
  }
}
