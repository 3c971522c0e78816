package dev.coppice.testkit.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** Lists and watches the objects of one kind. */
interface ObjectSource {

  /**
   * All objects at one moment.
   *
   * @param resourceVersion the moment
   * @param objects in no particular order
   */
  record Listing(long resourceVersion, List<JsonNode> objects) {}

  /** Hears of changes, in order and never twice at the same time. */
  interface Listener {

    void changed(ChangeType type, JsonNode object);

    /** The watch is over, and changes may be missed from now on. */
    void broken();
  }

  /** For messages and gaps. */
  String kind();

  /** Empty while the API server does not know the kind. */
  Optional<Listing> list();

  /** Tells of every change after a moment, until it is closed or breaks. */
  AutoCloseable watch(long resourceVersion, Listener listener);
}
