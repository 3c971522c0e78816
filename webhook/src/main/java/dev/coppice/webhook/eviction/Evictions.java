package dev.coppice.webhook.eviction;

import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.webhook.review.Reviewer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The extender and the guard of one replica, which know of each other's answers. */
public final class Evictions {

  private final Optional<Extender> extender;
  private final Reviewer guard;

  /**
   * Both, or the guard alone where no scheduler asks.
   *
   * @param recorder writes events about objects
   * @param wakeUps has schedulers look again; empty where that is left to them
   */
  public Evictions(
      EvictionLookup lookup,
      EvictionSettings settings,
      BiConsumer<HasMetadata, List<PlannedEvent>> recorder,
      Optional<WakeUps> wakeUps,
      MeterRegistry registry,
      InstantSource clock) {
    RecentAnswers recent = new RecentAnswers();
    EvictionEvents events = new EvictionEvents(lookup, recorder);
    EvictionMeters meters = new EvictionMeters(registry, settings.asked());
    extender =
        settings.asked()
            ? Optional.of(new Extender(lookup, settings, recent, events, meters, wakeUps, clock))
            : Optional.empty();
    guard = new EvictionGuard(lookup, settings, recent, events, meters, clock);
  }

  /** What answers schedulers; empty where none asks. */
  public Optional<Extender> extender() {
    return extender;
  }

  /** What judges evictions that are under way. */
  public Reviewer guard() {
    return guard;
  }
}
