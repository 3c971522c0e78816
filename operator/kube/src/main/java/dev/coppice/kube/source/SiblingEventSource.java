package dev.coppice.kube.source;

import dev.coppice.api.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Wakes the objects that look at a sibling, another one of their kind in the same replica of their
 * set, when it changes. It listens to the controller's own informer, so that nothing is held a
 * second time.
 *
 * @param <P> the kind that the controller is about
 */
public final class SiblingEventSource<P extends HasMetadata> extends AbstractEventSource<P, P>
    implements ResourceEventAware<P> {

  private final IndexerResourceCache<P> primaries;
  private final BiPredicate<P, P> looksAt;
  private final BiPredicate<P, P> matters;

  /**
   * Watches what the controller's own cache hears.
   *
   * @param looksAt whether decisions about the first one read the second one, its sibling
   * @param matters whether an update, from the second to the first, can change such a decision
   */
  public SiblingEventSource(
      EventSourceContext<P> context, BiPredicate<P, P> looksAt, BiPredicate<P, P> matters) {
    this(context.getPrimaryResourceClass(), context.getPrimaryCache(), looksAt, matters);
  }

  SiblingEventSource(
      Class<P> type,
      IndexerResourceCache<P> primaries,
      BiPredicate<P, P> looksAt,
      BiPredicate<P, P> matters) {
    super(type, "siblings");
    this.primaries = primaries;
    this.looksAt = looksAt;
    this.matters = matters;
  }

  /** Whether two objects belong to the same replica of a set. */
  public static boolean inSameSetReplica(HasMetadata one, HasMetadata other) {
    return sameLabel(one, other, Labels.PART_OF) && sameLabel(one, other, Labels.SET_REPLICA_INDEX);
  }

  /** Whether two objects of one kind are different ones of the same replica of a set. */
  public static boolean areSiblings(HasMetadata one, HasMetadata other) {
    return inSameSetReplica(one, other)
        && !one.getMetadata().getName().equals(other.getMetadata().getName());
  }

  private static boolean sameLabel(HasMetadata one, HasMetadata other, String key) {
    Optional<String> value = LabelMapper.valueOf(one, key);
    return value.isPresent() && value.equals(LabelMapper.valueOf(other, key));
  }

  @Override
  public void onResourceCreated(P resource) {
    wakeOnlookers(resource);
  }

  @Override
  public void onResourceUpdated(P resource, P before) {
    if (matters.test(resource, before)) {
      wakeOnlookers(resource);
    }
  }

  @Override
  public void onResourceDeleted(P resource) {
    wakeOnlookers(resource);
  }

  private void wakeOnlookers(P changed) {
    primaries
        .list(
            changed.getMetadata().getNamespace(),
            other -> areSiblings(other, changed) && looksAt.test(other, changed))
        .map(ResourceID::fromResource)
        .forEach(onlooker -> getEventHandler().handleEvent(new Event(onlooker)));
  }

  @Override
  public Set<P> getSecondaryResources(P primary) {
    return Set.of();
  }

  @Override
  public Optional<P> getSecondaryResource(P primary) {
    return Optional.empty();
  }
}
