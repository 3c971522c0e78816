package dev.coppice.faults;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The faults that an enumeration tries at every place where they can strike. */
public enum FaultKind {
  KILL_BEFORE,
  KILL_AFTER,
  DROP,
  ANSWER_409,
  ANSWER_410,
  ANSWER_429,
  ANSWER_500,
  DELAY,
  DELAY_EVENTS,
  DROP_STREAM,
  EXPIRE_STREAM,
  DUPLICATE_EVENT,
  REORDER;

  /** The fault at a place. */
  public Fault at(int place) {
    return switch (this) {
      case KILL_BEFORE -> new Fault.KillBefore(place);
      case KILL_AFTER -> new Fault.KillAfter(place);
      case DROP -> new Fault.Drop(place);
      case ANSWER_409 -> new Fault.Answer(place, 409);
      case ANSWER_410 -> new Fault.Answer(place, 410);
      case ANSWER_429 -> new Fault.Answer(place, 429);
      case ANSWER_500 -> new Fault.Answer(place, 500);
      case DELAY -> new Fault.Delay(place, Fault.WHILE);
      case DELAY_EVENTS -> new Fault.DelayEvents(place, Fault.WHILE);
      case DROP_STREAM -> new Fault.DropStream(place);
      case EXPIRE_STREAM -> new Fault.ExpireStream(place);
      case DUPLICATE_EVENT -> new Fault.DuplicateEvent(place);
      case REORDER -> new Fault.Reorder(place);
    };
  }

  /** Whether it strikes at events of watches, and not at writes. */
  public boolean onWatch() {
    return at(1) instanceof Fault.OnWatch;
  }

  /** As reports and command lines call it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of a label. */
  public static FaultKind of(String label) {
    return Stream.of(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("no fault %s; there are %s".formatted(label, labels())));
  }

  private static List<String> labels() {
    return Stream.of(values()).map(FaultKind::label).toList();
  }
}
