package dev.coppice.core.reconcile;

import dev.coppice.core.object.ObjectKey;
import dev.coppice.core.object.Ownership;
import dev.coppice.core.object.Unreadable;
import dev.coppice.core.schema.SchemaGaps;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one round of a reconcile decides on.
 *
 * @param primary the object being reconciled
 * @param observed the other objects in view
 * @param failures what was refused earlier in this reconcile, or for good in one before it
 * @param live what was read past the caches since the last write of this reconcile, unless it is
 *     too old
 * @param readLive what was read past the caches in this reconcile, for whatever round
 * @param recent the same of what was asked for so lately that something may be ended for it
 * @param deleted UIDs of the objects of which nothing remained when they were deleted in this
 *     reconcile
 * @param done what calls of this reconcile were made for, of those that were obeyed
 * @param tried what the API server said of objects that were tried in this reconcile
 * @param written the accepted writes of this reconcile to which objects in view are the answers
 * @param memory what earlier reconciles over the object left
 * @param schemas what the served schemas lack of what is written
 * @param primaryIsLive true when an answer in this reconcile has shown the primary: it is no older
 *     than that
 * @param primaryIsStale true when an answer ended the reconcile: the world is not as it was seen
 * @param <P> the kind of the primary
 */
@RecordBuilder
public record Snapshot<P extends HasMetadata>(
    P primary,
    Observed observed,
    Failures failures,
    Set<LiveRead> live,
    Set<LiveRead> readLive,
    Set<LiveRead> recent,
    Set<String> deleted,
    Set<Purpose> done,
    Map<Action.Try, Trial> tried,
    Map<ObjectKey, Action> written,
    Memory memory,
    SchemaGaps schemas,
    boolean primaryIsLive,
    boolean primaryIsStale) {

  /** Code of an error that names an object of somebody else under a name of ours. */
  public static final String FOREIGN_OBJECT = "ERR_FOREIGN_OBJECT";

  /** The first snapshot of a reconcile over an object of which nothing is remembered. */
  public static <P extends HasMetadata> Snapshot<P> of(P primary, Observed observed) {
    return of(primary, observed, Memory.none());
  }

  /** The first snapshot of a reconcile. */
  public static <P extends HasMetadata> Snapshot<P> of(
      P primary, Observed observed, Memory memory) {
    return of(primary, observed, memory, SchemaGaps.NONE);
  }

  /** The same where the served schemas may lack something. */
  public static <P extends HasMetadata> Snapshot<P> of(
      P primary, Observed observed, Memory memory, SchemaGaps schemas) {
    return new Snapshot<>(
        primary,
        observed,
        Failures.lasting(memory.lasting()),
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        Map.of(),
        Map.of(),
        memory,
        schemas,
        false,
        false);
  }

  /**
   * The snapshot after a round: the answers stand in for the events that are still on their way.
   */
  public Snapshot<P> with(List<Answer> answers) {
    Amendment amendment = new Amendment();
    for (Answer answer : answers) {
      amendment.take(answer);
    }
    return SnapshotBuilder.builder(this)
        .primary(amendment.primary)
        .observed(observed.with(amendment.put, amendment.removed))
        .failures(amendment.failures)
        .live(readsOnly(answers) ? union(live, amendment.read) : Set.copyOf(amendment.read))
        .readLive(union(readLive, amendment.read))
        .recent(union(recent, amendment.read))
        .deleted(Set.copyOf(amendment.deleted))
        .done(Set.copyOf(amendment.done))
        .tried(Map.copyOf(amendment.tried))
        .written(Map.copyOf(amendment.written))
        .memory(amendment.statusWritten ? memory.withoutPending() : memory)
        .primaryIsLive(amendment.primaryIsLive)
        .primaryIsStale(primaryIsStale || amendment.ended)
        .build();
  }

  // A round that writes nothing leaves what was read before it as it was.
  private static boolean readsOnly(List<Answer> answers) {
    return answers.stream().allMatch(answer -> answer.action() instanceof Action.Read);
  }

  private static Set<LiveRead> union(Set<LiveRead> one, Set<LiveRead> other) {
    Set<LiveRead> both = new HashSet<>(one);
    both.addAll(other);
    return Set.copyOf(both);
  }

  private final class Amendment {
    private P primary = Snapshot.this.primary;
    private Failures failures = Snapshot.this.failures;
    private final List<HasMetadata> put = new ArrayList<>();
    private final List<ObjectKey> removed = new ArrayList<>();
    private final Set<LiveRead> read = new HashSet<>();
    private final Set<String> deleted = new HashSet<>(Snapshot.this.deleted);
    private final Set<Purpose> done = new HashSet<>(Snapshot.this.done);
    private final Map<Action.Try, Trial> tried = new HashMap<>(Snapshot.this.tried);
    private final Map<ObjectKey, Action> written = new HashMap<>(Snapshot.this.written);
    private boolean statusWritten;
    private boolean primaryIsLive = Snapshot.this.primaryIsLive;
    private boolean ended;

    void take(Answer answer) {
      Action action = answer.action();
      switch (answer.outcome()) {
        case Outcome.Done obeyed -> {
          statusWritten |= action instanceof Action.PutStatus;
          failures = failures.withAnswer(action, obeyed.object());
          done.add(action.purpose());
          see(obeyed.object());
          written.put(action.target(), action);
        }
        case Outcome.Deleted(HasMetadata remaining) ->
            takeDeleted((Action.Delete) action, remaining);
        case Outcome.AlreadyGone _ -> takeDeleted((Action.Delete) action, null);
        case Outcome.Found found -> takeRead((Action.Read) action, found);
        case Outcome.Tried(Trial trial) -> takeTried((Action.Try) action, trial);
        case Outcome.AlreadyExists exists -> takeExisting((Action.Create) action, exists.object());
        case Outcome.Conflict _, Outcome.NotFound _, Outcome.Unknown _ -> ended = true;
        case Outcome.Skipped _ -> failures = failures.withSkipped(action);
        case Outcome.Refused(int status, String message) -> {
          boolean hopeless = status == 403 || status == 422;
          failures =
              failures.with(
                  action,
                  failure(action, message),
                  !isRefusal(status),
                  hopeless && action instanceof Action.Create);
        }
        case Outcome.NamespaceTerminating(String message) ->
            failures = failures.withLasting(action, failure(action, message));
      }
    }

    // An API server that has too much to do (429) will come to it.
    private static boolean isRefusal(int status) {
      return status >= 400 && status < 500 && status != 429;
    }

    private static Failures.Failure failure(Action action, String message) {
      return new Failures.Failure(action.purpose().errorCode(), ErrorText.stable(action, message));
    }

    private void takeTried(Action.Try action, Trial trial) {
      tried.put(action, trial);
      if (trial instanceof Trial.Refused refused) {
        failures =
            failures.with(
                action,
                new Failures.Failure(action.purpose().errorCode(), refused.told(action.place())),
                false,
                false);
      }
    }

    private void takeDeleted(Action.Delete action, @Nullable HasMetadata remaining) {
      removed.add(action.target());
      done.add(action.purpose());
      if (remaining == null) {
        deleted.add(action.uid());
      } else {
        see(remaining);
      }
    }

    private void takeRead(Action.Read action, Outcome.Found found) {
      for (LiveRead query : action.queries()) {
        read.add(query);
        switch (query) {
          case LiveRead.Get get -> {
            removed.add(get.key());
            ended |= get.key().equals(ObjectKey.of(primary)) && !isThere(found);
          }
          case LiveRead.Trial _ -> {}
          case LiveRead.ListOf list ->
              observed.all().filter(list::covers).map(ObjectKey::of).forEach(removed::add);
        }
      }
      found.objects().forEach(this::see);
    }

    // Nothing is decided any more about a primary that has gone, nor about the next of its name.
    private boolean isThere(Outcome.Found found) {
      String uid = primary.getMetadata().getUid();
      return found.objects().stream().anyMatch(o -> o.getMetadata().getUid().equals(uid));
    }

    private void takeExisting(Action.Create action, HasMetadata object) {
      switch (Ownership.claim(object, action.object(), primary)) {
        case OURS, ORPHAN -> see(object);
        case LEAVING -> {
          // Its DELETE wakes us; until then the name is taken, also by what cannot be read and
          // so stays out of view.
          if (Ownership.isTerminating(object) || Unreadable.of(object).isPresent()) {
            failures = failures.withSkipped(action);
          }
          see(object);
        }
        case FOREIGN ->
            failures =
                failures.with(
                    action, new Failures.Failure(FOREIGN_OBJECT, foreign(object)), false, false);
      }
    }

    @SuppressWarnings("unchecked") // the key of the primary holds its class
    private void see(HasMetadata object) {
      written.remove(ObjectKey.of(object));
      if (ObjectKey.of(object).equals(ObjectKey.of(primary))) {
        primary = (P) object;
        primaryIsLive = true;
      } else {
        put.add(object);
      }
    }
  }

  private static String foreign(HasMetadata object) {
    Optional<OwnerReference> owner = Ownership.controller(object);
    return "%s exists and belongs to %s"
        .formatted(
            ObjectKey.of(object),
            owner
                .map(reference -> reference.getKind() + " " + reference.getName())
                .orElse("nobody of ours"));
  }

  /** When of what was read only this is not too old. */
  Snapshot<P> withRecent(Set<LiveRead> asked) {
    return SnapshotBuilder.builder(this)
        .live(live.stream().filter(asked::contains).collect(Collectors.toUnmodifiableSet()))
        .recent(Set.copyOf(asked))
        .build();
  }

  /** The object of that key, if it is in view. */
  Optional<HasMetadata> seen(ObjectKey key) {
    return key.equals(ObjectKey.of(primary))
        ? Optional.of(primary)
        : observed.get(key.type(), key.namespace(), key.name()).map(HasMetadata.class::cast);
  }

  /**
   * The stored status as it would be if the API server had kept all that was written: what changes
   * to the next one beside that is news.
   *
   * @param stored that of the primary
   * @param next the one to be written
   */
  public <S> S asKept(S stored, S next) {
    List<Rewrite> known = failures.rewritesOf(ObjectKey.of(primary));
    return known.isEmpty() ? stored : Rewrite.kept(known, stored, next);
  }

  /** With something else refused. */
  Snapshot<P> withFailures(Failures other) {
    return SnapshotBuilder.builder(this).failures(other).build();
  }

  /** With a different primary, such as a defaulted one. */
  public Snapshot<P> mapPrimary(UnaryOperator<P> change) {
    return SnapshotBuilder.builder(this).primary(change.apply(primary)).build();
  }

  /** Without these objects in view. */
  public Snapshot<P> hiding(Collection<ObjectKey> keys) {
    return SnapshotBuilder.builder(this).observed(observed.with(List.of(), keys)).build();
  }

  /** With these objects in view in place of others of their names. */
  public Snapshot<P> showing(Collection<? extends HasMetadata> objects) {
    return SnapshotBuilder.builder(this).observed(observed.with(objects, Set.of())).build();
  }
}
