package dev.coppice.kube.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Ends the reading of an object that consists of too much: a megabyte of empty objects is hundreds
 * of megabytes in memory. What is skipped does not count.
 */
final class ReadingBounds extends JsonParserDelegate {

  /** Names, values, and beginnings and ends of lists and objects. A PodGang may have 200,000. */
  static final int MOST_TOKENS = 400_000;

  /** Levels of lists and objects in each other. */
  static final int DEEPEST = 256;

  private final int above;
  private int depth;
  private int tokens;

  /**
   * Counts.
   *
   * @param above how many levels there are above an object, which is bounded by itself
   */
  ReadingBounds(JsonParser parser, int above) {
    super(parser);
    this.above = above;
  }

  /** That an object consists of too much. */
  static final class Exceeded extends StreamConstraintsException {

    private static final long serialVersionUID = 1L;

    private Exceeded(String message) {
      super(message);
    }
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = delegate.nextToken();
    count(token);
    return token;
  }

  // A parser has a shorter way to a name and to a text. Whoever goes another way comes by the one
  // above.

  @Override
  public @Nullable String nextFieldName() throws IOException {
    String name = delegate.nextFieldName();
    count(delegate.currentToken());
    return name;
  }

  @Override
  public @Nullable String nextTextValue() throws IOException {
    String text = delegate.nextTextValue();
    count(delegate.currentToken());
    return text;
  }

  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = nextToken();
    return token == JsonToken.FIELD_NAME ? nextToken() : token;
  }

  private void count(@Nullable JsonToken token) throws Exceeded {
    if (token == null) {
      return;
    }
    if (token.isStructStart()) {
      if (depth == above) {
        tokens = 0;
      }
      depth++;
      if (depth - above > DEEPEST) {
        throw new Exceeded("nested deeper than %d levels".formatted(DEEPEST));
      }
    } else if (token.isStructEnd()) {
      depth--;
    }
    tokens++;
    if (tokens > MOST_TOKENS) {
      throw new Exceeded(String.format(Locale.ROOT, "more than %,d values", MOST_TOKENS));
    }
  }

  @Override
  public JsonParser skipChildren() throws IOException {
    JsonToken token = delegate.currentToken();
    if (token != null && token.isStructStart()) {
      delegate.skipChildren();
      depth--;
    }
    return this;
  }
}
