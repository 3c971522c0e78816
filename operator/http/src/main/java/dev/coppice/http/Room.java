package dev.coppice.http;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Who is connected, and who has to go when there is no room for one more. What is being answered is
 * worth more than what waits, whoever it is from. Of those who wait, the one that has waited
 * longest goes, each second counted once for every connection of its source that waits: a source
 * with hundreds goes before another with a few, and one that is used all the time before neither.
 * Safe for use by many threads.
 *
 * @param <C> a connection
 */
final class Room<C> {

  private final int most;
  private final Function<C, Source> sourceOf;
  private final LongSupplier nanos;
  private final Map<Source, Guests<C>> sources = new HashMap<>();
  private int size;

  /**
   * The connections of one source, each with the instant since which it is there, longest first.
   */
  private record Guests<C>(Map<C, Long> waiting, Map<C, Long> answered) {

    Guests() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    int size() {
      return waiting.size() + answered.size();
    }
  }

  /**
   * Room for {@code most} connections.
   *
   * @param nanos a clock as {@link System#nanoTime()}
   */
  Room(int most, Function<C, Source> sourceOf, LongSupplier nanos) {
    this.most = most;
    this.sourceOf = sourceOf;
    this.nanos = nanos;
  }

  /**
   * One more, which waits.
   *
   * @return who is no longer connected in its place: perhaps the newcomer itself
   */
  synchronized Optional<C> enter(C newcomer) {
    Guests<C> own = sources.computeIfAbsent(sourceOf.apply(newcomer), _ -> new Guests<>());
    Optional<C> leaving =
        size < most ? Optional.empty() : leaving(own).or(() -> Optional.of(newcomer));
    own.waiting().put(newcomer, nanos.getAsLong());
    size++;
    leaving.ifPresent(this::leave);
    return leaving;
  }

  private Optional<C> leaving(Guests<C> own) {
    return longestWaiting().or(() -> longestAnswered(own));
  }

  /** Counted once for every connection of its source that waits; empty if nobody waits. */
  synchronized Optional<C> longestWaiting() {
    long now = nanos.getAsLong();
    return sources.values().stream()
        .filter(guests -> !guests.waiting().isEmpty())
        .max(Comparator.comparingLong(guests -> waited(guests.waiting(), now)))
        .map(guests -> first(guests.waiting()).getKey());
  }

  private static <C> long waited(Map<C, Long> waiting, long now) {
    return (now - first(waiting).getValue()) * waiting.size();
  }

  /** Of the largest source, if it stays larger than that of the newcomer. */
  private Optional<C> longestAnswered(Guests<C> own) {
    return sources.values().stream()
        .max(Comparator.comparingInt(Guests::size))
        .filter(largest -> largest.size() > own.size() + 1)
        .map(largest -> first(largest.answered()).getKey());
  }

  private static <C> Map.Entry<C, Long> first(Map<C, Long> guests) {
    return guests.entrySet().iterator().next();
  }

  /** It waits from now on: for its next request, or for the rest of one. */
  synchronized void waits(C connection) {
    Guests<C> guests = sources.get(sourceOf.apply(connection));
    if (guests != null
        && (remove(guests.waiting(), connection) || remove(guests.answered(), connection))) {
      guests.waiting().put(connection, nanos.getAsLong());
    }
  }

  /** Its request is there, and it is being answered from now on. */
  synchronized void isAnswered(C connection) {
    Guests<C> guests = sources.get(sourceOf.apply(connection));
    if (guests != null && remove(guests.waiting(), connection)) {
      guests.answered().put(connection, nanos.getAsLong());
    }
  }

  /** It is no longer connected; false if it was not before. */
  synchronized boolean leave(C connection) {
    Source source = sourceOf.apply(connection);
    Guests<C> guests = sources.get(source);
    if (guests == null
        || !(remove(guests.waiting(), connection) || remove(guests.answered(), connection))) {
      return false;
    }
    size--;
    if (guests.size() == 0) {
      sources.remove(source);
    }
    return true;
  }

  private static <C> boolean remove(Map<C, Long> guests, C connection) {
    return guests.remove(connection) != null;
  }

  /** How many are connected. */
  synchronized int size() {
    return size;
  }
}
