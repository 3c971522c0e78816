package dev.coppice.kube.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteBufferFeeder;
import dev.coppice.core.history.History;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Finds the revision of an object or of a list in its JSON while that arrives, wherever it stands:
 * in lists of custom resources it comes last. Not safe for use by many threads.
 */
public final class RevisionReader {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser parser;
  private final ByteBufferFeeder feeder;
  private int depth;
  private boolean inMetadata;
  private boolean ended;

  /** Has read nothing yet. */
  RevisionReader() {
    try {
      parser = JSON.createNonBlockingByteBufferParser();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    feeder = (ByteBufferFeeder) parser.getNonBlockingInputFeeder();
  }

  /** The revision of what a whole body shows; empty if it shows none. */
  public static OptionalLong of(String body) {
    return new RevisionReader().read(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Goes on with what has arrived; not empty once, when the revision has been found. */
  OptionalLong read(ByteBuffer some) {
    if (ended) {
      return OptionalLong.empty();
    }
    try {
      feeder.feedInput(some.duplicate());
      for (JsonToken token = parser.nextToken();
          token != null && token != JsonToken.NOT_AVAILABLE;
          token = parser.nextToken()) {
        if (isRevision(token)) {
          ended = true;
          return History.revision(parser.getText());
        }
      }
    } catch (IOException _) {
      // What it is for whoever asked is told elsewhere.
      ended = true;
    }
    return OptionalLong.empty();
  }

  private boolean isRevision(JsonToken token) throws IOException {
    if (token.isStructStart()) {
      depth++;
      inMetadata = inMetadata || (depth == 2 && "metadata".equals(parentName()));
    } else if (token.isStructEnd()) {
      depth--;
      inMetadata = inMetadata && depth >= 2;
    }
    return inMetadata
        && depth == 2
        && token == JsonToken.VALUE_STRING
        && "resourceVersion".equals(parser.currentName());
  }

  private String parentName() throws IOException {
    return String.valueOf(parser.currentName());
  }
}
