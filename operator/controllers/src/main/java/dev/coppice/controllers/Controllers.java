package dev.coppice.controllers;

import dev.coppice.api.clique.PodClique;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.group.PodCliqueScalingGroup;
import dev.coppice.api.queue.Queue;
import dev.coppice.api.set.PodCliqueSet;
import dev.coppice.api.status.LastError;
import dev.coppice.core.binding.BindingWatches;
import dev.coppice.core.reconcile.Failures.Failure;
import dev.coppice.core.scheduler.SchedulerBackends;
import dev.coppice.core.set.SetWatches;
import dev.coppice.core.state.ObjectState;
import dev.coppice.kube.cache.Caches;
import dev.coppice.kube.cache.OwnWrites;
import dev.coppice.kube.cache.QueueMeters;
import dev.coppice.kube.cache.RelatedObjects;
import dev.coppice.kube.client.ApiServer;
import dev.coppice.kube.client.BoundedWrites;
import dev.coppice.kube.client.HttpApiServer;
import dev.coppice.kube.client.MeteredWrites;
import dev.coppice.kube.client.OutageGate;
import dev.coppice.kube.client.Retries;
import dev.coppice.kube.event.EventRecorder;
import dev.coppice.kube.execute.Executor;
import dev.coppice.kube.history.ClusterHistory;
import dev.coppice.kube.metrics.HeapWatch;
import dev.coppice.kube.metrics.QueueTimes;
import dev.coppice.kube.reconcile.ReconcileMeters;
import dev.coppice.kube.reconcile.Reconciliation;
import dev.coppice.kube.schema.ServedSchemas;
import dev.coppice.kube.source.AlarmEventSource;
import dev.coppice.kube.source.DeletionEventSource;
import dev.coppice.kube.source.RelatedEventSource;
import dev.coppice.kube.source.SharedInformer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.api.config.Cloner;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All controllers of the operator. Start them only while the lease is held: they write from the
 * first moment on. The client stays open when they stop.
 */
public final class Controllers {

  private static final int LONGEST_RETRY_MILLIS = 30_000;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = timer();
  private final KubernetesClient client;
  private final InstantSource clock;
  private final ControllerSettings settings;
  private final MeterRegistry meters;
  private final QueueTimes queue;
  private final ServedSchemas schemas;
  private final Caches caches;
  private final ApiServer api;
  private final Executor executor;
  private final Operator operator;
  private final Map<Class<? extends HasMetadata>, Runnable> registrations = new LinkedHashMap<>();
  private volatile boolean started;
  private volatile @Nullable HeapWatch heap;

  /**
   * Makes the controllers, without a call to the API server.
   *
   * @param client for everything, see {@link dev.coppice.kube.client.ClusterConnection}
   * @param clock the instant of every decision
   * @param history hears which own writes do not come back
   * @param meters measures the writes, the reconciles and the caches
   * @param schedulers the enabled ones, which say what is watched for them; the cluster serves it
   * @param planners decide
   * @param schemas how the API server stores what is written
   */
  public Controllers(
      KubernetesClient client,
      InstantSource clock,
      ClusterHistory history,
      ControllerSettings settings,
      MeterRegistry meters,
      SchedulerBackends schedulers,
      Planners planners,
      ServedSchemas schemas) {
    this.schemas = schemas;
    this.client = client;
    this.clock = clock;
    this.settings = settings;
    api =
        new BoundedWrites(
            new OutageGate(new MeteredWrites(new HttpApiServer(client), meters)),
            settings.writesInFlight());
    executor = new Executor(api, client.getKubernetesSerialization(), settings.writesInFlight());
    this.meters = meters;
    List<Level<?>> levels = new ArrayList<>();
    levels.addAll(
        List.of(
            Level.ofSets(
                planners.sets(),
                settings.podCliqueSetSyncs(),
                new SetWatches(settings.topologyAware(), schedulers, settings.queuesServed()),
                settings.queues().defaultQueue()),
            Level.ofGroups(planners.groups(), settings.podCliqueScalingGroupSyncs()),
            Level.ofCliques(
                planners.cliques(), settings.podCliqueSyncs(), settings.queues().labelOfNodes()),
            Level.ofTrackedPods(planners.trackedPods(), settings.podCliqueSyncs()),
            Level.ofBindings(planners.bindings(), new BindingWatches(schedulers.topologyKinds()))));
    if (settings.queuesManaged()) {
      levels.add(Level.ofQueues(planners.queues(), settings.queues().defaultQueue()));
    }
    Set<Class<? extends HasMetadata>> types =
        levels.stream().map(Level::type).collect(Collectors.toUnmodifiableSet());
    queue = new QueueTimes(meters, types);
    caches =
        new Caches(meters, whole(types, schedulers.topologyKinds()), settings.queues().enabled())
            .tellingUnheard(history, timer);
    operator = new Operator(this::configure);
    Set<Class<? extends HasMetadata>> withInformer = new HashSet<>(types);
    for (Level<?> level : levels) {
      registrations.put(
          level.type(),
          registration(level, level.watches().kinds().stream().filter(withInformer::add).toList()));
    }
    caches.count(PodCliqueSet.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodCliqueScalingGroup.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodClique.class, ObjectState::of, ObjectState.OF_WORKLOADS);
    caches.count(PodGang.class, ObjectState::of, ObjectState.OF_GANGS);
    caches.count(Pod.class, ObjectState::of, ObjectState.OF_PODS);
    if (settings.queues().enabled()) {
      QueueMeters.show(meters, clock, caches, settings.queues().defaultQueue());
    }
  }

  private static ScheduledExecutorService timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("alarms").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
    // Nobody waits for what an answer sets that comes after the end.
    timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    return timer;
  }

  // Of pods, and of what else the operator makes, only those that it made are watched.
  private static Set<Class<? extends HasMetadata>> whole(
      Set<Class<? extends HasMetadata>> primaries, Set<Class<? extends HasMetadata>> topologies) {
    Set<Class<? extends HasMetadata>> whole = new HashSet<>(primaries);
    whole.remove(Pod.class);
    whole.add(Node.class);
    whole.add(Queue.class);
    whole.addAll(topologies);
    return whole;
  }

  /**
   * What registers the controller of a level.
   *
   * @param watched the kinds whose informers it starts beside that of its own
   */
  private <P extends HasMetadata> Runnable registration(
      Level<P> level, List<Class<? extends HasMetadata>> watched) {
    RelatedObjects<P> related =
        new RelatedObjects<>(level.type(), level.watches(), level.relations(), caches);
    Set<Class<? extends HasMetadata>> kinds = new HashSet<>(related.kinds());
    kinds.add(level.type());
    OwnWrites ownWrites = new OwnWrites(kinds, caches);
    Reconciliation<P> reconciles = reconciles(level);
    AlarmEventSource<P> alarms = new AlarmEventSource<>(level.type(), timer);
    LevelReconciler<P> reconciler =
        new LevelReconciler<>(
            reconciles,
            new Snapshots<>(related, level.recheck(), ownWrites),
            caches,
            alarms,
            context -> {
              List<EventSource<?, P>> sources = new ArrayList<>();
              watched.forEach(kind -> sources.add(new SharedInformer<>(kind, context, caches)));
              RelatedEventSource<P> events = new RelatedEventSource<>(related, ownWrites, caches);
              sources.add(events.listening());
              schemas.listen(() -> wakeAll(events));
              sources.add(alarms);
              sources.add(new DeletionEventSource<>(related, reconciles, ownWrites, threads));
              return sources;
            });
    return () -> operator.register(reconciler, configuration(level, related, ownWrites));
  }

  // The framework finds out nothing about a level from the reconciler class, which is all levels'.
  private <P extends HasMetadata> ControllerConfiguration<P> configuration(
      Level<P> level, RelatedObjects<P> related, OwnWrites ownWrites) {
    return ControllerConfigurationOverrider.override(
            new ResolvedControllerConfiguration<>(
                level.type(),
                HasMetadata.getSingular(level.type()) + "reconciler",
                LevelReconciler.class,
                operator.getConfigurationService()) {})
        .withGenerationAware(false)
        .withOnUpdateFilter(ownWrites::wakes)
        .withGenericFilter(related::concern)
        // A pod that is kept while it is being deleted has to be let go some time.
        .withTriggerReconcilerOnAllEvents(level.type() == Pod.class)
        .withLabelSelector(level.type() == Pod.class ? SharedInformer.OURS : null)
        .withItemStore(caches.of(level.type()))
        .withInformerListLimit(SharedInformer.LIST_LIMIT)
        // Its timer would go by the clock of this machine.
        .withReconciliationMaxInterval(null)
        // Reconciles retry by themselves; this is for what goes wrong outside them.
        .withRetry(
            new GenericRetry()
                .setInitialInterval(50)
                .setIntervalMultiplier(2)
                .setMaxInterval(LONGEST_RETRY_MILLIS)
                .setMaxAttempts(-1))
        .build();
  }

  /** Starts all of them. */
  public void start() {
    start(Set.of());
  }

  /**
   * Fills the caches and starts. Returns when every cache is filled.
   *
   * @param absent kinds that the cluster does not serve and nobody needs: their controllers, which
   *     could not be started, stay out
   * @throws io.javaoperatorsdk.operator.OperatorException if a cache cannot be filled, for example
   *     because a CRD is missing; the cause says which. The controllers cannot be started again
   *     then.
   */
  public void start(Set<Class<? extends HasMetadata>> absent) {
    registrations.forEach((type, registration) -> {
      if (!absent.contains(type)) {
        registration.run();
      }
    });
    heap = HeapWatch.start(HeapWatch.FULL, caches::largest, threads);
    operator.start();
    caches.filled();
    started = true;
  }

  /** Lets running reconciles finish and starts no more. */
  public void stop() {
    started = false;
    operator.stop();
    timer.shutdownNow();
    HeapWatch watch = heap;
    if (watch != null) {
      watch.close();
      heap = null;
    }
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

  private <P extends HasMetadata> Reconciliation<P> reconciles(Level<P> level) {
    EventRecorder events =
        new EventRecorder(
            api, client.getKubernetesSerialization(), clock, level.component(), threads);
    return new Reconciliation<>(
        level.planner(),
        level.lastErrors().andThen(Controllers::failures),
        executor,
        events,
        clock,
        new ReconcileMeters(meters, level.type(), queue),
        level.syncs(),
        schemas::gaps);
  }

  private <P extends HasMetadata> void wakeAll(RelatedEventSource<P> events) {
    if (started) {
      events.wakeAll();
    }
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
        // A reconcile waits for its turn in a virtual thread; see Reconciliation for the bound.
        .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
        .withReconciliationTerminationTimeout(settings.stopTimeout())
        .withParseResourceVersions(true)
        .withMetrics(queue)
        .withUseSSAToPatchPrimaryResource(false)
        // Nobody changes what comes from a cache, so nothing needs to be copied.
        .withResourceCloner(new SameObject());
  }

  private static final class SameObject implements Cloner {
    @Override
    public <R extends HasMetadata> R clone(R object) {
      return object;
    }
  }
}
