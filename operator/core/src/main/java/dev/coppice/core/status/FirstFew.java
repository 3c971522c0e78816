package dev.coppice.core.status;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Shortens a list for a message: conditions and events have limits, and nobody reads five hundred
 * names.
 */
public final class FirstFew {

  private static final int SHOWN = 3;

  private FirstFew() {}

  /** The first items, comma-separated, and an ellipsis when there are more. */
  public static String of(List<String> items) {
    String shown = items.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return items.size() > SHOWN ? shown + ", …" : shown;
  }
}
