package dev.coppice.core.reconcile;

import dev.coppice.api.ErrorCodes;
import java.util.List;
import java.util.stream.Stream;

/** Creates that nobody takes back, which therefore wait for a live read in the round before. */
public final class ReadFirst {

  /** Why a PodCliqueSet is read, which is what most of them are decided on. */
  public static final Purpose SET =
      Purpose.unannounced(ErrorCodes.READ_SET, "read", "PodCliqueSet");

  private ReadFirst() {}

  /**
   * What a round does of what is wanted: all of it right after the read, before that the read in
   * place of what is to be created.
   *
   * @param read what the creates are decided on
   * @param purpose why it is read
   */
  public static Stream<Action> creates(
      Snapshot<?> snapshot, LiveRead read, Purpose purpose, List<Action> wanted) {
    if (snapshot.live().contains(read)) {
      return wanted.stream();
    }
    // What has failed is not tried again in this reconcile: nothing is to be read for it.
    boolean creates =
        wanted.stream()
            .anyMatch(
                action -> action instanceof Action.Create && !snapshot.failures().covers(action));
    return Stream.concat(
        creates ? Stream.of(new Action.Read(List.of(read), purpose)) : Stream.empty(),
        wanted.stream().filter(action -> !(action instanceof Action.Create)));
  }
}
