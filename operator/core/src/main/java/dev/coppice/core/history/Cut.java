package dev.coppice.core.history;

/** Why the history of the API server's store is no longer the one that was seen before. */
public sealed interface Cut {

  /** What was looked at: a collection or one object, by its path. */
  String subject();

  /** What was seen, for people. */
  String text();

  /**
   * An answer that had to show all that was seen before, and shows less.
   *
   * @param seen the revision that had been seen when the request began
   * @param answered the revision of the answer
   */
  record Older(String subject, long seen, long answered) implements Cut {
    @Override
    public String text() {
      return "revision %d of %s was seen before, and the API server has come as far as %d"
          .formatted(seen, subject, answered);
    }
  }

  /**
   * A write that the watch of its kind does not bring back.
   *
   * @param written the revision of the write
   * @param heard the greatest revision that the watch has brought
   */
  record Unheard(String subject, long written, long heard) implements Cut {
    @Override
    public String text() {
      return "revision %d of %s was written, and its watch has brought nothing since %d"
          .formatted(written, subject, heard);
    }
  }
}
