package dev.coppice.simulator.model;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.reconcile.Action;
import dev.coppice.core.reconcile.Answer;
import dev.coppice.core.reconcile.LiveRead;
import dev.coppice.core.reconcile.Outcome;
import dev.coppice.core.reconcile.Plan;
import dev.coppice.core.reconcile.PlannedEvent;
import dev.coppice.testkit.oracle.Moment;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An API server in memory: names are unique, every write has its resourceVersion, deletes cascade
 * in the background, pods on nodes end gracefully. Its clock moves only when it is told to. For one
 * thread.
 */
public final class ClusterModel {

  private static final Set<Integer> HOPELESS = Set.of(403, 422);

  private final Map<ObjectKey, HasMetadata> objects = new LinkedHashMap<>();
  private final List<Refusal> failures = new ArrayList<>();
  private final List<Answer> journal = new ArrayList<>();
  private final List<PlannedEvent> events = new ArrayList<>();
  private final UnreadableObjects unreadable = new UnreadableObjects();
  private Watcher watcher = (before, now) -> {};
  private final PodRule podRule = new PodRule();
  private UnaryOperator<HasMetadata> policy = UnaryOperator.identity();
  private UnaryOperator<HasMetadata> statusPolicy = UnaryOperator.identity();
  private boolean collectsAtOnce = true;
  private Instant now;
  private long lastUid;
  private long lastVersion;

  private record Refusal(Predicate<Action> which, Outcome answer) {}

  /** Hears of every change in the order in which they happen. */
  @FunctionalInterface
  public interface Watcher {

    /** An object came ({@code before} is null), changed, or went ({@code now} is null). */
    void changed(@Nullable HasMetadata before, @Nullable HasMetadata now);
  }

  /** An empty cluster at an instant. */
  public ClusterModel(Instant start) {
    now = start;
  }

  /** The cluster's clock. */
  public InstantSource clock() {
    return () -> now;
  }

  /** Tells somebody of every change from now on. */
  public void watch(Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** From now on, what a deleted object owned stays until it is collected. */
  public void leaveGarbage() {
    collectsAtOnce = false;
  }

  /** What has owners of which none exists and has not been asked to go, oldest first. */
  public List<HasMetadata> garbage() {
    return Deletion.orphans(objects.values()).stream()
        .filter(orphan -> !Ownership.isTerminating(orphan))
        .toList();
  }

  /** Lets time pass. */
  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** The object of that name. */
  public <T extends HasMetadata> Optional<T> find(Class<T> type, String namespace, String name) {
    return Optional.ofNullable(objects.get(new ObjectKey(type, namespace, name))).map(type::cast);
  }

  /** The object of that name. */
  public Optional<HasMetadata> find(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** All objects of one kind, oldest first. */
  public <T extends HasMetadata> Stream<T> all(Class<T> type) {
    return List.copyOf(objects.values()).stream().filter(type::isInstance).map(type::cast);
  }

  /** What stands now. */
  public Moment moment() {
    return new Moment(now, List.copyOf(objects.values()));
  }

  /** Every answer that was given to an action, oldest first. */
  public List<Answer> journal() {
    return List.copyOf(journal);
  }

  /** Every event that came with a plan, oldest first. */
  public List<PlannedEvent> events() {
    return List.copyOf(events);
  }

  /** Creates an object as a user would. */
  @SuppressWarnings("unchecked") // what is stored has the type of what was given
  public <T extends HasMetadata> T create(T object) {
    return switch (create(ObjectKey.of(object), object)) {
      case Outcome.Done done -> (T) done.object();
      case Outcome other -> throw new IllegalStateException(ObjectKey.of(object) + ": " + other);
    };
  }

  /** Changes metadata and specification of an object as a user would; its status stays. */
  @SuppressWarnings("unchecked") // what is stored has the type of what was given
  public <T extends HasMetadata> T change(T object, UnaryOperator<T> change) {
    T stored = (T) Objects.requireNonNull(objects.get(ObjectKey.of(object)), "it is gone");
    return (T) store(stored, admitted(change.apply(stored), stored));
  }

  /** Deletes an object as a user would. */
  public void delete(HasMetadata object) {
    Optional.ofNullable(objects.get(ObjectKey.of(object))).ifPresent(this::terminate);
  }

  /** What of the objects cannot be read. */
  public UnreadableObjects unreadable() {
    return unreadable;
  }

  /** Refuses some actions from now on. */
  public void refuse(Predicate<Action> which, int status, String message) {
    failures.add(new Refusal(which, new Outcome.Refused(status, message)));
  }

  /** Which pods are not taken. */
  public PodRule podRule() {
    return podRule;
  }

  /** Begins to delete a namespace: from now on nothing can be made in it. */
  public void endNamespace(String namespace) {
    failures.add(
        new Refusal(
            action ->
                action instanceof Action.Create && namespace.equals(action.target().namespace()),
            new Outcome.NamespaceTerminating(
                "forbidden: unable to create new content in namespace %s because it is being terminated"
                    .formatted(namespace))));
  }

  /** Refuses nothing any more. */
  public void refuseNothing() {
    failures.clear();
  }

  /**
   * Has whatever is created or changed from now on become what a policy makes of it, as a
   * MutatingAdmissionPolicy does.
   */
  public void enforce(UnaryOperator<HasMetadata> newPolicy) {
    policy = newPolicy;
  }

  /**
   * Has whatever is written to a status from now on become what a schema or a policy leaves of it.
   */
  public void enforceOnStatuses(UnaryOperator<HasMetadata> newPolicy) {
    statusPolicy = newPolicy;
  }

  /** Executes a plan by the rules of the executor. */
  public List<Answer> apply(Plan plan) {
    Set<Class<?>> blocked = new HashSet<>();
    boolean namespaceEnds = false;
    List<Answer> answers = new ArrayList<>();
    for (Action action : plan.actions()) {
      boolean skipped =
          action instanceof Action.Create
              && (namespaceEnds || blocked.contains(action.target().type()));
      Answer answer = skipped ? new Answer(action, new Outcome.Skipped()) : apply(action);
      namespaceEnds |= answer.outcome() instanceof Outcome.NamespaceTerminating;
      if (action instanceof Action.Create
          && answer.outcome() instanceof Outcome.Refused refused
          && HOPELESS.contains(refused.status())) {
        blocked.add(action.target().type());
      }
      answers.add(answer);
    }
    events.addAll(plan.events());
    return answers;
  }

  /** Executes one action. */
  public Answer apply(Action action) {
    Answer answer =
        new Answer(action, refusal(action).orElseGet(() -> unreadable.seen(execute(action))));
    journal.add(answer);
    return answer;
  }

  private Optional<Outcome> refusal(Action action) {
    return failures.stream()
        .filter(refusal -> refusal.which().test(action))
        .<Outcome>map(Refusal::answer)
        .findFirst();
  }

  private Outcome execute(Action action) {
    HasMetadata stored = objects.get(action.target());
    return switch (action) {
      case Action.Create create ->
          podRule
              .created(create.object())
              .orElseGet(() -> create(create.target(), create.object()));
      case Action.Read read -> read(read);
      case Action.Try trial -> podRule.tried(trial.object());
      case Action.Delete _ when stored == null -> new Outcome.AlreadyGone();
      case Action _ when stored == null -> new Outcome.NotFound();
      case Action.Patch patch -> patch(stored, patch);
      case Action.Delete delete -> delete(stored, delete);
      case Action.PutStatus put -> putStatus(stored, put.object());
    };
  }

  private HasMetadata admitted(HasMetadata written, HasMetadata stored) {
    return StoredObjects.keepingStatus(policy.apply(written), stored);
  }

  private Outcome create(ObjectKey key, HasMetadata asked) {
    HasMetadata existing = objects.get(key);
    if (existing != null) {
      return new Outcome.AlreadyExists(existing);
    }
    HasMetadata object = policy.apply(asked);
    ObjectMeta metadata =
        new ObjectMetaBuilder(object.getMetadata())
            .withUid("uid-%06d".formatted(++lastUid))
            .withCreationTimestamp(timestamp(now))
            .withResourceVersion(nextVersion())
            .withGeneration(1L)
            .addAllToFinalizers(StoredObjects.protection(object))
            .build();
    HasMetadata born = StoredObjects.with(StoredObjects.withoutStatus(object), metadata);
    put(null, born);
    return new Outcome.Done(born);
  }

  private Outcome read(Action.Read read) {
    List<HasMetadata> found = new ArrayList<>();
    for (LiveRead query : read.queries()) {
      switch (query) {
        case LiveRead.Get get -> Optional.ofNullable(objects.get(get.key())).ifPresent(found::add);
        case LiveRead.Trial _ -> {}
        case LiveRead.ListOf list ->
            objects.values().stream()
                .filter(object -> StoredObjects.isListed(list, object))
                .forEach(found::add);
      }
    }
    return new Outcome.Found(found);
  }

  private Outcome patch(HasMetadata stored, Action.Patch patch) {
    try {
      HasMetadata patched = StoredObjects.patched(stored, patch);
      HasMetadata written =
          "status".equals(patch.subresource())
              ? statusPolicy.apply(StoredObjects.withStatusOf(stored, patched))
              : admitted(patched, stored);
      return new Outcome.Done(store(stored, written));
    } catch (JsonPatchException e) {
      return new Outcome.Conflict();
    }
  }

  private Outcome putStatus(HasMetadata stored, HasMetadata written) {
    String version = written.getMetadata().getResourceVersion();
    return stored.getMetadata().getResourceVersion().equals(version)
        ? new Outcome.Done(
            store(stored, statusPolicy.apply(StoredObjects.withStatusOf(stored, written))))
        : new Outcome.Conflict();
  }

  private Outcome delete(HasMetadata stored, Action.Delete delete) {
    ObjectMeta metadata = stored.getMetadata();
    boolean asSeen =
        delete.uid().equals(metadata.getUid())
            && (delete.resourceVersion() == null
                || delete.resourceVersion().equals(metadata.getResourceVersion()));
    return asSeen ? new Outcome.Deleted(terminate(stored)) : new Outcome.Conflict();
  }

  /** Stores a new version; one that is finished and held by no finalizer vanishes. */
  HasMetadata store(HasMetadata stored, HasMetadata written) {
    ObjectMeta before = stored.getMetadata();
    long generation = before.getGeneration();
    ObjectMetaBuilder metadata =
        new ObjectMetaBuilder(written.getMetadata())
            .withUid(before.getUid())
            .withCreationTimestamp(before.getCreationTimestamp())
            .withDeletionTimestamp(before.getDeletionTimestamp())
            .withResourceVersion(before.getResourceVersion())
            .withGeneration(
                StoredObjects.differInSpec(stored, written) ? generation + 1 : generation);
    HasMetadata same = StoredObjects.with(written, metadata.build());
    if (same.equals(stored)) {
      return stored;
    }
    HasMetadata next =
        StoredObjects.with(written, metadata.withResourceVersion(nextVersion()).build());
    put(stored, next);
    if (Ownership.isTerminating(next) && (!(next instanceof Pod) || isReleased(stored, next))) {
      vanishUnlessHeld(next);
    }
    return next;
  }

  // A pod whose containers have ended waits for nothing but its finalizers.
  private static boolean isReleased(HasMetadata before, HasMetadata now) {
    return !before.getMetadata().getFinalizers().isEmpty() && Deletion.graceSeconds(now) == 0;
  }

  /** Asks an object to go; returns what remains of it. */
  private @Nullable HasMetadata terminate(HasMetadata stored) {
    long grace = Deletion.graceSeconds(stored);
    if (grace == 0 && vanishUnlessHeld(stored)) {
      return null;
    }
    if (!Ownership.isTerminating(stored)) {
      ObjectMeta metadata =
          new ObjectMetaBuilder(stored.getMetadata())
              .withDeletionTimestamp(timestamp(now.plusSeconds(grace)))
              .withDeletionGracePeriodSeconds(grace)
              .withResourceVersion(nextVersion())
              .build();
      HasMetadata leaving = StoredObjects.with(stored, metadata);
      put(stored, leaving);
      return leaving;
    }
    return stored;
  }

  private void put(@Nullable HasMetadata before, HasMetadata object) {
    objects.put(ObjectKey.of(object), object);
    watcher.changed(before, object);
  }

  /** Takes an object away, and whatever it alone owned; false when a finalizer holds it. */
  boolean vanishUnlessHeld(HasMetadata object) {
    if (!object.getMetadata().getFinalizers().isEmpty()) {
      return false;
    }
    objects.remove(ObjectKey.of(object));
    watcher.changed(object, null);
    if (collectsAtOnce) {
      Deletion.orphansOf(object, objects.values()).forEach(this::terminate);
    }
    return true;
  }

  /** Deletes whatever has owners of which none exists, as the garbage collector does in time. */
  public void collectGarbage() {
    garbage().forEach(this::terminate);
  }

  private String nextVersion() {
    return Long.toString(++lastVersion);
  }

  /** An instant as the API server stores it. */
  static String timestamp(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
