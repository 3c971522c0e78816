package dev.coppice.core.runtime;

import dev.coppice.api.ConditionTypes;
import dev.coppice.api.EventReasons;
import dev.coppice.api.clique.PodClique;
import dev.coppice.api.clique.PodCliqueStatus;
import dev.coppice.api.gang.GangResources;
import dev.coppice.api.gang.PodGang;
import dev.coppice.api.gang.PodGangStatus;
import dev.coppice.api.gang.PodGangStatusBuilder;
import dev.coppice.api.gang.PodGroup;
import dev.coppice.api.gang.RuntimeProtection;
import dev.coppice.api.queue.Queue;
import dev.coppice.core.object.Relatives;
import dev.coppice.core.object.ResourceAmounts;
import dev.coppice.core.queue.MinRuntimes;
import dev.coppice.core.queue.QueueNode;
import dev.coppice.core.queue.QueueSettings;
import dev.coppice.core.queue.QueueTree;
import dev.coppice.core.queue.QueueWatches;
import dev.coppice.core.queue.StartFacts;
import dev.coppice.core.queue.StartTime;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.core.scheduler.kai.KaiKeys;
import dev.coppice.core.status.Conditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is told of gangs because there are queues.
 *
 * @param settings what is configured about queues
 * @param minRuntimes what holds between those in view
 */
public record QueuedGangs(QueueSettings settings, MinRuntimes minRuntimes) {

  private static final String NON_PREEMPTIBLE = "non-preemptible";

  /**
   * What is told with these queues in view; empty where there are none.
   *
   * @param queues at least those on the way from the queue of each gang to the top
   */
  public static Optional<QueuedGangs> of(QueueSettings settings, Stream<Queue> queues) {
    return settings.enabled()
        ? Optional.of(
            new QueuedGangs(
                settings, settings.over(QueueTree.of(queues.map(QueueNode::of).toList()))))
        : Optional.empty();
  }

  /** The queue that a gang names, or is in because it names none. */
  public static Optional<String> queue(PodGang gang, QueueSettings settings) {
    return QueueWatches.queueOf(gang, settings.defaultQueue());
  }

  /** The same by what is configured here. */
  public Optional<String> queue(PodGang gang) {
    return queue(gang, settings);
  }

  /**
   * What is told of one gang.
   *
   * @param status the whole of it
   * @param nextWord when time alone changes it next; empty if it does not
   */
  public record Told(PodGangStatus status, Optional<Instant> nextWord) {}

  /**
   * A status with what is told.
   *
   * @param cliques the PodCliques that stand, by name
   */
  public Told told(
      PodGang gang,
      PodGangStatus status,
      Function<String, Optional<PodClique>> cliques,
      Instant now) {
    GangProtection protection = protection(gang, cliques, now);
    PodGangStatus told =
        PodGangStatusBuilder.builder(status)
            .lastPlacedSince(
                StartTime.seen(
                        gang.statusOrEmpty().startTime(),
                        GangStarts.facts(gang, cliques, StartFacts.Recreation.NONE),
                        now)
                    .orElse(null))
            .runtimeProtection(protection.told())
            .conditions(Conditions.set(status.conditions(), protection.condition(), now))
            .resourcesStatus(resources(gang, cliques))
            .build();
    return new Told(told, protection.release());
  }

  /** A status without it. */
  public static Told untold(PodGangStatus status) {
    PodGangStatus untold =
        PodGangStatusBuilder.builder(status)
            .lastPlacedSince(null)
            .runtimeProtection(null)
            .conditions(Conditions.remove(status.conditions(), ConditionTypes.RUNTIME_PROTECTED))
            .resourcesStatus(null)
            .build();
    return new Told(untold, Optional.empty());
  }

  /** An event about a gang whose queue is not there, when that is told for the first time. */
  public Optional<PlannedEvent> event(PodGang gang) {
    Optional<String> queue = queue(gang, settings);
    return queue
        .filter(name -> !minRuntimes.tree().has(name))
        .filter(_ -> isNews(gang.statusOrEmpty().runtimeProtection()))
        .map(name ->
            new PlannedEvent(
                true,
                EventReasons.QUEUE_NOT_FOUND,
                "PodGang %s is in Queue %s, which does not exist: what node pools say holds"
                    .formatted(gang.getMetadata().getName(), name)));
  }

  // Of a queue that is there it is told from outside of which queues it protects.
  private static boolean isNews(@Nullable RuntimeProtection before) {
    return before == null
        || before.reclaim().stream().anyMatch(told -> told.preemptorOutside() != null);
  }

  private GangProtection protection(
      PodGang gang, Function<String, Optional<PodClique>> cliques, Instant now) {
    @Nullable Instant start = gang.statusOrEmpty().startTime();
    @Nullable String pool = pool(gang, cliques).orElse(null);
    Optional<String> queue = queue(gang, settings);
    List<GangProtection.Guarantee> outside = new ArrayList<>();
    queue.ifPresent(name ->
        minRuntimes
            .reclaimsFromOutside(name, pool)
            .forEach((from, resolution) ->
                outside.add(GangProtection.Guarantee.of(from, resolution, start, now))));
    if (outside.isEmpty()) {
      outside.add(
          GangProtection.Guarantee.of(
              null, minRuntimes.resolve(null, queue.orElse(null), pool), start, now));
    }
    return new GangProtection(
        queue.map(name ->
            GangProtection.Guarantee.of(null, minRuntimes.resolve(name, name, pool), start, now)),
        outside,
        surplus(gang, cliques));
  }

  // As those see it who judge evictions: its own label, else that of the node where it is longest.
  private Optional<String> pool(PodGang gang, Function<String, Optional<PodClique>> cliques) {
    return Relatives.label(gang, settings.nodePoolLabel())
        .filter(pool -> !pool.isEmpty())
        .or(() ->
            settings
                .labelOfNodes()
                .flatMap(_ ->
                    gang.getSpec().podgroups().stream()
                        .flatMap(group -> cliques.apply(group.name()).stream())
                        .map(PodClique::statusOrEmpty)
                        .filter(status -> status.assignedSince() != null)
                        .min(Comparator.comparing(PodCliqueStatus::assignedSince)))
                .map(PodCliqueStatus::nodePool));
  }

  private static Map<String, Integer> surplus(
      PodGang gang, Function<String, Optional<PodClique>> cliques) {
    Map<String, Integer> surplus = new TreeMap<>();
    for (PodGroup group : gang.getSpec().podgroups()) {
      int more =
          cliques.apply(group.name()).map(QueuedGangs::assigned).orElse(0) - group.minReplicas();
      if (more > 0) {
        surplus.put(group.name(), more);
      }
    }
    return surplus;
  }

  // Of a training job, pods that are done count as if they were there.
  private static int assigned(PodClique clique) {
    PodCliqueStatus status = clique.statusOrEmpty();
    return status.attempt() == null
        ? status.scheduledReplicas()
        : Math.min(status.scheduledReplicas(), status.activePods());
  }

  private static GangResources resources(
      PodGang gang, Function<String, Optional<PodClique>> cliques) {
    ResourceAmounts requested = ResourceAmounts.NONE;
    ResourceAmounts allocated = ResourceAmounts.NONE;
    for (PodGroup group : gang.getSpec().podgroups()) {
      Optional<PodClique> clique = cliques.apply(group.name());
      if (clique.isPresent()) {
        PodCliqueStatus status = clique.get().statusOrEmpty();
        requested = requested.plus(ResourceAmounts.of(status.requested()));
        allocated = allocated.plus(ResourceAmounts.of(status.allocated()));
      }
    }
    boolean kept =
        Relatives.label(gang, KaiKeys.PREEMPTIBILITY).filter(NON_PREEMPTIBLE::equals).isPresent();
    return new GangResources(
        requested.quantities(), allocated.quantities(), kept ? allocated.quantities() : Map.of());
  }
}
