package dev.coppice.faults;

import java.time.Duration;

/** What goes wrong once in a run, between the operator and the API server. */
public sealed interface Fault {

  /** Longer than the operator waits by itself between two writes, shorter than for an answer. */
  Duration WHILE = Duration.ofSeconds(2);

  /**
   * Where it strikes, counted from one: at which write of the run, or at which event that a watch
   * tells of an object of the run.
   */
  int at();

  /** Strikes at a write. */
  sealed interface OnWrite extends Fault {}

  /** Strikes at an event of a watch. */
  sealed interface OnWatch extends Fault {}

  /** The operator dies when it has sent the write; the API server never hears of it. */
  record KillBefore(int at) implements OnWrite {}

  /** The operator dies when the API server has obeyed; it never hears of the answer. */
  record KillAfter(int at) implements OnWrite {}

  /** The connection breaks when the API server has obeyed: the operator cannot know the outcome. */
  record Drop(int at) implements OnWrite {}

  /**
   * The write is refused, and not executed.
   *
   * @param status HTTP status: 409, 410, 429 or 500
   */
  record Answer(int at, int status) implements OnWrite {}

  /**
   * The write comes late; its sender may be dead by then, and it is lost.
   *
   * @param duration how late
   */
  record Late(int at, Duration duration) implements OnWrite {}

  /**
   * The API server obeys at once, its answer comes late.
   *
   * @param duration how late
   */
  record Delay(int at, Duration duration) implements OnWrite {}

  /**
   * The stream that carries the event falls silent for a while, then goes on in order.
   *
   * @param duration how long
   */
  record DelayEvents(int at, Duration duration) implements OnWatch {}

  /** The stream breaks instead of carrying the event. */
  record DropStream(int at) implements OnWatch {}

  /** The stream says, instead of carrying the event, that its place in history is gone (410). */
  record ExpireStream(int at) implements OnWatch {}

  /** The event comes twice. */
  record DuplicateEvent(int at) implements OnWatch {}

  /** The event comes after the next one of another object on the same stream. */
  record Reorder(int at) implements OnWatch {}
}
