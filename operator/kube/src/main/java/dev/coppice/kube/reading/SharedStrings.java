package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import java.io.IOException;

/**
 * Reads equal texts as one object, mostly. Objects of a cluster say the same again and again, such
 * as their namespace, labels, conditions and messages: of the texts that a process with thousands
 * of small sets reads and holds, nine of ten would be copies, two fifths of its memory.
 *
 * <p>There is a place for so many texts, found by their hash; one that is read takes the place of
 * another. So nothing grows, and what was not seen for long goes.
 */
final class SharedStrings extends StringDeserializer {

  private static final int PLACES = 1 << 15;

  /** What is longer, such as a script in a template or a key, is not there a thousand times. */
  private static final int LONGEST = 256;

  // Without a lock: a thread that does not see what another one stored reads a copy.
  private final transient String[] places = new String[PLACES];

  @Override
  public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    String read = super.deserialize(parser, context);
    return read == null || read.length() > LONGEST ? read : shared(read);
  }

  private String shared(String read) {
    int hash = read.hashCode();
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    String known = places[place];
    if (read.equals(known)) {
      return known;
    }
    places[place] = read;
    return read;
  }
}
