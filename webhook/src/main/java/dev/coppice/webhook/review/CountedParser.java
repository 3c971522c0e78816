package dev.coppice.webhook.review;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * Counts what is read of an object, and leaves out what no rule reads: {@code
 * metadata.managedFields}, which is as large as the rest, and the status if it is not asked for.
 */
final class CountedParser extends JsonParserDelegate {

  private final Tokens tokens;
  private final boolean withStatus;

  /** Of a parser that stands before an object. */
  CountedParser(JsonParser parser, Tokens tokens, boolean withStatus) {
    super(parser);
    this.tokens = tokens;
    this.withStatus = withStatus;
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = delegate.nextToken();
    while (token == JsonToken.FIELD_NAME && isSkipped()) {
      delegate.nextToken();
      delegate.skipChildren();
      token = delegate.nextToken();
    }
    if (token != null) {
      tokens.take();
    }
    return token;
  }

  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = nextToken();
    return token == JsonToken.FIELD_NAME ? nextToken() : token;
  }

  private boolean isSkipped() throws IOException {
    JsonStreamContext object = delegate.getParsingContext();
    return switch (object.getNestingDepth()) {
      case 1 -> !withStatus && delegate.currentName().equals("status");
      case 2 ->
          delegate.currentName().equals("managedFields")
              && "metadata".equals(object.getParent().getCurrentName());
      default -> false;
    };
  }
}
