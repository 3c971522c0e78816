package dev.coppice.core.update;

import java.util.ArrayList;
import java.util.List;

/** What an update has replaced one after the other, as status tells it: a trace, not an account. */
public final class Completed {

  /** What a reader may still want to see; a status must not grow with the size of its object. */
  private static final int KEPT = 100;

  private Completed() {}

  /** With one more; of many the newest are kept. */
  public static <T> List<T> with(List<T> before, T next) {
    List<T> completed = new ArrayList<>(before);
    completed.add(next);
    return List.copyOf(completed.subList(Math.max(0, completed.size() - KEPT), completed.size()));
  }
}
