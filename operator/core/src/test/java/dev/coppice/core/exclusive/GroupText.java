package dev.coppice.core.exclusive;

import dev.coppice.api.clique.GroupDomain;
import dev.coppice.core.exclusive.GroupPod.Standing;
import dev.coppice.core.pod.TestPod;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Groups and what is decided about them in the words of a table. A pod is written {@code
 * slot:standing:epoch:domain}, with subgroups of two slots; a record {@code epoch:domain}.
 */
final class GroupText {

  private static final String NOTHING = "-";

  private GroupText() {}

  static Anchor anchor(String recorded, String pods) {
    String[] parts = recorded.split(":", -1);
    return new Anchor(
        new GroupDomain(Integer.parseInt(parts[0]), orNull(parts[1])),
        "block",
        Stream.of(pods.split(" ", -1)).filter(pod -> !pod.isEmpty()).map(GroupText::pod).toList());
  }

  static GroupPod pod(String text) {
    String[] parts = text.split(":", -1);
    int slot = Integer.parseInt(parts[0]);
    return new GroupPod(
        TestPod.pending(slot).state(),
        slot,
        OptionalInt.of(slot / 2),
        parts[2].equals(NOTHING) ? GroupPod.UNMARKED : Integer.parseInt(parts[2]),
        Standing.valueOf(parts[1].toUpperCase(Locale.ROOT)),
        orNull(parts[3]));
  }

  private static @Nullable String orNull(String text) {
    return text.equals(NOTHING) ? null : text;
  }

  static String text(AnchorDecision decision) {
    return switch (decision) {
      case AnchorDecision.RecordDomain record ->
          "record %d:%s".formatted(record.epoch(), record.domain());
      case AnchorDecision.NextEpoch next -> "epoch " + next.epoch();
      case AnchorDecision.DeleteOlder older -> "older " + slots(older.pods());
      case AnchorDecision.DeleteSplit split ->
          "split %s without %s".formatted(split.kept(), slots(split.pods()));
      case AnchorDecision.Settled _ -> "settled";
    };
  }

  private static String slots(List<GroupPod> pods) {
    return pods.stream()
        .map(pod -> Integer.toString(pod.slot()))
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** What is said of the pods that gates hold. */
  static String openings(Anchor anchor) {
    GroupGates gates = new GroupGates(anchor);
    return anchor.pods().stream()
        .filter(pod -> pod.standing() == Standing.GATED)
        .map(pod -> pod.slot() + ":" + text(gates.opening(pod)))
        .collect(Collectors.joining(" "));
  }

  private static String text(Opening opening) {
    return switch (opening) {
      case Opening.Open open -> open.domain().map(nodes -> nodes.value()).orElse("anywhere");
      case Opening.Held held -> held.reason().name().toLowerCase(Locale.ROOT);
    };
  }
}
