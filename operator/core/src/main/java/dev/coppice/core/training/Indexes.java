package dev.coppice.core.training;

import dev.coppice.core.admission.size.GangReferences;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Pod indices in the notation of an Indexed Job, such as {@code 0-3,5}. */
public final class Indexes {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  private Indexes() {}

  /**
   * Reads what stands in a status. What is no range, or lies beyond what a clique can have, is left
   * out.
   *
   * @param below no index is as large
   */
  public static NavigableSet<Integer> parse(@Nullable String text, int below) {
    BitSet seen = new BitSet(); // ranges may overlap any number of times
    if (text != null) {
      for (String part : text.split(",", -1)) {
        Matcher range = RANGE.matcher(part);
        if (range.matches()) {
          int first = Integer.parseInt(range.group(1));
          int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
          int end = Math.min(last + 1, Math.min(below, GangReferences.MOST_PODS));
          if (first < end) {
            seen.set(first, end);
          }
        }
      }
    }
    NavigableSet<Integer> indexes = new TreeSet<>();
    seen.stream().forEach(indexes::add);
    return Collections.unmodifiableNavigableSet(indexes);
  }

  /** The same as text; null for none. */
  public static @Nullable String text(Collection<Integer> indexes) {
    StringBuilder text = new StringBuilder();
    Integer first = null;
    Integer last = null;
    for (Integer index : new TreeSet<>(indexes)) {
      if (last != null && index == last + 1) {
        last = index;
        continue;
      }
      append(text, first, last);
      first = index;
      last = index;
    }
    append(text, first, last);
    return text.isEmpty() ? null : text.toString();
  }

  private static void append(StringBuilder text, @Nullable Integer first, @Nullable Integer last) {
    if (first != null && last != null) {
      text.append(text.isEmpty() ? "" : ",")
          .append(first.equals(last) ? "" + first : first + "-" + last);
    }
  }
}
